//! Asks hubs to announce sources, to continue, or to stop.
//!
//! Requests go to each hub one at a time, at the pace of all requests to its host, and do not count against the budget.
//! Before a hub is asked, we store what it may ask us to confirm, because some ask before they respond.

use super::{PushService, short};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use std::{collections::HashMap, sync::Arc};
use tidings_fetch::{Post, PostAnswer};
use tidings_model::{Clock, Failure, HostKey, push::PushMethod};
use tidings_schedule::push;
use tidings_store::{Error, PushDue, PushMode, PushSubscription};
use tokio::task::JoinSet;
use tracing::{debug, warn};
use url::{Url, form_urlencoded::Serializer};

/// Subscriptions handled at once.
const AT_ONCE: usize = 16;
/// No other process handles them for this long: enough for all of them at one hub that does not respond.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// How often a hub is asked to stop. After that, its messages are refused.
const GOODBYES: u32 = 2;

/// Other sources that name an unresponsive hub wait as long as the first, but no longer than this, because the first
/// source may be the cause.
const TOGETHER: SignedDuration = SignedDuration::from_hours(1);

/// The result of a request to a hub.
enum HubRequestResult {
    /// The hub responded.
    Done,
    /// Other requests to this address would fail until then.
    Unavailable(Timestamp),
}

impl PushService {
    /// Sends all due requests to hubs. Returns how many there were.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn ask_hubs(self: &Arc<Self>) -> Result<usize, Error> {
        let now = self.context.now();
        // Most of the time there is nothing to do, which can be seen without writing.
        if self.context.store.push().next().await?.is_none_or(|next| next > now) {
            return Ok(0);
        }
        let lease = now.saturating_add(LEASE).unwrap_or(Timestamp::MAX);
        let due = self.context.store.push().take_due(AT_ONCE, now, lease).await?;
        let n_due = due.len();
        let mut by_host: HashMap<HostKey, Vec<PushDue>> = HashMap::new();
        for one in due {
            by_host.entry(HostKey::of(&one.subscription.offer.hub)).or_default().push(one);
        }
        let mut under_way = JoinSet::new();
        for (host, due) in by_host {
            let push = Arc::clone(self);
            under_way.spawn(async move { push.ask_host(host, due).await });
        }
        while let Some(asked) = under_way.join_next().await {
            match asked {
                Ok(asked) => asked?,
                Err(error) => {
                    warn!(%error, "request to a hub was interrupted; it will be repeated")
                }
            }
        }
        Ok(n_due)
    }

    async fn ask_host(&self, host: HostKey, due: Vec<PushDue>) -> Result<(), Error> {
        let now = self.context.now();
        let known = self.context.store.sources().host(host.clone(), now).await?;
        let blocked = known.map(|host| host.blocked_until).filter(|until| *until > now);
        let mut put_off: HashMap<Url, Timestamp> = HashMap::new();
        for one in due {
            let hub = one.subscription.offer.hub.clone();
            if let Some(until) = blocked {
                put_off.insert(hub, until);
            } else if !put_off.contains_key(&hub)
                && let HubRequestResult::Unavailable(until) = self.ask(&one).await?
            {
                put_off.insert(hub, until);
            }
        }
        for (hub, until) in put_off {
            self.context.store.push().put_off(hub, until).await?;
        }
        Ok(())
    }

    async fn ask(&self, due: &PushDue) -> Result<HubRequestResult, Error> {
        let now = self.context.now();
        let subscription = &due.subscription;
        let (id, failures) = (subscription.id, subscription.failures);
        let next = push::retry_at(failures + 1, now, self.context.time.draw());
        let is_wanted = subscription.source.is_some();
        if due.is_unconfirmed && is_wanted {
            let fault = "The hub accepted the request but never verified it.".to_owned();
            self.context.store.push().failed(id, fault, next).await?;
            return Ok(HubRequestResult::Done);
        }
        if !is_wanted && failures >= GOODBYES {
            self.context.store.push().forget(id).await?;
            return Ok(HubRequestResult::Done);
        }
        let mode = if is_wanted { PushMode::Subscribe } else { PushMode::Unsubscribe };
        let secret = hex(&self.context.time.secret());
        self.context.store.push().asking(id, mode, secret.clone(), now).await?;
        let answered = match self.question(subscription, &due.token, mode, &secret) {
            Some(post) => self.context.web.post(post).await,
            None => return Ok(HubRequestResult::Done),
        };
        debug!(hub = %subscription.offer.hub.host_str().unwrap_or_default(), ?mode, "sent a request to a hub");
        match refusal(subscription.offer.way, &answered) {
            None => {
                self.taken(due, mode).await?;
                Ok(HubRequestResult::Done)
            }
            Some(fault) => {
                let patience = answered.as_ref().ok().and_then(|answered| answered.retry_after);
                let patience = patience.and_then(|time| now.checked_add(time).ok());
                let next = next.max(patience.unwrap_or(next));
                self.context.store.push().failed(id, short(&fault), next).await?;
                let is_dead = answered.as_ref().map_or(true, |answered| answered.status >= 429);
                let together = now.saturating_add(TOGETHER).unwrap_or(next).min(next);
                Ok(if is_dead {
                    HubRequestResult::Unavailable(patience.unwrap_or(together))
                } else {
                    HubRequestResult::Done
                })
            }
        }
    }

    /// Stores that a hub accepted the request.
    async fn taken(&self, due: &PushDue, mode: PushMode) -> Result<(), Error> {
        let now = self.context.now();
        let until = now
            .checked_add(SignedDuration::from_millis(push::VERIFYING.to_ms()))
            .unwrap_or(Timestamp::MAX);
        let subscription = &due.subscription;
        if mode == PushMode::Unsubscribe {
            return self.context.store.push().left(subscription.id, until).await;
        }
        if subscription.offer.way == PushMethod::Cloud {
            // rssCloud servers do not verify.
            let topic = subscription.offer.topic.to_string();
            let intent = tidings_web::push::Intent::Cloud { topic };
            return self.confirm_push(&due.token, intent).await.map(drop);
        }
        self.context.store.push().asked(subscription.id, until).await
    }

    /// Returns the request to a hub or a cloud, or `None` if we have no public address.
    fn question(
        &self,
        subscription: &PushSubscription,
        token: &str,
        mode: PushMode,
        secret: &str,
    ) -> Option<Post> {
        let callback = self.public_url.as_ref()?.join(&format!("push/{token}")).ok()?;
        let topic = subscription.offer.topic.as_str();
        let body = match subscription.offer.way {
            PushMethod::Hub => hub_form(&callback, topic, mode, secret),
            PushMethod::Cloud => cloud_form(&callback, topic)?,
        };
        Some(Post {
            url: subscription.offer.hub.clone(),
            content_type: "application/x-www-form-urlencoded",
            headers: Vec::new(),
            body: Bytes::from(body),
        })
    }
}

fn hub_form(callback: &Url, topic: &str, mode: PushMode, secret: &str) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("hub.mode", mode.code())
        .append_pair("hub.topic", topic)
        .append_pair("hub.callback", callback.as_str());
    if mode == PushMode::Subscribe {
        let seconds = (push::LEASE.0 * 60.0).round();
        form.append_pair("hub.lease_seconds", &format!("{seconds:.0}"))
            .append_pair("hub.secret", secret);
    }
    form.finish()
}

fn cloud_form(callback: &Url, topic: &str) -> Option<String> {
    let protocol = if callback.scheme() == "https" { "https-post" } else { "http-post" };
    let form = Serializer::new(String::new())
        .append_pair("notifyProcedure", "")
        .append_pair("registerProcedure", "")
        .append_pair("domain", callback.host_str()?)
        .append_pair("port", &callback.port_or_known_default()?.to_string())
        .append_pair("path", callback.path())
        .append_pair("protocol", protocol)
        .append_pair("url1", topic)
        .finish();
    Some(form)
}

/// Returns why a request was refused, in words; `None` if it was accepted.
fn refusal(way: PushMethod, answered: &Result<PostAnswer, Failure>) -> Option<String> {
    match answered {
        Err(failure) => Some(failure.message.clone()),
        Ok(PostAnswer { status: 200..=299, text, .. }) => {
            let is_no =
                way == PushMethod::Cloud && text.replace('\'', "\"").contains("success=\"false\"");
            is_no.then(|| "The cloud refused the request.".to_owned())
        }
        Ok(PostAnswer { status, text, .. }) => {
            Some(format!("The hub responded with status {status}. {text}"))
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use tidings_model::FailureKind;

    fn fields(form: &str) -> BTreeMap<String, String> {
        url::form_urlencoded::parse(form.as_bytes()).into_owned().collect()
    }

    #[test]
    fn a_subscription_request_has_a_secret_and_a_lease_and_an_unsubscription_has_neither() {
        let callback: Url = "https://own.example/push/a-token".parse().unwrap();
        let topic = "https://feed.example/?a=1&b=ü";
        let form = |mode| fields(&hub_form(&callback, topic, mode, "secret"));
        let begin = form(PushMode::Subscribe);
        assert_eq!(begin["hub.topic"], topic);
        assert_eq!(begin["hub.callback"], callback.as_str());
        assert_eq!((&*begin["hub.mode"], &*begin["hub.secret"]), ("subscribe", "secret"));
        assert_eq!(begin["hub.lease_seconds"], "864000");
        let stop = form(PushMode::Unsubscribe);
        let names: Vec<_> = stop.keys().map(String::as_str).collect();
        assert_eq!(names, ["hub.callback", "hub.mode", "hub.topic"]);
        assert_eq!(stop["hub.mode"], "unsubscribe");
    }

    #[test]
    fn a_cloud_request_has_our_address_with_port_and_protocol() {
        for (callback, protocol, domain, port) in [
            ("https://own.example/push/t", "https-post", "own.example", "443"),
            ("http://own.example/push/t", "http-post", "own.example", "80"),
            ("http://own.example:8080/push/t", "http-post", "own.example", "8080"),
            ("https://[::1]:9/push/t", "https-post", "[::1]", "9"),
        ] {
            let form = cloud_form(&callback.parse().unwrap(), "https://feed.example/").unwrap();
            let form = fields(&form);
            assert_eq!(
                (&*form["protocol"], &*form["domain"], &*form["port"]),
                (protocol, domain, port)
            );
            assert_eq!((&*form["path"], &*form["url1"]), ("/push/t", "https://feed.example/"));
        }
    }

    #[test]
    fn every_success_status_counts_except_a_clouds_refusal_in_the_body() {
        let said = |way, status, text: &str| {
            refusal(way, &Ok(PostAnswer { status, retry_after: None, text: text.to_owned() }))
        };
        for status in [200, 202, 204, 299] {
            assert_eq!(said(PushMethod::Hub, status, "success=\"false\""), None);
        }
        for text in ["<notifyResult success='false' msg='no'/>", "<r success=\"false\"/>"] {
            assert!(said(PushMethod::Cloud, 200, text).is_some(), "{text}");
        }
        for text in ["<notifyResult success='true'/>", ""] {
            assert_eq!(said(PushMethod::Cloud, 200, text), None);
        }
        for status in [100, 199, 300, 404, 500] {
            let told = said(PushMethod::Hub, status, "because").unwrap();
            assert_eq!(told, format!("The hub responded with status {status}. because"));
        }
        let failure = Failure::new(FailureKind::Dns, "No such name.");
        assert_eq!(refusal(PushMethod::Hub, &Err(failure)).as_deref(), Some("No such name."));
    }

    #[test]
    fn bytes_are_written_as_two_hexadecimal_digits() {
        assert_eq!(hex(&[]), "");
        assert_eq!(hex(&[0, 9, 16, 255]), "000910ff");
    }

    #[test]
    fn a_hubs_message_is_stored_in_one_line_of_up_to_two_hundred_characters() {
        assert_eq!(short("  no\nroom\u{7}\t "), "no room");
        assert_eq!(short(&"ä".repeat(300)), "ä".repeat(200));
        assert_eq!(short(""), "");
    }
}
