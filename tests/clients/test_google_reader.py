"""The PyPI client google-reader, and the calls of NetNewsWire's sync, over real connections."""

import unittest

import google_reader
import requests

from harness import N_ARTICLES, NAMES, TestServer

LONG = "tag:google.com,2005:reader/item/"


class GoogleReader(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = TestServer()
        cls.client = google_reader.Client(cls.server.url)
        cls.auth = cls.client.login(cls.server.name, cls.server.password)
        cls.token = cls.client.get_token(cls.auth)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def ids(self, stream, **more):
        return [ref.id for ref in self.client.get_stream_items_ids(self.auth, stream, **more).item_refs]

    def test_wrong_passwords_are_refused(self):
        with self.assertRaises(google_reader.AuthenticationError):
            self.client.login(self.server.name, "wrong")

    def test_everything_is_listed(self):
        self.assertEqual(self.client.get_user_info(self.auth).user_name, self.server.name)
        sources = self.client.list_subscriptions(self.auth)
        self.assertEqual({one.title for one in sources}, {f"The {name}" for name in NAMES})
        folders = {tag.id for tag in self.client.list_tags(self.auth) if tag.type == "folder"}
        self.assertIn("user/-/label/Comics", folders)
        for one in sources:
            self.assertTrue({category.id for category in one.categories} <= folders)

    def test_marks_are_set_and_removed(self):
        reading_list = google_reader.STREAM_READING_LIST
        ids = self.ids(reading_list)
        self.assertEqual(len(ids), N_ARTICLES * len(NAMES))
        contents = self.client.get_stream_items_contents(self.auth, self.token, ids)
        self.assertEqual(len(contents.items), len(ids))
        self.assertIn("Tom &amp; &lt;Jerry&gt;".replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"), contents.items[0].title)
        one = contents.items[0].id
        read, starred = google_reader.STREAM_READ, google_reader.STREAM_STARRED
        self.client.edit_tags(self.auth, self.token, [one], add_tags=[read, starred])
        unread = self.ids(reading_list, exclude_target=read)
        self.assertNotIn(str(int(one.removeprefix(LONG), 16)), unread)
        self.assertEqual(self.ids(starred), [str(int(one.removeprefix(LONG), 16))])
        self.client.edit_tags(self.auth, self.token, [one], remove_tags=[read, starred])
        self.assertEqual(len(self.ids(reading_list, exclude_target=read)), len(unread) + 1)
        self.assertEqual(self.ids(starred), [])

    def test_sources_are_added_renamed_moved_and_removed(self):
        added = self.client.quick_add_subscription(self.auth, self.token, self.server.feed_url("delta"))
        self.assertEqual((added.num_results, added.stream_name), (1, "The delta"))
        self.assertEqual(len(self.ids(added.stream_id)), N_ARTICLES)
        label = google_reader.get_label_id("a/b 50 %")
        edit = self.client.edit_subscription
        edit(self.auth, self.token, added.stream_id, "edit", add_label_id=label, title="Renamed & moved")
        shown = {one.id: one for one in self.client.list_subscriptions(self.auth)}[added.stream_id]
        self.assertEqual((shown.title, shown.categories[0].label), ("Renamed & moved", "a/b 50 %"))
        self.client.rename_tag(self.auth, self.token, label, "other")
        self.assertEqual(len(self.ids(google_reader.get_label_id("other"))), N_ARTICLES)
        self.client.mark_all_as_read(self.auth, self.token, added.stream_id)
        self.assertEqual(self.ids(added.stream_id, exclude_target=google_reader.STREAM_READ), [])
        self.client.delete_tag(self.auth, self.token, google_reader.get_label_id("other"))
        edit(self.auth, self.token, added.stream_id, "unsubscribe")
        self.assertNotIn(added.stream_id, [one.id for one in self.client.list_subscriptions(self.auth)])

    def test_netnewswire_syncs(self):
        """tag/list and subscription/list conditionally, ids in pages, contents 150 at a time."""
        session = requests.Session()
        session.headers["Authorization"] = f"GoogleLogin auth={self.auth.AccessToken}"
        base = f"{self.server.url}/api/greader.php/reader/api/0"
        for path in ["tag/list", "subscription/list"]:
            first = session.get(f"{base}/{path}?output=json")
            again = session.get(f"{base}/{path}?output=json", headers={"If-None-Match": first.headers["ETag"]})
            self.assertEqual((first.status_code, again.status_code, again.content), (200, 304, b""))
        ids, continuation = [], None
        while True:
            more = {"c": continuation} if continuation else {}
            query = {"s": google_reader.STREAM_READING_LIST, "n": 5, "output": "json", **more}
            page = session.get(f"{base}/stream/items/ids", params=query).json()
            ids += [ref["id"] for ref in page["itemRefs"]]
            continuation = page.get("continuation")
            if continuation is None:
                break
            self.assertIsInstance(continuation, str)
        self.assertEqual(len(set(ids)), N_ARTICLES * len(NAMES))
        body = "&".join(f"i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{int(id):x}" for id in ids)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        contents = session.post(f"{base}/stream/items/contents", data=body + "&output=json&T=x", headers=form)
        for item in contents.json()["items"]:
            self.assertTrue({"id", "summary", "categories", "origin"} <= item.keys())

    def test_opml_is_exported_and_imported(self):
        session = requests.Session()
        session.headers["Authorization"] = f"GoogleLogin auth={self.auth.AccessToken}"
        base = f"{self.server.url}/reader/api/0/subscription"
        opml = session.get(f"{base}/export")
        self.assertIn("alpha.xml", opml.text)
        back = session.post(f"{base}/import", data=opml.content, headers={"Content-Type": "text/xml"})
        self.assertEqual((back.status_code, back.text[:2]), (200, "OK"))


if __name__ == "__main__":
    unittest.main()
