//! What is fetched for an article: its pictures and its full text.

use super::WebServices;
use tidings_fetch::BoxFuture;
use tidings_model::{ArticleId, Failure};
use tidings_web::{FullTexts, Picture, Pictures};
use url::Url;

impl Pictures for WebServices {
    fn picture<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Result<Picture, Failure>> {
        Box::pin(self.0.pictures.get(url))
    }
}

impl FullTexts for WebServices {
    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>> {
        Box::pin(self.0.full_texts.fetch(article))
    }
}
