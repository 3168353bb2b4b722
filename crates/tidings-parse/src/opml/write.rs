//! Writes subscriptions as OPML 2.0.

use super::OpmlSubscription;
use crate::text::escape;
use std::fmt::Write;

/// Returns an OPML file of subscriptions, in their folders.
///
/// ```
/// use tidings_parse::opml::{OpmlSubscription, read, write};
/// let feed = OpmlSubscription { url: "https://a.example/f".into(), title: "A & B".into(), site: None, folder: vec!["News".into()] };
/// let file = write("Mine", &[feed.clone()]);
/// assert_eq!(read(file.as_bytes(), &Default::default()).unwrap().outlines, [feed]);
/// ```
#[must_use]
pub fn write(title: &str, subscriptions: &[OpmlSubscription]) -> String {
    let mut root = Folder::default();
    for subscription in subscriptions {
        root.place(subscription);
    }
    let mut file = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n",
    );
    let _ = writeln!(file, "    <title>{}</title>\n  </head>\n  <body>", value(title));
    root.write(&mut file, 2);
    file.push_str("  </body>\n</opml>\n");
    file
}

/// Deeper folders are merged into the one at this depth: no program reads them.
const MAX_DEPTH: usize = 16;

#[derive(Default)]
struct Folder<'a> {
    name: &'a str,
    folders: Vec<Self>,
    subscriptions: Vec<&'a OpmlSubscription>,
}

impl<'a> Folder<'a> {
    fn place(&mut self, subscription: &'a OpmlSubscription) {
        let mut here = self;
        for name in subscription.folder.iter().take(MAX_DEPTH) {
            let index =
                here.folders.iter().position(|folder| folder.name == name).unwrap_or_else(|| {
                    here.folders.push(Folder { name, ..Folder::default() });
                    here.folders.len() - 1
                });
            here = &mut here.folders[index];
        }
        here.subscriptions.push(subscription);
    }

    fn write(&self, file: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        for folder in &self.folders {
            let name = value(folder.name);
            let _ = writeln!(file, "{indent}<outline text=\"{name}\" title=\"{name}\">");
            folder.write(file, depth + 1);
            let _ = writeln!(file, "{indent}</outline>");
        }
        for subscription in &self.subscriptions {
            let (title, url) = (value(&subscription.title), value(&subscription.url));
            let _ = write!(
                file,
                "{indent}<outline type=\"rss\" text=\"{title}\" title=\"{title}\" xmlUrl=\"{url}\""
            );
            if let Some(site) = &subscription.site {
                let _ = write!(file, " htmlUrl=\"{}\"", value(site));
            }
            file.push_str("/>\n");
        }
    }
}

/// Escapes text for XML, and drops the characters that XML does not allow.
fn value(text: &str) -> String {
    escape(
        &text
            .chars()
            .filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}'))
            .collect::<String>(),
    )
}
