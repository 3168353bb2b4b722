//! Asking hubs to tell us, to go on telling us, or to stop.
//!
//! One question at a time to each hub, at the pace of all requests to its host; nothing of it counts against the budget of
//! fetches. Before a hub is asked it is noted what it may ask us in return, for some ask before they answer.

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

/// Subscriptions taken at once.
const AT_ONCE: usize = 16;
/// Nobody else takes them for this long: all of them at one hub that does not answer.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// So often is a hub asked to stop; after that it finds nobody here.
const GOODBYES: u32 = 2;

/// Others who name a hub that does not answer wait with the first, but no longer than this: its troubles may be of that
/// one's making.
const TOGETHER: SignedDuration = SignedDuration::from_hours(1);

/// How a question to a hub went.
enum Asked {
    /// As it should.
    Well,
    /// The others at this address would fare no better until then.
    Badly(Timestamp),
}

impl PushService {
    /// Asks whom something is to be asked; returns how many those were.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn ask_hubs(self: &Arc<Self>) -> Result<usize, Error> {
        let now = self.context.now();
        // Most of the time there is nobody to ask, which is seen without writing.
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
                Err(error) => warn!(%error, "asking a hub broke off; it is asked again"),
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
                && let Asked::Badly(until) = self.ask(&one).await?
            {
                put_off.insert(hub, until);
            }
        }
        for (hub, until) in put_off {
            self.context.store.push().put_off(hub, until).await?;
        }
        Ok(())
    }

    async fn ask(&self, due: &PushDue) -> Result<Asked, Error> {
        let now = self.context.now();
        let subscription = &due.subscription;
        let (id, failures) = (subscription.id, subscription.failures);
        let next = push::retry_at(failures + 1, now, self.context.time.draw());
        let is_wanted = subscription.source.is_some();
        if due.is_unconfirmed && is_wanted {
            let fault = "The hub took the question and never asked whether it was us.".to_owned();
            self.context.store.push().failed(id, fault, next).await?;
            return Ok(Asked::Well);
        }
        if !is_wanted && failures >= GOODBYES {
            self.context.store.push().forget(id).await?;
            return Ok(Asked::Well);
        }
        let mode = if is_wanted { PushMode::Subscribe } else { PushMode::Unsubscribe };
        let secret = hex(&self.context.time.secret());
        self.context.store.push().asking(id, mode, secret.clone(), now).await?;
        let answered = match self.question(subscription, &due.token, mode, &secret) {
            Some(post) => self.context.web.post(post).await,
            None => return Ok(Asked::Well),
        };
        debug!(hub = %subscription.offer.hub.host_str().unwrap_or_default(), ?mode, "asked a hub");
        match refusal(subscription.offer.way, &answered) {
            None => {
                self.taken(due, mode).await?;
                Ok(Asked::Well)
            }
            Some(fault) => {
                let patience = answered.as_ref().ok().and_then(|answered| answered.retry_after);
                let patience = patience.and_then(|time| now.checked_add(time).ok());
                let next = next.max(patience.unwrap_or(next));
                self.context.store.push().failed(id, short(&fault), next).await?;
                let is_dead = answered.as_ref().map_or(true, |answered| answered.status >= 429);
                let together = now.saturating_add(TOGETHER).unwrap_or(next).min(next);
                Ok(if is_dead { Asked::Badly(patience.unwrap_or(together)) } else { Asked::Well })
            }
        }
    }

    /// A hub took the question.
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
            // Clouds of the old kind do not ask back.
            let topic = subscription.offer.topic.to_string();
            let intent = tidings_web::push::Intent::Cloud { topic };
            return self.confirm_push(&due.token, intent).await.map(drop);
        }
        self.context.store.push().asked(subscription.id, until).await
    }

    /// What is sent to a hub or a cloud; nothing where we cannot be reached.
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

/// Why a question was not taken, in words; `None` when it was.
fn refusal(way: PushMethod, answered: &Result<PostAnswer, Failure>) -> Option<String> {
    match answered {
        Err(failure) => Some(failure.message.clone()),
        Ok(PostAnswer { status: 200..=299, text, .. }) => {
            let is_no =
                way == PushMethod::Cloud && text.replace('\'', "\"").contains("success=\"false\"");
            is_no.then(|| "The cloud would not take us.".to_owned())
        }
        Ok(PostAnswer { status, text, .. }) => Some(format!("The hub answered {status}. {text}")),
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
    fn a_hub_is_told_secret_and_lease_when_it_shall_begin_and_neither_when_it_shall_stop() {
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
    fn a_cloud_is_told_where_we_are_port_and_protocol_included() {
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
    fn every_success_is_taken_for_one_but_a_cloud_that_says_no() {
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
            assert_eq!(told, format!("The hub answered {status}. because"));
        }
        let failure = Failure::new(FailureKind::Dns, "No such name.");
        assert_eq!(refusal(PushMethod::Hub, &Err(failure)).as_deref(), Some("No such name."));
    }

    #[test]
    fn bytes_are_written_in_two_letters_each() {
        assert_eq!(hex(&[]), "");
        assert_eq!(hex(&[0, 9, 16, 255]), "000910ff");
    }

    #[test]
    fn what_a_hub_says_is_kept_in_one_line_of_two_hundred_letters() {
        assert_eq!(short("  no\nroom\u{7}\t "), "no room");
        assert_eq!(short(&"ä".repeat(300)), "ä".repeat(200));
        assert_eq!(short(""), "");
    }
}
