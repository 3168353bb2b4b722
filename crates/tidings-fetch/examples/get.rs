//! Fetches documents from the web and prints the results: `get URL… [--allow LIST] [--again] [--deadline SECONDS]`.
//!
//! `--again` fetches each URL a second time, with the validators of the first response.
#![expect(clippy::print_stdout, reason = "an example's output is its purpose")]

use std::{process::ExitCode, sync::Arc, time::Duration, time::Instant};
use tidings_fetch::{ClientSettings, HttpWeb, Purpose, Request, Response, Web, check_url};
use tidings_model::{Clock, Failure};

/// The real time.
#[derive(Debug)]
struct Now;

impl Clock for Now {
    fn now(&self) -> jiff::Timestamp {
        jiff::Timestamp::now()
    }

    fn secret(&self) -> [u8; 32] {
        rand::random()
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut settings = ClientSettings::default();
    let (mut urls, mut is_again) = (Vec::new(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--allow" => settings.allow = arguments.next().unwrap_or_default().parse()?,
            "--deadline" => {
                let seconds = arguments.next().unwrap_or_default().parse()?;
                settings.limits.total_deadline = Duration::from_secs_f64(seconds);
            }
            "--again" => is_again = true,
            _ => urls.push(argument),
        }
    }
    let web = HttpWeb::new(settings, Arc::new(Now))?;
    let mut has_failed = false;
    for url in urls {
        let first = ask(&web, &url, None).await;
        has_failed |= first.is_err();
        if is_again && let Ok(first) = first {
            has_failed |= ask(&web, &url, Some(first)).await.is_err();
        }
    }
    Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn ask(web: &HttpWeb, typed: &str, before: Option<Response>) -> Result<Response, Failure> {
    let begun = Instant::now();
    let outcome = match check_url(typed) {
        Err(failure) => Err(failure),
        Ok(url) => {
            let mut request = Request::new(url, Purpose::Feed);
            request.validators = before.map(|answer| answer.validators).unwrap_or_default();
            web.get(request).await
        }
    };
    let took = begun.elapsed().as_millis();
    match &outcome {
        Ok(answer) => println!(
            "{typed}: {} in {took} ms, {} bytes ({} on the wire), {} redirects, type {}, max-age {:?}, etag {:?}, \
             last-modified {:?}",
            answer.status,
            answer.body.len(),
            answer.wire_bytes,
            answer.hops.len(),
            answer.content_type.as_deref().unwrap_or("none"),
            answer.max_age,
            answer.validators.etag,
            answer.validators.last_modified,
        ),
        Err(failure) => println!(
            "{typed}: {} in {took} ms (retry after {:?}): {failure}",
            failure.kind.code(),
            failure.retry_after_s
        ),
    }
    outcome
}
