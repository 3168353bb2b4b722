//! Icons of sources: fetched once a month, slowly, after everything else.
//!
//! Finding an icon takes at most four requests: the icon the source names, the front page of its site, the icon that
//! page names, and the usual address. Usually it takes two. They do not count against the budget. At most one source
//! every few seconds is handled, so that a thousand sources take hours and their hosts never notice.

use crate::{context::Context, pictures};
use std::time::Duration;
use tidings_fetch::{Purpose, Request};
use tidings_model::{Failure, dates::earlier};
use tidings_parse::{discover::discover, page::page_text};
use tidings_store::{Error, Icon, SourceWithoutIcon};
use tracing::debug;
use url::Url;

/// An icon is fetched again after this time.
const MONTH: Duration = Duration::from_secs(30 * 86_400);
/// The pause between two sources.
const REST: Duration = Duration::from_secs(5);
/// Sources handled in one run of the job.
const AT_ONCE: usize = 20;
/// A page names its icon in its head, so no more than this is fetched.
const PAGE_BYTES: usize = 2 << 20;

/// Fetches the icons of sources.
#[derive(Debug)]
pub struct IconService {
    context: Context,
}

impl IconService {
    pub(crate) fn new(context: Context) -> Self {
        Self { context }
    }

    /// Fetches the icons of some sources, one after the other.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn look(&self) -> Result<(), Error> {
        let before = earlier(self.context.now(), MONTH);
        let sources = self.context.store.sources().iconless(before, AT_ONCE).await?;
        for source in &sources {
            let icon = self.find_icon(source).await;
            debug!(source = %source.source, is_found = icon.is_some(), "fetched icon");
            self.context.store.sources().keep_icon(source.source, icon, self.context.now()).await?;
            self.context.time.sleep(REST).await;
        }
        Ok(())
    }

    /// Returns the icon the source names, the one its site's front page names, or the one at the usual address.
    pub(crate) async fn find_icon(&self, source: &SourceWithoutIcon) -> Option<Icon> {
        let told = source.told.as_deref().and_then(|told| Url::parse(told).ok());
        if let Some(told) = told
            && let Ok(icon) = self.fetch_icon(told).await
        {
            return Some(icon);
        }
        let site = source.site.as_deref().and_then(|site| Url::parse(site).ok());
        let site = site.unwrap_or_else(|| source.url.clone());
        let front = site.join("/").ok()?;
        let named = self.icon_of_page(front.clone()).await.ok().flatten();
        let usual = front.join("/favicon.ico").ok()?;
        if let Some(named) = named.filter(|named| *named != usual)
            && let Ok(icon) = self.fetch_icon(named).await
        {
            return Some(icon);
        }
        self.fetch_icon(usual).await.ok()
    }

    async fn icon_of_page(&self, page: Url) -> Result<Option<Url>, Failure> {
        let mut request = Request::new(page, Purpose::Page);
        request.body_limit = Some(PAGE_BYTES);
        let answer = self.context.get_in_turn(request).await?;
        let work = move || {
            let html = page_text(&answer.body, answer.content_type.as_deref());
            discover(&html, &answer.url).icon
        };
        Ok(self.context.time.off_thread(work).await)
    }

    async fn fetch_icon(&self, url: Url) -> Result<Icon, Failure> {
        let mut request = Request::new(url, Purpose::Image);
        request.body_limit = Some(self.context.limits.icon_bytes);
        let answer = self.context.get_in_turn(request).await?;
        let picture = pictures::checked(answer.body, ICON_PIXELS)?;
        Ok(Icon { media_type: picture.media_type.to_owned(), bytes: picture.bytes.to_vec() })
    }
}

/// An icon larger than this is a picture that somebody forgot to shrink.
const ICON_PIXELS: u64 = 1024 * 1024;

#[cfg(test)]
mod tests;
