"""Saved replies: a person's own, kept in the settings, and a menu in the field that comments are written in."""
import html
import re

from issues import new_issue
from repositories import new_repository

LIST = "/user/settings/replies"


def save(browser, title="Thanks", body="Thank you for the report.\nWhich version is it?"):
    browser.open(LIST, expect=200)
    browser.submit(LIST, {"title": title, "body": body}, expect=303)
    browser.follow()
    return int(re.search(rf'{LIST}/(\d+)">[^<]*<span class="unseen"> {re.escape(html.escape(title))}<', browser.page).group(1))


def test_keeping_them(resident, new_user):
    browser = resident(new_user().name)
    browser.open(LIST, expect=200)
    assert "You have none yet" in browser.page and 'aria-current="page"' in browser.page
    second = save(browser, "later", "b")
    first = save(browser, "Earlier & <b>", "a\r\nb")
    assert "The reply is saved" in browser.notice and "Earlier &amp; &lt;b&gt;" in browser.page
    assert browser.page.index("Earlier &amp;") < browser.page.index("<strong>later"), "by their titles, in any case"
    browser.open(f"{LIST}/{first}", expect=200)
    assert "a\nb</textarea>" in browser.page
    browser.submit(f"{LIST}/{first}", {"title": "Now", "body": "c"}, expect=303)
    assert "The reply is changed" in browser.follow().notice
    browser.open(f"{LIST}/{second}/delete", expect=200)
    browser.submit(f"{LIST}/{second}/delete", expect=303)
    assert "The reply is deleted" in browser.follow().notice and "later" not in browser.page
    browser.post(f"{LIST}/{second}/delete", expect=404)
    browser.post(f"{LIST}/{second}", {"title": "x", "body": "y"}, expect=404)


def test_what_is_refused_comes_back_as_it_was(resident, new_user):
    browser = resident(new_user().name)
    for title, body in (("", "words"), ("title", ""), ("  ", "words"), ("title", " \r\n "), ("t" * 101, "words"), ("title", "w" * 10001)):
        browser.post(LIST, {"title": title, "body": body}, expect=422)
        assert browser.problem and (title.strip() == "" or f'value="{title}"' in browser.page)
    browser.post(LIST, {"title": "a", "body": "b"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    for number in range(100):
        browser.post(LIST, {"title": f"reply {number}", "body": "b"}, expect=303)
    browser.post(LIST, {"title": "one too many", "body": "b"}, expect=422)
    browser.open(LIST, expect=200)
    assert "There is no room for more" in browser.page


def test_they_are_nobody_elses(resident, visitor, new_user):
    id = save(resident(new_user().name), body="only mine")
    other, owner = resident(new_user().name), new_user()
    repository = new_repository(owner)
    new_issue(owner, repository)
    for address in (f"{LIST}/{id}", f"{LIST}/{id}/delete"):
        other.open(address, expect=404)
        other.post(address, {"title": "x", "body": "y"}, expect=404)
        visitor.open(address, expect=303)
    for browser in (other, visitor):
        browser.open(f"/{repository['full_name']}/issues/1?reply={id}", expect=200)
        assert "only mine" not in browser.page
    assert "Thanks" not in other.page and "Edit saved replies" in other.page and "saved replies" not in visitor.page.lower()


def test_the_menu_opens_the_page_with_the_text_in_the_field(resident, new_user):
    owner = new_user()
    repository = new_repository(owner)
    new_issue(owner, repository, body="the words")
    browser = resident(owner.name)
    id = save(browser)
    page = f"/{repository['full_name']}/issues/1"
    browser.open(page, expect=200)
    [(link, data)] = re.findall(rf'<a href="({page}\?reply={id}#reply-form)" data-reply="([^"]*)">Thanks</a>', browser.page)
    assert data == f"{LIST}/{id}"
    browser.open(link.split("#")[0], expect=200)
    assert "Thank you for the report.\nWhich version is it?</textarea>" in browser.page
    browser.open(f"{page}?quote=issue&reply={id}", expect=200)
    assert "&gt; the words\n\nThank you" in browser.page
    for nonsense in ("-1", "x", "99999999999999999999"):
        browser.open(f"{page}?reply={nonsense}", expect=200)
