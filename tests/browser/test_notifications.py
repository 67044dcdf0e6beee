"""Notifications: the settings, the worker that shows them while no page is open, and the links in emails."""

from __future__ import annotations

import json

from playwright.async_api import expect

from partie.people.keys import new_pair
from tests.browser.conftest import Come
from tests.fixtures.service import until

PUSH = """
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  let current = null
  const made = {
    endpoint: 'https://push.example/one',
    toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'KEY', auth: 'A'.repeat(22) } }),
    unsubscribe: async () => ((current = null), true),
  }
  PushManager.prototype.subscribe = async () => (current = made)
  PushManager.prototype.getSubscription = async () => current
""".replace("KEY", new_pair().partition(" ")[2])
"""A browser with notifications and a push service: the one in tests has neither."""

ACCOUNT = """
  fetch('/api/account', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: 'Calling Ann', password: 'correct horse battery' }),
  }).then((answer) => answer.status)
"""


async def test_one_chooses_how_one_is_notified_and_a_worker_shows_it_while_no_page_is_open(come: Come) -> None:
    """The settings hold on other devices; a notification that was pushed is shown, and leads to its table."""
    ann = await come("Ann", workers=True)
    page, words = ann.page, ann.words
    await page.add_init_script(PUSH)
    assert await page.evaluate(ACCOUNT) == 201
    await page.goto(f"{ann.url}/account")
    notifications = page.get_by_role("region", name=words("notifications:title"))
    hook = notifications.get_by_label(words("notifications:webhook.label"))
    await hook.fill("http://hooks.example/1")
    await hook.press("Enter")
    await expect(hook).to_have_accessible_description(words.like("notifications:trouble.bad_url"))
    await hook.fill("https://hooks.example/1")
    await hook.press("Enter")
    await expect(notifications.get_by_text(words("notifications:webhook.set", host="hooks.example"))).to_be_visible()
    kind = words("notifications:kind.over")
    over = notifications.get_by_label(f"{kind}, {words('notifications:channel.webhook')}")
    async with page.expect_response(lambda answer: answer.request.method == "PUT"):
        await over.uncheck()
    async with page.expect_response(lambda answer: answer.request.method == "PUT"):
        await notifications.get_by_label(words("notifications:quiet.from")).fill("22:00")
    push = notifications.get_by_role("switch", name=words("notifications:push"))
    async with page.expect_response("**/api/calls/push"):
        await push.click()
    await expect(push).to_be_checked()
    await page.reload()
    await expect(over).not_to_be_checked()
    await expect(notifications.get_by_label(words("notifications:quiet.from"))).to_have_value("22:00")
    pushed_over = notifications.get_by_label(f"{kind}, {words('notifications:channel.push')}")
    await expect(pushed_over).to_be_checked()
    assert await page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)") == f"{ann.url}/"
    session = await page.context.new_cdp_session(page)
    versions: list[dict[str, object]] = []
    session.on("ServiceWorker.workerVersionUpdated", lambda told: versions.extend(told["versions"]))
    await session.send("ServiceWorker.enable")
    await until(lambda: bool(versions))
    workers = page.context.service_workers
    worker = workers[0] if workers else await page.context.wait_for_event("serviceworker")
    await worker.evaluate(
        "self.shown = []; self.registration.showNotification = async (...said) => void self.shown.push(said); null"
    )
    told = {"title": "It is your turn", "body": "Toy with Bob", "table": "some-table"}
    pushed = {"origin": ann.url, "registrationId": str(versions[0]["registrationId"]), "data": json.dumps(told)}
    await session.send("ServiceWorker.deliverPushMessage", pushed)

    async def shown() -> bool:
        return bool(await worker.evaluate("self.shown.length"))

    await until(shown)
    assert await worker.evaluate("self.shown") == [
        ["It is your turn", {"body": "Toy with Bob", "tag": "partie.some-table", "data": "/table/some-table"}]
    ]


async def test_a_link_of_an_email_that_is_no_good_any_more_says_so(come: Come) -> None:
    """Nothing is confirmed by opening it; the last one is done by opening it, and says so."""
    ann = await come("Ann", "/calls#confirm.no.good")
    await ann.button(ann.words("notifications:confirm.do")).click()
    await expect(ann.page.get_by_text(ann.words("notifications:trouble.bad_code"))).to_be_visible()
    await ann.page.goto(f"{ann.url}/calls#stop.nobody.nothing")
    await ann.page.reload()
    await expect(ann.page.get_by_text(ann.words("notifications:stopped"))).to_be_visible()
