//! What tests of the built program share: a feed server on loopback, the program itself, and a minimal browser.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// A request as it came: path and headers, with names in lower case.
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) headers: HashMap<String, String>,
}

/// A response: status line, headers, body.
pub(crate) struct Answer {
    pub(crate) status: &'static str,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn ok(content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: "200 OK",
            headers: vec![("content-type", content_type.to_owned())],
            body: body.into(),
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) fn status(status: &'static str) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }
}

/// A server that runs as long as the test.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn start(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (log, answer) = (Arc::clone(&asked), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                std::thread::spawn(move || serve(stream, &*answer, &log));
            }
        });
        Self { address, asked }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn n_asked(&self, path: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }
}

fn serve(mut stream: TcpStream, answer: &dyn Fn(&Asked) -> Answer, log: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':') {
                headers.insert(name.to_lowercase(), value.trim().to_owned());
            }
        }
        log.lock().unwrap().push(path.clone());
        let answer = answer(&Asked { path, headers });
        let mut head =
            format!("HTTP/1.1 {}\r\ncontent-length: {}\r\n", answer.status, answer.body.len());
        for (name, value) in &answer.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let is_sent = stream
            .write_all(format!("{head}\r\n").as_bytes())
            .and_then(|()| stream.write_all(&answer.body));
        if is_sent.is_err() {
            return;
        }
    }
}

/// Returns an RSS document with these articles, newest first.
pub(crate) fn rss(title: &str, articles: impl Iterator<Item = u32>) -> String {
    let items: String = articles
        .map(|n| format!("<item><title>Article {n} of {title}</title><guid isPermaLink=\"false\">{title}-{n}</guid><description>&lt;p&gt;Body {n}&lt;/p&gt;</description></item>"))
        .collect();
    format!(
        "<rss version=\"2.0\"><channel><title>{title}</title><link>http://example.org/</link>{items}</channel></rss>"
    )
}

/// Returns a command of the program with its own data folder.
pub(crate) fn tidings(data: &Path, server: &Server) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tidings"));
    command
        .env_clear()
        .env("TIDINGS_DATA", data)
        .env("TIDINGS_FETCH_ALLOW", server.address.to_string())
        .env("TIDINGS_HOST_GAP", "5ms");
    command
}

/// Runs a command with text on standard input and returns its output. Panics if it fails.
pub(crate) fn run(command: &mut Command, input: &str) -> String {
    let output = output(command, input);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must fail with status 1 and one sentence, and returns the sentence.
pub(crate) fn fails(command: &mut Command, input: &str) -> String {
    let output = output(command, input);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stdout)
    );
    String::from_utf8(output.stderr).unwrap()
}

fn output(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// A running `tidings serve`, killed when dropped.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) base: SocketAddr,
    pub(crate) setup: Option<String>,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut setup = None;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some((_, link)) = line.split_once("/setup?") {
                setup = Some(format!("/setup?{link}"));
            }
            if let Some(address) = line.strip_prefix("Tidings is at http://") {
                return Self { child, base: address.trim().parse().unwrap(), setup };
            }
        }
        panic!("the server ended before it said where it is: {:?}", child.wait());
    }

    /// Sends one request. Returns the status and everything after it.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.base).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(180))).unwrap();
        let length = if body.is_empty() {
            String::new()
        } else {
            format!(
                "content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n",
                body.len()
            )
        };
        write!(stream, "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}{length}\r\n{body}", self.base).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    pub(crate) fn get(&self, path: &str, cookie: &str) -> (u16, String) {
        let cookie =
            if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
        self.ask("GET", path, &cookie, "")
    }

    pub(crate) fn signal(&self, name: &str) {
        Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a condition is true, or panics with its name after a while.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(180), "timeout while waiting until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
