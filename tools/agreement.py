#!/usr/bin/env python3
"""Measures how far `tidings parse` agrees with Python's feedparser on a folder of feeds.

    pip download --no-binary :all: --no-deps feedparser && tar xzf feedparser-*.tar.gz
    pip install feedparser chardet
    tools/agreement.py feedparser-*/tests target/release/tidings
    tools/agreement.py --show 5 FOLDER PROGRAM     also print five disagreements of each kind

It compares the feed's title and link, the number of articles and, article by article, id (if feedparser has one), title,
link and date (published, otherwise updated). Titles are compared as plain text, addresses as browsers would write them.
feedparser is not always right: it takes any id for a link, reads 31 February as 3 March and does not support JSON Feed.

feedparser's own tests serve files with "http" in their path over HTTP, with headers given in a comment of the file
(`Header: Content-type: ...`); here both parsers get those headers. PROGRAM is either `tidings` or the example `parse_many`
of tidings-parse: it must print one JSON line per file for `PROGRAM parse --many FOLDER`.
"""

import argparse
import calendar
import collections
import html
import io
import json
import os
import re
import subprocess
import sys
import urllib.parse
import warnings

import feedparser

warnings.simplefilter("ignore")
HEADER = re.compile(rb"^Header:\s+([^:]+):(.+)$", re.MULTILINE)
FEEDS = (".xml", ".rss", ".atom", ".rdf", ".cdf")
MARKS = [(b"\x00\x00\xfe\xff", "utf-32be"), (b"\xff\xfe\x00\x00", "utf-32le"), (b"\xfe\xff", "utf-16be"),
         (b"\xff\xfe", "utf-16le"), (b"\x00<", "utf-16be"), (b"<\x00", "utf-16le")]


def headers_of(path, data):
    """Returns the headers a file is served with; none for files that are not served."""
    if "http" not in path:
        return {}
    for mark, encoding in MARKS:
        if data.startswith(mark):
            data = data.decode(encoding, "replace").encode()
            break
    headers = {name.decode().strip().lower(): value.decode().strip() for name, value in HEADER.findall(data)}
    headers.setdefault("content-type", "application/xml")
    headers.setdefault("content-location", "http://127.0.0.1:8097/tests/" + path)
    return headers


def files(folder):
    """Returns the paths of feeds below a folder, relative to it."""
    found = (os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if path.endswith(FEEDS))


def theirs(folder, path):
    """Returns the result of feedparser, in our form."""
    with open(os.path.join(folder, path), "rb") as file:
        data = file.read()
    headers = headers_of(path, data)
    feed = feedparser.parse(io.BytesIO(data), response_headers=headers)
    articles = []
    for entry in feed.entries:
        date = dict.get(entry, "published_parsed") or dict.get(entry, "updated_parsed")
        articles.append({"id": entry.get("id"), "title": text(entry), "link": address(entry.get("link")),
                         "date": calendar.timegm(date) if date else None})
    return headers, {"title": text(feed.feed), "link": address(feed.feed.get("link")), "articles": articles}


def text(element):
    """Returns a title from feedparser as plain text."""
    title = element.get("title") or ""
    if element.get("title_detail", {}).get("type") in ("text/html", "application/xhtml+xml"):
        title = re.sub(r"<[^>]*>", "", title)
    return plain(title)


def plain(title):
    return " ".join(html.unescape(title or "").replace("\xa0", " ").split())


def address(url):
    """Normalizes an address."""
    url = (url or "").strip()
    try:
        parts = urllib.parse.urlsplit(url)
    except ValueError:
        return url
    if parts.scheme.lower() not in ("http", "https"):
        return url
    path, query = urllib.parse.unquote(parts.path or "/"), urllib.parse.unquote(parts.query)
    return urllib.parse.urlunsplit((parts.scheme.lower(), parts.netloc.lower(), path, query, parts.fragment))


def run(program, *arguments):
    """Returns the JSON documents that a program prints."""
    name = os.path.basename(program)
    command = [program] if name.startswith("parse_many") else [program, "parse"]
    if name.startswith("parse_many"):
        arguments = [argument for argument in arguments if argument != "--many"]
    done = subprocess.run([*command, *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program} exited with status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    printed = done.stdout.decode()
    if "--many" in arguments or name.startswith("parse_many"):
        return [json.loads(line) for line in printed.splitlines()]
    return [json.loads(printed)]


def ours(parsed):
    """Returns the result of tidings, in the form for comparison."""
    articles = [{"id": article["id"], "title": plain(article["title"]), "link": address(article["link"]),
                 "date": article["published"] if article["published"] is not None else article["updated"]}
                for article in parsed["articles"]]
    return {"title": plain(parsed["title"]), "link": address(parsed["link"]), "articles": articles}


def comparisons(their, our):
    """Yields pairs of values with their names."""
    yield "title", their["title"], our["title"]
    yield "link", their["link"], our["link"]
    yield "number of articles", len(their["articles"]), len(our["articles"])
    for one, other in zip(their["articles"], our["articles"]):
        for field in ("id", "title", "link", "date"):
            if field != "id" or one["id"]:
                yield "article's " + field, one[field], other[field]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="folder of feeds, such as feedparser's tests")
    parser.add_argument("program", help="the tidings program")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N disagreements of each kind")
    arguments = parser.parse_args()
    read = {os.path.relpath(line["path"], arguments.folder): line
            for line in run(arguments.program, "--many", arguments.folder)}
    equal, total, different = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    for path in files(arguments.folder):
        headers, their = theirs(arguments.folder, path)
        parsed = read[path]
        if headers:
            parsed = run(arguments.program, "--url", headers["content-location"], "--content-type",
                         headers["content-type"], os.path.join(arguments.folder, path))[0]
        for kind, one, other in comparisons(their, ours(parsed)):
            places = {os.path.dirname(path) or ".", path.split(os.sep)[0], "all"}
            total.update(places)
            equal.update(places if one == other else ())
            if one != other:
                different[kind].append((path, one, other))
    for place in sorted(total):
        print(f"{place:40} {equal[place]:6} of {total[place]:6}  {100 * equal[place] / total[place]:6.2f} %")
    for kind, cases in sorted(different.items()):
        for path, one, other in cases[:arguments.show]:
            print(f"{kind}: {path}\n    feedparser {one!r:.100}\n    tidings    {other!r:.100}")


if __name__ == "__main__":
    main()
