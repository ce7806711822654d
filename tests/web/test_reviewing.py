"""Reviewing a pull request beside its files, without a script: remarks, drafts, conversations, suggestions, verdicts."""
import html
import re

import pytest
from program import wait_until
from pulls import begun, merge, propose, put_file, tip
from repositories import at, let_in
from reviews import remarks, review, reviews, states

LINES = "".join(f"line {i}\n" for i in range(1, 31))


class Place:
    """ann's repository, in which ben has proposed a change to line 10 of a.txt; cy reads."""

    def __init__(self, new_user, resident):
        self.ann, self.ben, self.cy = new_user(), new_user(), new_user()
        self.repository = begun(self.ann)
        let_in(self.ann, self.repository, self.ben)
        put_file(self.ann, self.repository, "a.txt", LINES)
        self.write(LINES.replace("line 10\n", "line ten\n"), new_branch="feat")
        self.pull = propose(self.ben, self.repository)
        self.home = f"/{self.repository['full_name']}/pulls/1"
        self.files = f"{self.home}/files"
        self.resident = resident

    def write(self, text, path="a.txt", branch="feat", **more):
        if "new_branch" in more:
            branch = "main"
        return put_file(self.ben, self.repository, path, text, branch=branch, **more)

    def browser(self, who):
        browser = self.resident(who.name)
        browser.open(self.files, expect=200)
        return browser

    def remark(self, browser, body, line=10, expect=303, **more):
        browser.post(f"{self.home}/review/comment", {"path": "a.txt", "side": "new", "line": line, "body": body, **more}, expect=expect)
        return int(browser.location.rsplit("-", 1)[1]) if expect == 303 else None


@pytest.fixture
def place(new_user, resident):
    return Place(new_user, resident)


def thread(text, remark):
    found = re.search(rf'<(div|details) class="thread[^"]*" id="thread-{remark}">.*?(?=id="thread-|<section class="diff-file|<div id="draft-bar")', text, re.S)
    assert found, f"there is no thread {remark}"
    return found[0]


class TestDrafts:
    def test_the_form_asks_for_a_line(self, place):
        browser = place.browser(place.cy)
        address = html.unescape(re.search(r'<a href="([^"]+)" rel="nofollow">(?:(?!</a>).)*Comment on a line', browser.page, re.S)[1])
        browser.open(address, expect=200)
        assert 'name="line"' in browser.page and "a.txt" in browser.page
        browser.submit("/review/comment", {"line": "10", "side": "new", "body": "why *ten*?", "send": "", "preview": ""}, expect=303)
        browser.follow()
        assert "why <em>ten</em>?" in browser.page and "Draft, only you see it" in browser.page and "1 draft" in browser.page
        assert place.files in browser.answer.url

    def test_are_kept_at_once_and_are_one_persons(self, place):
        browser = place.browser(place.cy)
        draft = place.remark(browser, "only mine")
        browser.open(place.files, expect=200)
        text = thread(browser.page, draft)
        assert "thread draft" in text and "only mine" in text
        assert browser.page.index(">line <ins>ten</ins>") < browser.page.index(f'id="thread-{draft}"'), "below its line"
        for who in (place.ann, place.ben):
            other = place.browser(who)
            assert "only mine" not in other.page
            for what in ("edit", "delete"):
                other.open(f"/{place.repository['full_name']}/pulls/comments/{draft}/{what}", expect=404)
                other.post(f"/{place.repository['full_name']}/pulls/comments/{draft}/{what}", {"body": "x"}, expect=404)
            other.post(f"{place.home}/comments/{draft}/send", {}, expect=404)
            other.post(f"{place.home}/comments/{draft}/reply", {"body": "x"}, expect=404)
            other.post(f"/{place.repository['full_name']}/pulls/comments/{draft}/resolve", {}, expect=404)
        assert states(place.cy, place.pull) == ["PENDING"]

    def test_edited_and_deleted(self, place):
        browser = place.browser(place.cy)
        draft = place.remark(browser, "first words")
        one = f"/{place.repository['full_name']}/pulls/comments/{draft}"
        browser.open(f"{one}/edit?back={place.files}%3Fstyle%3Dsplit", expect=200)
        browser.submit("/edit", {"body": "second words", "preview": ""}, expect=303)
        assert browser.location == f"{place.files}?style=split#issuecomment-{draft}"
        browser.follow()
        assert "second words" in browser.page
        browser.post(f"{one}/edit", {"body": " "}, expect=422)
        browser.post(f"{one}/edit", {"body": "third", "seen": "another"}, expect=409)
        assert "second words" in browser.page and "third" in browser.page
        browser.open(f"{one}/delete", expect=200)
        assert "Delete this draft?" in browser.page
        browser.submit("/delete", expect=303)
        browser.follow()
        assert "second words" not in browser.page and states(place.cy, place.pull) == [], "the draft goes with its last remark"

    def test_survive_a_push_that_moves_their_line(self, place):
        browser = place.browser(place.cy)
        draft = place.remark(browser, "hold on to it")
        place.write("new first\n" + LINES.replace("line 10\n", "line ten\n"))
        browser.open(place.files, expect=200)
        assert "line 11" in thread(browser.page, draft) and "Line gone" not in browser.page

    def test_survive_a_push_that_takes_their_line(self, place):
        browser = place.browser(place.cy)
        draft = place.remark(browser, "hold on to it")
        place.write("all new\n")
        browser.open(place.files, expect=200)
        assert "Drafts whose lines are gone" in browser.page and "line ten" in thread(browser.page, draft)
        assert browser.page.index("Drafts whose lines are gone") < browser.page.index('<section class="diff-file')
        assert browser.page.count(f'id="issuecomment-{draft}"') == 1

    def test_survive_a_deleted_file(self, place):
        browser = place.browser(place.cy)
        put_file(place.ben, place.repository, "b.txt", "x\n", branch="feat")
        draft = place.remark(browser, "about b", line=1, path="b.txt")
        sha = place.ben.get(f"{at(place.repository)}/contents/b.txt?ref=feat").json()["sha"]
        place.ben.delete(f"{at(place.repository)}/contents/b.txt", json={"sha": sha, "branch": "feat"}, expect=200)
        browser.open(place.files, expect=200)
        assert "Drafts whose lines are gone" in browser.page and "about b" in thread(browser.page, draft)

    def test_survive_a_merge(self, place):
        browser = place.browser(place.cy)
        draft = place.remark(browser, "too late?")
        merge(place.ann, place.pull)
        browser.open(place.files, expect=200)
        assert "too late?" in browser.page
        browser.post(f"{place.home}/comments/{draft}/send", {"back": place.files}, expect=303)
        browser.open(place.files, expect=200)
        assert "Draft, only you see it" not in browser.page and "too late?" in place.browser(place.ann).page
        assert states(place.cy, place.pull) == ["COMMENT"]

    def test_one_is_sent_alone_and_the_others_stay(self, place):
        browser = place.browser(place.cy)
        first, second = place.remark(browser, "first"), place.remark(browser, "second", line=11)
        browser.post(f"{place.home}/comments/{first}/send", {}, expect=303)
        assert sorted(states(place.cy, place.pull)) == ["COMMENT", "PENDING"]
        browser.post(f"{place.home}/comments/{first}/send", {}, expect=422)
        other = place.browser(place.ben)
        assert "first" in other.page and f'id="thread-{second}"' not in other.page

    def test_a_comment_now_leaves_the_draft_alone(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "a draft")
        now = place.remark(browser, "said at once", line=11, send="now")
        assert sorted(states(place.cy, place.pull)) == ["COMMENT", "PENDING"]
        other = place.browser(place.ben)
        assert "said at once" in thread(other.page, now) and "a draft" not in other.page

    def test_discarded(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "one")
        place.remark(browser, "two", line=11)
        browser.open(f"{place.home}/review/discard", expect=200)
        assert "2 drafts are deleted" in browser.page
        browser.submit("/discard", expect=303)
        assert states(place.cy, place.pull) == []
        browser.follow()
        assert "Your drafts are deleted." in browser.page

    def test_the_preview(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "so *it* looks", preview="text", expect=200)
        assert '<div id="preview">' in browser.page and "<em>it</em>" in browser.page and "so *it* looks" in browser.page
        assert states(place.cy, place.pull) == []


class TestRefusedRemarks:
    @pytest.mark.parametrize("more", [{"line": 31}, {"line": -1}, {"line": "x"}, {"line": 99999999999999999999}, {"path": "none.txt"}, {"side": "left"},
                                      {"line": 5, "first": 9}, {"side": "old", "line": 31}, {"path": "../a.txt"}, {"path": ""}, {"after": "0" * 40},
                                      {"before": "main"}, {"body": ""}, {"body": " \n "}])
    def test_lines_that_are_not_there(self, place, more):
        browser = place.browser(place.cy)
        place.remark(browser, **{"body": "my words", **more}, expect=422)
        if "body" not in more:
            assert "my words" in browser.page, "no word is lost"
        assert states(place.cy, place.pull) == []

    def test_a_huge_suggestion(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "```suggestion\n" + "x" * 70_000 + "\n```", expect=422)
        assert states(place.cy, place.pull) == []

    def test_strangers_and_the_blocked(self, place, visitor):
        visitor.post(f"{place.home}/review/comment", {"path": "a.txt", "line": 10, "body": "x"})
        assert visitor.answer.status_code in (303, 401)
        place.ann.call("PUT", f"/user/blocks/{place.cy.name}", expect=204)
        browser = place.browser(place.cy)
        assert "data-comment=\"/" not in browser.page and 'id="review-menu"' not in browser.page
        place.remark(browser, "x", expect=403)
        browser.open(f"{place.home}/review/comment?path=a.txt", expect=403)
        assert states(place.ann, place.pull) == []

    def test_another_sites_form(self, place):
        browser = place.browser(place.cy)
        browser.post(f"{place.home}/review/comment", {"path": "a.txt", "line": 10, "body": "x"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)

    def test_the_way_back_stays_here(self, place):
        browser = place.browser(place.cy)
        for back in ("https://evil.example/", "//evil.example", f"{place.home}0/files", "/", f"{place.files}\\..", f"{place.files}\r\nX: y"):
            draft = place.remark(browser, "x", back=back)
            assert browser.location == f"{place.files}#issuecomment-{draft}"

    def test_archived(self, place):
        place.ann.call("PATCH", at(place.repository), {"archived": True}, expect=200)
        browser = place.browser(place.cy)
        assert 'id="review-menu"' not in browser.page
        place.remark(browser, "x", expect=423)


class TestConversations:
    def test_of_several_lines_and_of_the_old_side(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "these three", line=12, first=10, send="now")
        place.remark(browser, "the old one", side="old", line=10, send="now")
        place.remark(browser, "all of it", line=0, send="now")
        browser.open(place.files, expect=200)
        assert "lines 10 to 12" in browser.page and "old line 10" in browser.page and "all of it" in browser.page
        browser.open(f"{place.files}?style=split", expect=200)
        assert 'class="talk-row"><td colspan="6">' in browser.page and "the old one" in browser.page

    def test_on_lines_that_nobody_has_changed(self, place):
        browser = place.browser(place.cy)
        assert ">line 25<" not in browser.page
        place.remark(browser, "and this one?", line=25, send="now")
        browser.open(place.files, expect=200)
        assert ">line 25<" in browser.page and browser.page.index(">line 25<") < browser.page.index("and this one?") < browser.page.index("Whole file", browser.page.index(">line 25<"))

    def test_answered_and_ended(self, place):
        said = place.remark(place.browser(place.cy), "why?", send="now")
        browser = place.browser(place.ben)
        browser.post(f"{place.home}/comments/{said}/reply", {"body": "because", "back": place.files}, expect=303)
        browser.follow()
        assert "because" in thread(browser.page, said)
        browser.post(f"{place.home}/comments/{said}/reply", {"body": " "}, expect=422)
        assert "Your reply" in browser.page
        one = f"/{place.repository['full_name']}/pulls/comments/{said}"
        place.browser(place.cy).post(f"{one}/resolve", {}, expect=403)
        browser.post(f"{one}/resolve", {"back": place.files}, expect=303)
        assert browser.location == f"{place.files}#thread-{said}"
        browser.follow()
        assert thread(browser.page, said).startswith("<details") and "Resolved" in thread(browser.page, said)
        browser.open(f"{place.files}?resolved=hide", expect=200)
        assert f'id="thread-{said}"' not in browser.page
        browser.post(f"{one}/unresolve", {}, expect=303)
        browser.open(place.files, expect=200)
        assert thread(browser.page, said).startswith("<div")

    def test_outdated_ones_keep_their_lines(self, place):
        said = place.remark(place.browser(place.cy), "why?", send="now")
        place.write("all new\n")
        browser = place.browser(place.cy)
        text = thread(browser.page, said)
        assert text.startswith("<details") and "Outdated" in text and "line ten" in text

    def test_about_files_that_are_not_changed_any_more(self, place):
        put_file(place.ben, place.repository, "b.txt", "x\n", branch="feat")
        said = place.remark(place.browser(place.cy), "about b", line=1, path="b.txt", send="now")
        sha = place.ben.get(f"{at(place.repository)}/contents/b.txt?ref=feat").json()["sha"]
        place.ben.delete(f"{at(place.repository)}/contents/b.txt", json={"sha": sha, "branch": "feat"}, expect=200)
        browser = place.browser(place.cy)
        assert "About files that are not changed any more" in browser.page and "about b" in thread(browser.page, said)

    def test_reactions_edits_and_deletion(self, place):
        cy = place.browser(place.cy)
        said = place.remark(cy, "why?", send="now")
        one = f"/{place.repository['full_name']}/pulls/comments/{said}"
        cy.post(f"{one}/react", {"content": "heart"}, expect=303)
        cy.open(place.files, expect=200)
        assert "Heart: 1" in cy.page
        cy.post(f"{one}/unreact", {"content": "heart"}, expect=303)
        cy.open(place.files, expect=200)
        assert "Heart: 1" not in cy.page
        stranger = place.resident(place.ben.name)
        cy.post(f"{one}/edit", {"body": "why not?"}, expect=303)
        cy.open(place.files, expect=200)
        assert "why not?" in cy.page and "edited" in cy.page
        other = place.browser(place.ben)
        assert f"{one}/delete" in other.page, "who writes to pull requests may"
        stranger.post(f"{one}/delete", {}, expect=303)
        assert f'id="thread-{said}"' not in place.browser(place.cy).page
        third = place.remark(place.browser(place.ben), "mine", send="now")
        cy.post(f"/{place.repository['full_name']}/pulls/comments/{third}/delete", {}, expect=403)
        cy.open(f"/{place.repository['full_name']}/pulls/comments/{third}/edit", expect=403)
        assert "mine" in place.browser(place.cy).page

    def test_a_comment_of_another_kind_is_none(self, place):
        said = place.ben.post(f"{at(place.repository)}/issues/1/comments", {"body": "plain"}, expect=201).json()["id"]
        browser = place.browser(place.ben)
        one = f"/{place.repository['full_name']}/pulls/comments/{said}"
        browser.open(f"{one}/edit", expect=404)
        browser.post(f"{one}/delete", {}, expect=404)
        browser.post(f"{one}/react", {"content": "heart"}, expect=404)
        browser.post(f"{one}/resolve", {}, expect=400)


class TestVerdicts:
    def test_approve_with_drafts(self, place):
        browser = place.browser(place.ann)
        place.remark(browser, "a nit")
        browser.open(place.files, expect=200)
        browser.submit("/review", {"event": "APPROVED", "body": "fine"}, expect=303)
        assert "#pullrequestreview-" in browser.location
        made = reviews(place.ann, place.pull)
        assert [(r["state"], r["body"], r["official"], r["stale"]) for r in made] == [("APPROVED", "fine", True, False)]
        assert remarks(place.ann, place.pull, made[0])[0]["body"] == "a nit"
        assert "a nit" in place.browser(place.cy).page

    def test_what_was_seen_is_what_is_approved(self, place):
        browser = place.browser(place.ann)
        seen = tip(place.ann, place.repository, "feat")
        place.write("all new\n")
        browser.post(f"{place.home}/review", {"event": "APPROVED", "commit_id": seen}, expect=303)
        made = reviews(place.ann, place.pull)[0]
        assert (made["commit_id"], made["stale"]) == (seen, True)

    def test_a_comment_with_drafts_needs_no_words(self, place):
        browser = place.browser(place.cy)
        place.remark(browser, "a nit")
        browser.post(f"{place.home}/review", {"event": "COMMENT", "body": ""}, expect=303)
        assert states(place.cy, place.pull) == ["COMMENT"]

    @pytest.mark.parametrize("event", ["COMMENT", "REQUEST_CHANGES", "PENDING", "", "nonsense"])
    def test_nothing_said(self, place, event):
        browser = place.browser(place.ann)
        browser.post(f"{place.home}/review", {"event": event, "body": " "}, expect=422)
        assert "Your review" in browser.page
        assert states(place.ann, place.pull) == []

    def test_ones_own_is_only_commented(self, place):
        browser = place.browser(place.ben)
        assert 'value="APPROVED"' not in browser.page and "Nobody approves their own pull request" in browser.page
        browser.post(f"{place.home}/review", {"event": "APPROVED", "body": "my words"}, expect=422)
        assert "my words" in browser.page
        browser.post(f"{place.home}/review", {"event": "COMMENT", "body": "by the way"}, expect=303)

    def test_closed_ones_are_only_commented(self, place):
        merge(place.ann, place.pull)
        browser = place.browser(place.cy)
        assert 'value="APPROVED"' not in browser.page
        browser.post(f"{place.home}/review", {"event": "APPROVED"}, expect=422)
        browser.post(f"{place.home}/review", {"event": "COMMENT", "body": "late"}, expect=303)

    def test_dismissed_restored_and_asked_for_again(self, place):
        made = review(place.cy, place.pull)
        one = f"{place.home}/reviews/{made['id']}"
        browser = place.browser(place.ann)
        browser.open(f"{one}/dismiss", expect=200)
        browser.submit("/dismiss", {"message": "not now", "priors": "false"}, expect=303)
        assert reviews(place.ann, place.pull)[0]["dismissed"] is True
        browser.post(f"{one}/undismiss", {}, expect=303)
        assert reviews(place.ann, place.pull)[0]["dismissed"] is False
        browser.post(f"{one}/rerequest", {}, expect=303)
        assert states(place.ann, place.pull) == ["APPROVED", "REQUEST_REVIEW"]
        other = place.browser(place.cy)
        other.open(f"{one}/dismiss", expect=403)
        other.post(f"{one}/dismiss", {"message": "x"}, expect=403)


class TestSuggestions:
    def suggest(self, place, text, line=10, **more):
        return place.remark(place.browser(place.cy), f"Better:\n```suggestion\n{text}```\n", line=line, send="now", **more)

    def apply(self, place, who, *ids, expect=303, **more):
        browser = place.browser(who)
        browser.post(f"{place.home}/review/apply", {"id": list(ids), **more}, expect=expect)
        return browser

    def content(self, place):
        return place.ben.get(f"/repos/{place.repository['full_name']}/raw/a.txt?ref=feat").text

    def test_are_shown_as_a_change(self, place):
        said = self.suggest(place, "line number ten\n")
        text = thread(place.browser(place.ben).page, said)
        assert "Suggested change" in text and "<ins>number </ins>" in text and "Apply suggestion" in text and "Better:" in text
        assert "Apply suggestion" not in thread(place.browser(place.cy).page, said), "who may not push is not asked"

    def test_are_applied_with_their_author(self, place):
        said = self.suggest(place, "line number ten\n")
        self.apply(place, place.ben, said)
        assert self.content(place) == LINES.replace("line 10\n", "line number ten\n")
        made = place.ben.get(f"{place.pull}/commits").json()[0]
        assert made["author"]["login"] == place.ben.name and f"Co-authored-by: {place.cy.name} <" in made["commit"]["message"]
        assert remarks(place.cy, place.pull, reviews(place.cy, place.pull)[0])[0]["resolver"]["login"] == place.ben.name
        wait_until(lambda: place.ben.get(place.pull).json()["head"]["sha"] == made["sha"], "the pull request follows")

    def test_several_become_one_commit(self, place):
        one, two = self.suggest(place, "10\n"), self.suggest(place, "12\n12b\n", line=12)
        three = self.suggest(place, "", line=21, first=20)
        self.apply(place, place.ben, one, two, three, message="All of it")
        assert self.content(place) == LINES.replace("line 10\n", "10\n").replace("line 12\n", "12\n12b\n").replace("line 20\nline 21\n", "")
        commits = place.ben.get(f"{place.pull}/commits").json()
        assert len(commits) == 2 and commits[0]["commit"]["message"].startswith("All of it\n")

    def test_lines_that_have_moved_and_lines_that_have_changed(self, place):
        said = self.suggest(place, "10\n")
        place.write("before\n" + LINES.replace("line 10\n", "line ten\n"))
        self.apply(place, place.ben, said)
        assert self.content(place) == "before\n" + LINES.replace("line 10\n", "10\n")
        again = self.suggest(place, "eleven\n", line=12)
        place.write("before\n" + LINES.replace("line 11\n", "other\n"))
        self.apply(place, place.ben, again, expect=409)
        assert "eleven" not in self.content(place)

    def test_two_about_one_line(self, place):
        one, two = self.suggest(place, "a\n", line=11, first=10), self.suggest(place, "b\n", line=11)
        self.apply(place, place.ben, one, two, expect=409)
        assert len(place.ben.get(f"{place.pull}/commits").json()) == 1, "all of them or none"

    def test_who_may(self, place):
        said = self.suggest(place, "10\n")
        self.apply(place, place.cy, said, expect=403)
        self.apply(place, place.ann, said)

    def test_what_is_no_suggestion(self, place):
        plain = place.remark(place.browser(place.cy), "no suggestion", send="now")
        old = self.suggest(place, "x\n", side="old")
        draft = place.remark(place.browser(place.ben), "```suggestion\nx\n```")
        hidden = place.remark(place.browser(place.cy), "```suggestion\nx\n```")
        for wrong in (plain, old, draft):
            self.apply(place, place.ben, wrong, expect=422)
        for wrong in (hidden, 10**9):
            self.apply(place, place.ben, wrong, expect=404)
        self.apply(place, place.ben, expect=422)
        self.apply(place, place.ben, *range(1, 200), expect=422)
        merge(place.ann, place.pull)
        self.apply(place, place.ben, plain, expect=422)

    def test_line_ends_stay(self, place):
        place.write("one\r\ntwo\r\nthree")
        said = place.remark(place.browser(place.cy), "```suggestion\r\n2\r\n2b\r\n```", line=2, send="now")
        last = place.remark(place.browser(place.cy), "```suggestion\n3\n```", line=3, send="now")
        self.apply(place, place.ben, said, last)
        assert self.content(place) == "one\r\n2\r\n2b\r\n3"


def test_drafts_have_a_bound(place):
    """The API makes many at once; a thousand and one are refused."""
    lines = [{"path": "a.txt", "body": f"remark {i}", "new_position": 10} for i in range(500)]
    for _ in range(2):
        review(place.cy, place.pull, "PENDING", "drafts", comments=lines)
    browser = place.browser(place.cy)
    assert browser.page.count('<div class="said"') == 1000 and "1,000 drafts" in browser.page
    place.remark(browser, "one more", expect=422)
    browser.post(f"{place.home}/review/discard", {}, expect=303)
    assert states(place.cy, place.pull) == []
