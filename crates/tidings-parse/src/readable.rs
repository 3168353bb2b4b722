//! Extracts the article of a web page, without what surrounds it.

use crate::html_scan::{tame, with_formulas};
use crate::sanitize::sanitize;
use crate::text::{cut, fold, plain_text};
use dom_smoothie::{Config, Readability};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tidings_model::limits::Limits;
use url::Url;

/// The article of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readable {
    /// Plain text.
    pub title: String,
    /// The author, plain text.
    pub byline: Option<String>,
    /// Safe HTML with absolute addresses.
    pub html: String,
    /// The same as plain text.
    pub text: String,
    /// BCP 47 tag, if the page declares one.
    pub language: Option<String>,
    /// Publication date as written in the page.
    pub published: Option<String>,
    /// Absolute http(s) address of the lead image.
    pub image: Option<Url>,
    /// The name of the site, plain text.
    pub site_name: Option<String>,
}

/// Maximum number of elements in a page; larger pages are lists, not articles.
const MAX_ELEMENTS: usize = 60_000;

/// Maximum nesting depth: the extraction time grows much faster than the depth, and no page written by a person comes
/// near it.
const MAX_DEPTH: usize = 200;

/// Extracts the article of a page. Returns `None` if there is none, or if the page is too large.
///
/// ```
/// use tidings_parse::readable::readable;
/// let paragraph = format!("<p>{}</p>", "A sentence, with commas, that goes on for a while. ".repeat(10));
/// let html = format!("<title>T</title><nav><a href=/>Home</a></nav><article>{}</article>", paragraph.repeat(5));
/// let article = readable(&html, &"https://example.org/".parse().unwrap(), &Default::default()).unwrap();
/// assert!(article.text.starts_with("A sentence") && !article.text.contains("Home"));
/// ```
#[must_use]
pub fn readable(html: &str, page: &Url, limits: &Limits) -> Option<Readable> {
    let shallow = Limits { html_depth: limits.html_depth.min(MAX_DEPTH), ..limits.clone() };
    let article = extract(tame(html, &shallow), page)?;
    let html = sanitize(&with_formulas(&article.content), Some(page), limits);
    let text = plain_text(&html);
    if text.is_empty() {
        return None;
    }
    let short =
        |text: Option<String>| text.map(|text| line(&text, limits)).filter(|text| !text.is_empty());
    Some(Readable {
        title: line(&article.title, limits),
        byline: short(article.byline),
        html,
        text,
        language: article.lang.and_then(|tag| crate::draft::language(&tag)),
        published: short(article.published_time),
        image: article.image.and_then(|image| crate::addresses::web_url(Some(page), &image)),
        site_name: short(article.site_name),
    })
}

/// The library slices addresses at guessed positions and panics if those lie inside a character; such a page has no
/// article. The panic leaves no broken state behind: the library's values are dropped.
fn extract(html: String, page: &Url) -> Option<dom_smoothie::Article> {
    let config = Config { max_elements_to_parse: MAX_ELEMENTS, ..Config::default() };
    let extraction =
        || Readability::new(html, Some(page.as_str()), Some(config)).ok()?.parse().ok();
    catch_unwind(AssertUnwindSafe(extraction)).ok().flatten()
}

fn line(text: &str, limits: &Limits) -> String {
    cut(&fold(text), limits.title_bytes).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::assert_linear;

    fn read(html: &str) -> Option<Readable> {
        readable(html, &"https://example.org/a/b".parse().unwrap(), &Limits::default())
    }

    fn body() -> String {
        "<p>It was a bright cold day in April, and the clocks, all of them, were striking thirteen, as they do.</p>".repeat(20)
    }

    #[test]
    fn the_article_is_extracted_and_safe() {
        let html = format!(
            "<html lang=en><head><title>The day - Site</title><meta name=author content='Ann &lt;b&gt;'><meta property=og:image content=/i.png></head>\
             <body><nav><a href=/>Home</a></nav><main><article><h1>The day</h1>{}<p onclick=x>See <a href='../c'>c</a><script>y()</script></p></article></main>\
             <footer>Copyright</footer></body></html>",
            body()
        );
        let article = read(&html).unwrap();
        assert!(
            article.text.contains("bright cold day") && !article.text.contains("Copyright"),
            "{}",
            article.text
        );
        assert!(
            article.html.contains(
                "<a href=\"https://example.org/c\" rel=\"noopener noreferrer nofollow\">c</a>"
            ),
            "{}",
            article.html
        );
        assert!(!article.html.contains("onclick") && !article.html.contains("script"));
        assert_eq!(article.language.as_deref(), Some("en"));
        assert_eq!(article.image.unwrap().as_str(), "https://example.org/i.png");
    }

    #[test]
    fn formulas_stay_in_their_sentences() {
        let formula = "<span class=katex><math xmlns='http://www.w3.org/1998/Math/MathML' display='block'>\
                       <semantics><mfrac><mi>a</mi><mn>2</mn></mfrac><mspace width='1em'/><mo>&lt;</mo>\
                       <annotation encoding='application/x-tex'>\\frac{a}{2}</annotation></semantics></math></span>";
        let kept = "<math display=\"block\"><mfrac><mi>a</mi><mn>2</mn></mfrac>\
                    <mspace width=\"1em\"></mspace><mo>&lt;</mo></math>";
        for open in ["p", "div"] {
            let html = format!("<body>{}<{open}>half, {formula} of it</{open}>{0}</body>", body());
            let read = read(&html).unwrap().html;
            assert!(read.contains(&format!("half, {kept} of it")), "{read}");
        }
        let unclosed = format!("<body>{}<p>x <math><mi>y</mi><p>end of it</p></body>", body());
        assert!(read(&unclosed).unwrap().html.contains("<math><mi>y</mi></math>"));
    }

    #[test]
    fn a_page_that_panics_the_extraction_has_no_article() {
        let html = "<pre>\n<code>x</code></pre><iframe s\u{fffd}rc=https://www.\u{fffd}youtube.com/embed/1></iframe>";
        let _ = read(html);
        let page = "https://example.org/".parse().unwrap();
        assert!(extract(html.into(), &page).is_none());
    }

    #[test]
    fn pages_without_an_article_return_none() {
        for html in ["", "<p>", "plain", "<html><body></body></html>", "<script>x</script>"] {
            assert_eq!(read(html).filter(|article| article.text.len() > 10), None, "{html}");
        }
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        let filler = body();
        for pattern in [
            "<div>",
            "<svg><style><object>",
            "<ul>",
            "<ul><li>",
            "<p><b><i>",
            "&amp; ",
            "<span class=x>",
            "<div><p>x</p>",
            "<br>",
            "<table><tr><td>",
            "<p x=1 ",
            "<a href=/x>x</a>",
            "<math><mrow>",
            "<math><mi>x</mi></math>",
        ] {
            let make =
                |bytes: usize| format!("<body>{filler}{}", pattern.repeat(bytes / pattern.len()));
            assert_linear(pattern, 64 << 10, make, |html| drop(read(html)));
        }
    }
}
