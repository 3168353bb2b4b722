"""Tests with the PyPI client miniflux, which checks every status, over real connections."""

import unittest

import miniflux

from harness import N_ARTICLES, NAMES, TestServer

N_ALL = N_ARTICLES * len(NAMES)


class Miniflux(unittest.TestCase):
    def setUp(self):
        self.server = TestServer()
        self.addCleanup(self.server.close)
        self.client = miniflux.Client(self.server.url, api_key=self.server.password)
        self.addCleanup(self.client.close)
        self.feeds = {feed["title"]: feed for feed in self.client.get_feeds()}

    def ids(self, **filters):
        page = self.client.get_entries(order="id", **filters)
        self.assertEqual(page["total"], len(page["entries"]))
        return [entry["id"] for entry in page["entries"]]

    def test_the_key_or_name_and_app_password_authenticate(self):
        me = self.client.me()
        self.assertEqual((me["username"], me["is_admin"]), (self.server.name, True))
        by_name = miniflux.Client(self.server.url, self.server.name, self.server.password)
        self.assertEqual(by_name.me(), me)
        for wrong in [{"api_key": "wrong"}, {"username": self.server.name, "password": "wrong"}]:
            with self.assertRaises(miniflux.AccessUnauthorized) as refused:
                miniflux.Client(self.server.url, **wrong).me()
            self.assertEqual(refused.exception.get_error_reason(), "access unauthorized")
        self.assertEqual([user["id"] for user in self.client.get_users()], [me["id"]])
        self.assertEqual(self.client.get_user_by_username(self.server.name), me)
        self.assertEqual(self.client.get_user_by_id(me["id"]), me)
        for forbidden in [self.client.get_api_keys, lambda: self.client.create_user("eve", "password")]:
            with self.assertRaises(miniflux.AccessForbidden):
                forbidden()
        self.assertGreaterEqual(tuple(map(int, self.client.get_version()["version"].split("."))), (2, 3, 2))
        self.assertFalse(self.client.get_integrations_status())

    def test_entries_are_listed_marked_and_starred(self):
        self.assertEqual(set(self.feeds), {f"The {name}" for name in NAMES})
        ids = self.ids()
        self.assertEqual(len(ids), N_ALL)
        page = self.client.get_entries(order="published_at", direction="desc", limit=2, offset=1)
        self.assertEqual((page["total"], len(page["entries"])), (N_ALL, 2))
        entry = self.client.get_entry(ids[0])
        self.assertIn("Tom & <Jerry>", entry["title"])
        self.assertEqual(entry["feed"]["id"], entry["feed_id"])
        self.assertEqual(self.client.get_feed_entry(entry["feed_id"], ids[0]), entry)
        self.assertEqual(self.client.get_category_entry(entry["feed"]["category"]["id"], ids[0]), entry)
        self.assertTrue(self.client.update_entries(ids[:2], "read"))
        self.assertEqual((self.ids(status="read"), self.ids(status=["unread"])), (ids[:2], ids[2:]))
        self.assertTrue(self.client.update_entries(ids[:2], "unread"))
        self.assertEqual(self.ids(after_entry_id=ids[0], before_entry_id=ids[3]), ids[1:3])
        for starred in [[ids[3]], []]:
            self.assertTrue(self.client.toggle_bookmark(ids[3]))
            self.assertEqual(self.ids(starred=True), starred)
        self.assertTrue(self.client.save_entry(ids[0]))
        self.assertTrue(self.client.flush_history())
        for nothing in [lambda: self.client.get_entry(4711), lambda: self.client.toggle_bookmark(4711)]:
            with self.assertRaises(miniflux.ResourceNotFound):
                nothing()
        with self.assertRaises(miniflux.BadRequest):
            self.client.get_entries(status="nonsense")

    def test_feeds_and_categories_are_managed(self):
        comics = next(one for one in self.client.get_categories() if one["title"] == "Comics")
        self.assertEqual([feed["title"] for feed in self.client.get_category_feeds(comics["id"])], ["The alpha"])
        made = self.client.create_category("Science")
        self.assertEqual(self.client.update_category(made["id"], "Arts")["title"], "Arts")
        with self.assertRaises(miniflux.BadRequest):
            self.client.create_category("Arts")
        found = self.client.discover(self.server.feed_url("delta"))
        self.assertEqual([one["title"] for one in found], ["The delta"])
        feed = self.client.create_feed(found[0]["url"], made["id"])
        with self.assertRaises(miniflux.BadRequest):
            self.client.create_feed(found[0]["url"])
        self.assertEqual(self.client.get_feed(feed)["category"]["title"], "Arts")
        self.assertEqual(self.client.get_feed_entries(feed)["total"], N_ARTICLES)
        changed = self.client.update_feed(feed, title="Mine", category_id=comics["id"], crawler=False)
        self.assertEqual((changed["title"], changed["category"]["title"]), ("Mine", "Comics"))
        self.assertTrue(self.client.refresh_feed(feed))
        self.assertTrue(self.client.refresh_category(comics["id"]))
        self.assertTrue(self.client.refresh_all_feeds())
        self.assertIn("<opml", self.client.export_feeds())
        self.client.delete_feed(feed)
        self.client.delete_category(made["id"])
        with self.assertRaises(miniflux.ResourceNotFound):
            self.client.get_feed(feed)
        with self.assertRaises(miniflux.ResourceNotFound):
            self.client.get_feed_icon(self.feeds["The beta"]["id"])

    def test_feeds_categories_and_everything_are_marked_read(self):
        alpha, beta, gamma = (self.feeds[f"The {name}"] for name in NAMES)
        counters = self.client.get_feed_counters()
        self.assertEqual(counters["unreads"], {str(feed["id"]): N_ARTICLES for feed in self.feeds.values()})
        self.client.mark_feed_entries_as_read(beta["id"])
        self.client.mark_category_entries_as_read(alpha["category"]["id"])
        self.assertEqual(self.client.get_feed_counters()["unreads"], {str(gamma["id"]): N_ARTICLES})
        self.client.mark_user_entries_as_read(self.client.me()["id"])
        self.assertEqual(self.ids(status="unread"), [])

    def test_subscriptions_are_imported(self):
        url = self.server.feed_url("epsilon")
        opml = f'<opml version="2.0"><body><outline type="rss" text="E" xmlUrl="{url}"/></body></opml>'
        self.assertTrue(self.client.import_feeds(opml)["message"])


if __name__ == "__main__":
    unittest.main()
