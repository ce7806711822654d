"""How hooks are told: signed, in order, again until somebody takes it, and never where it must not go."""
import time

import pytest
from client import ADMIN, Client
from program import Program, wait_until
from receiver import Receiver


def deliveries(who, work, hook):
    return who.get(f"{work}/hooks/{hook['id']}/deliveries").json()


def open_issues(who, work, count, first=1):
    for number in range(first, first + count):
        who.post(f"{work}/issues", {"title": f"number {number}"}, expect=201)


def test_a_call_is_signed_and_named(ann, work):
    with Receiver() as box:
        hook = box.hook(ann, work, "issues", path="/some/path?x=1", config={"secret": "s3cret"},
                        authorization_header="Bearer token-of-receiver")
        ann.post(f"{work}/hooks/{hook['id']}/tests", expect=204)
        told = box.next("push")
        assert [told.method, told.path, told.headers["content-type"]] == ["POST", "/some/path?x=1", "application/json"]
        assert told.headers["authorization"] == "Bearer token-of-receiver" and told.signed_with("s3cret")
        assert len({told.headers[f"x-{brand}-delivery"] for brand in ("cairn", "gitea", "gogs", "github")}) == 1
        assert told.json["before"] == told.json["after"] and told.json["repository"]["permissions"]["admin"] is False
        assert "\n  \"ref\": " in told.text, "written for people, indented by two spaces"
        ann.post(f"{work}/hooks/{hook['id']}/tests?ref=refs/heads/other", expect=204)
        assert box.next("push").json["ref"] == "refs/heads/other"


def test_without_a_secret_nothing_is_signed(ann, work):
    with Receiver() as box:
        hook = box.hook(ann, work, "push", config={"content_type": "form"})
        ann.post(f"{work}/hooks/{hook['id']}/tests", expect=204)
        told = box.next("push")
        assert told.body.startswith(b"payload=") and told.headers["content-type"] == "application/x-www-form-urlencoded"
        assert [told.headers[name] for name in ("x-cairn-signature", "x-hub-signature", "x-hub-signature-256")] == ["", "sha1=", "sha256="]
        assert "authorization" not in told.headers


def test_an_empty_repository_has_nothing_to_try_a_hook_with(ann):
    ann.post("/user/repos", {"name": "empty"}, expect=201)
    with Receiver() as box:
        hook = box.hook(ann, f"/repos/{ann.name}/empty", "push")
        ann.post(f"/repos/{ann.name}/empty/hooks/{hook['id']}/tests", expect=404)


@pytest.mark.parametrize("kind, members", [
    ("gogs", {"ref", "commits", "repository"}), ("slack", {"channel", "text", "username", "attachments"}),
    ("discord", {"username", "embeds"}), ("dingtalk", {"msgtype", "actionCard"}), ("telegram", {"rich_message"}),
    ("msteams", {"@type", "@context", "title", "sections", "potentialAction"}), ("feishu", {"msg_type", "content"}),
    ("wechatwork", {"msgtype", "markdown"}), ("matrix", {"msgtype", "body", "formatted_body"}), ("packagist", {"repository"})])
def test_each_service_gets_its_own_form(ann, work, kind, members):
    with Receiver() as box:
        hook = box.hook(ann, work, "push", "issues", type=kind, config={"channel": "#general", "username": "bot"})
        ann.post(f"{work}/hooks/{hook['id']}/tests", expect=204)
        told = wait_until(lambda: box.got and box.got.pop(), "the call")
        assert members <= set(told.json), told.json
        assert told.method == ("PUT" if kind == "matrix" else "POST")
        if kind == "matrix":
            assert told.path == "/hook/" + told.uuid
        if kind not in ("gogs", "packagist"):
            ann.post(f"{work}/issues", {"title": "<b>&*x*", "body": "words"}, expect=201)
            told = wait_until(lambda: box.got and box.got.pop(), "the call")
            assert "Issue opened" in told.text and ann.name in told.text


def test_what_fails_is_tried_again_under_the_same_name_and_what_follows_waits(ann, work):
    answers = iter([500, None, 404])
    with Receiver(lambda _: next(answers, 200)) as box:
        hook = box.hook(ann, work, "issues")
        open_issues(ann, work, 3)
        wait_until(lambda: len(box.got) >= 6, "three failures and three successes")
        assert [d.json["number"] for d in box.got] == [1, 1, 1, 1, 2, 3]
        assert len({d.uuid for d in box.got[:4]}) == 1
        wait_until(lambda: all(d["state"] == "delivered" for d in deliveries(ann, work, hook)), "all to be noted")
        assert [d["attempts"] for d in deliveries(ann, work, hook)] == [1, 1, 4]


def test_one_that_hangs_keeps_nobody_waiting(ann, work):
    with Receiver(lambda _: time.sleep(8) or 200) as hanging, Receiver() as box:
        slow = hanging.hook(ann, work, "issues")
        box.hook(ann, work, "issues")
        began = time.monotonic()
        open_issues(ann, work, 20)
        wait_until(lambda: len(box.got) == 20, "the other to hear of all")
        assert time.monotonic() - began < 8 and [d.json["number"] for d in box.got] == list(range(1, 21))
        first = wait_until(lambda: next((d for d in deliveries(ann, work, slow) if d["error"]), None), "the timeout")
        assert first["state"] == "waiting" and first["status_code"] == 0 and first["next_attempt_at"]
        ann.delete(f"{work}/hooks/{slow['id']}", expect=204)


def test_it_goes_only_where_it_may_also_when_it_is_led_on(ann, work):
    with Receiver() as box:
        leads_on = Receiver(lambda _: (307, {"Location": box.url + "/moved"}))
        leads_astray = Receiver(lambda _: (302, {"Location": "http://127.0.0.2:9/secret"}))
        with leads_on, leads_astray:
            good = leads_on.hook(ann, work, "issues", authorization_header="Bearer x", config={"secret": "k"})
            bad = leads_astray.hook(ann, work, "issues")
            named = leads_on.hook(ann, work, "issues", config={"url": "http://127.0.0.3:9/"})
            open_issues(ann, work, 1)
            told = box.next("issues")
            assert told.path == "/moved" and told.method == "POST" and told.signed_with("k")
            assert "authorization" not in told.headers, "it is meant for another host"
            assert leads_on.got[0].headers["authorization"] == "Bearer x"
            for hook in (bad, named):
                tried = wait_until(lambda: deliveries(ann, work, hook)[0]["error"], "the refusal")
                assert "ALLOWED_HOST_LIST" in tried
            wait_until(lambda: deliveries(ann, work, good)[0]["state"] == "delivered", "the delivery to be noted")
            for hook in (bad, named):
                ann.delete(f"{work}/hooks/{hook['id']}", expect=204)


def test_history_tells_request_and_answer_and_can_be_repeated(ann, work, chief):
    with Receiver(lambda _: (201, {"X-Seen": "yes"})) as box:
        hook = box.hook(ann, work, "issues", config={"secret": "k"}, authorization_header="Bearer hidden")
        open_issues(ann, work, 1)
        told = box.next("issues")
        path = f"{work}/hooks/{hook['id']}/deliveries"
        listed = wait_until(lambda: [d for d in ann.get(path).json() if d["state"] == "delivered"], "it to be noted")[0]
        assert [listed["uuid"], listed["event"], listed["type"], listed["status_code"]] == [told.uuid, "issues", "issues", 201]
        whole = ann.get(f"{path}/{listed['id']}").json()
        assert whole["request"]["body"] == told.text and whole["request"]["headers"]["X-Cairn-Delivery"] == told.uuid
        assert "hidden" not in str(whole) and whole["response"]["body"] == "taken" and "X-Seen: yes" in whole["response"]["headers"]
        again = ann.post(f"{path}/{listed['id']}/redeliver", expect=202).json()
        assert again["redelivery"] and again["id"] != listed["id"]
        assert box.next("issues").uuid == told.uuid, "the receiver knows it"
        ann.get(f"{path}/999999", expect=404)
        ann.post(f"{path}/999999/redeliver", expect=404)
        chief.post("/user/repos", {"name": f"other-{ann.name}"}, expect=201)
        chief.get(f"/repos/root/other-{ann.name}/hooks/{hook['id']}/deliveries", expect=404)
        Client(ann.url).get(path, expect=401)


@pytest.mark.parametrize("base", ["/user", "/orgs/{org}", "/admin"])
def test_other_hooks_have_a_history_too(ann, work, chief, base):
    who = chief if base == "/admin" else ann
    org = f"org-of-{ann.name}"
    if "{org}" in base:
        ann.post("/orgs", {"username": org}, expect=201)
    base = base.format(org=org)
    with Receiver() as box:
        hook = box.hook(who, base, "repository", config={"is_system_webhook": "true"} if who is chief else {})
        ann.post(f"/orgs/{org}/repos" if "/orgs" in base else "/user/repos", {"name": "another"}, expect=201)
        box.next("repository")
        path = f"{base}/hooks/{hook['id']}/deliveries"
        listed = wait_until(lambda: [d for d in who.get(path).json() if d["state"] == "delivered"], "it to be noted")
        assert who.get(f"{path}/{listed[0]['id']}").json()["response"]["status_code"] == 200
        who.post(f"{path}/{listed[0]['id']}/redeliver", expect=202)
        box.next("repository")
        who.delete(f"{base}/hooks/{hook['id']}", expect=204)


def test_a_hook_that_is_switched_off_is_told_nothing(ann, work):
    with Receiver() as box:
        hook = box.hook(ann, work, "issues", active=False)
        open_issues(ann, work, 1)
        assert deliveries(ann, work, hook) == []
        ann.post(f"{work}/hooks/{hook['id']}/tests", expect=204)
        off = wait_until(lambda: next((d for d in deliveries(ann, work, hook) if d["state"] == "failed"), None), "it to be given up")
        assert off["error"] and not box.got


def test_what_nobody_takes_for_too_long_is_given_up_and_forgotten(tmp_path, database):
    program = Program(tmp_path / "data", database, {"webhook": {"ALLOWED_HOST_LIST": "loopback", "RETRY_DELAY": "1s",
                                                               "RETRY_FOR": "0", "KEEP_DELIVERIES": "0"}})
    program.create_user(*ADMIN, "--admin")
    try:
        program.start()
        root = Client(program.url, basic=ADMIN)
        root.post("/user/repos", {"name": "work"}, expect=201)
        with Receiver(500) as box:
            hook = box.hook(root, "/repos/root/work", "issues")
            open_issues(root, "/repos/root/work", 2)
            wait_until(lambda: [d["state"] for d in deliveries(root, "/repos/root/work", hook)] == ["failed"] * 2, "both to be given up")
            assert [d.json["number"] for d in box.got] == [1, 2]

            def forgotten():  # as soon as a second has passed
                root.post("/admin/cron/cleanup_hook_task_table", expect=204)
                return not deliveries(root, "/repos/root/work", hook)

            wait_until(forgotten, "them to be forgotten")
        program.stop()
    finally:
        program.close()
