//! Measures the cost of a small conditional request: only the CPU time of the client, against a server in another
//! process.
//!
//! `cargo run --release -p tidings-fetch --example pace [REQUESTS]`
#![expect(clippy::print_stdout, reason = "an example's output is its purpose")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tidings_fetch::{ClientSettings, HttpWeb, Purpose, Request, Web};
use tidings_model::clock::FixedClock;

const NOT_MODIFIED: &[u8] = b"HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve()?,
        count => measure(count.unwrap_or("20000").parse()?)?,
    }
    Ok(())
}

/// Responds to every request with 304, and prints its address to standard output.
fn serve() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?);
    for stream in listener.incoming() {
        std::thread::spawn(|| stream.and_then(answer));
    }
    Ok(())
}

fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut head = [0; 4096];
    stream.set_nodelay(true)?;
    while stream.read(&mut head)? > 0 {
        stream.write_all(NOT_MODIFIED)?;
    }
    Ok(())
}

fn measure(n_requests: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut server =
        Command::new(std::env::current_exe()?).arg("serve").stdout(Stdio::piped()).spawn()?;
    let mut address = String::new();
    BufReader::new(server.stdout.take().ok_or("the server says nothing")?)
        .read_line(&mut address)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(ask(&format!("http://{}/feed", address.trim()), n_requests));
    server.kill()?;
    server.wait()?;
    outcome
}

async fn ask(url: &str, n_requests: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = ClientSettings { allow: "127.0.0.1".parse()?, ..ClientSettings::default() };
    settings.limits.gap_per_host = Duration::ZERO;
    let web = HttpWeb::new(settings, Arc::new(FixedClock(jiff::Timestamp::UNIX_EPOCH)))?;
    let mut request = Request::new(url.parse()?, Purpose::Feed);
    request.validators.etag = Some("\"v1\"".to_owned());
    let (begun, cpu_before) = (Instant::now(), cpu_seconds()?);
    for _ in 0..n_requests {
        web.get(request.clone()).await?;
    }
    let (took, cpu) = (begun.elapsed().as_secs_f64(), cpu_seconds()? - cpu_before);
    let per_request = |seconds: f64| 1e3 * seconds / n_requests as f64;
    println!(
        "{n_requests} requests: {:.4} ms CPU, {:.4} ms elapsed each",
        per_request(cpu),
        per_request(took)
    );
    Ok(())
}

/// Returns the CPU time of this process (Linux counts it in hundredths of a second).
fn cpu_seconds() -> Result<f64, Box<dyn std::error::Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(") ").next().ok_or("an odd /proc/self/stat")?;
    let ticks =
        fields.split(' ').skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
