"""The pages of a wiki, without a script: what they show, to whom, and everything that can be done there."""
import base64
import html
import os
import re
import subprocess

import pytest
from client import PASSWORD
from repositories import at, let_in, new_repository
from visitor import Forms


def b64(text):
    return base64.b64encode(text.encode()).decode()


@pytest.fixture
def place(new_user):
    """An owner with a repository whose wiki is empty."""
    owner = new_user()
    return owner, new_repository(owner)


def write(owner, repository, title, text="text", **more):
    return owner.post(f"{at(repository)}/wiki/new", {"title": title, "content_base64": b64(text), **more}, expect=201).json()


def rewrite(owner, repository, title, text, **more):
    owner.call("PATCH", f"{at(repository)}/wiki/page/{title}", {"title": title, "content_base64": b64(text), **more}, expect=200)


def content(owner, repository, name):
    return base64.b64decode(owner.get(f"{at(repository)}/wiki/page/{name}").json()["content_base64"]).decode()


def revisions(owner, repository, name):
    return [commit["sha"] for commit in owner.get(f"{at(repository)}/wiki/revisions/{name}").json()["commits"]]


def page(repository, below=""):
    return f"/{repository['full_name']}/wiki{below}"


def actions(browser):
    return [form["action"] for form in Forms(browser.page).forms if form["method"] == "POST"]


def test_an_empty_wiki_is_offered_to_those_who_may_write(visitor, resident, place):
    owner, repository = place
    visitor.open(page(repository), expect=200)
    assert "No wiki yet" in visitor.page and "action=_new" not in visitor.page
    visitor.open(page(repository, "?action=_pages"), expect=200)
    assert "No pages yet" in visitor.page
    visitor.open(page(repository, "?action=_search&q=x"), expect=200)
    visitor.open(page(repository, "/Nowhere"), expect=404)
    browser = resident(owner.name)
    browser.open(page(repository), expect=200)
    assert "Write the first page" in browser.page and f'href="{page(repository)}" aria-current="page"' in browser.page
    browser.open(page(repository, "/?action=_new"), expect=200)
    assert 'value="Home"' in browser.page
    browser.submit("/wiki", {"content": "# Hello\n\nSee [[Other Page|Other]] and [that](More).", "message": "Begin", "preview": ""}, expect=303)
    assert browser.location == page(repository, "/Home")
    browser.follow()
    assert browser.notice == "The page is written." and 'id="user-content-hello"' in browser.page
    assert "/wiki/More" in browser.page
    assert owner.get(f"{at(repository)}/wiki/page/Home").json()["last_commit"]["message"] == "Begin\n"
    visitor.open(page(repository), expect=200)
    assert "Hello</h1>" in visitor.page and not actions(visitor) and "action=_edit" not in visitor.page


def test_links_between_pages(visitor, place):
    owner, repository = place
    write(owner, repository, "Home", "[[Two Words]] [x](pic.png) ![p](pic.png)")
    write(owner, repository, "Two Words", "other")
    visitor.open(page(repository), expect=200)
    link = re.search(r'href="([^"]*/wiki/Two[^"]*)"[^>]*>Two Words', visitor.page)[1]
    visitor.open(link, expect=200)
    assert "other" in visitor.page
    assert f"{page(repository)}/raw/pic.png" in visitor.open(page(repository)).text


def test_sidebar_footer_and_the_list_that_stands_in_for_them(visitor, place):
    owner, repository = place
    write(owner, repository, "Home", "first")
    write(owner, repository, "Guide", "second")
    visitor.open(page(repository), expect=200)
    assert f'href="{page(repository, "/Guide")}"' in visitor.page and f'href="{page(repository, "/Home")}" aria-current="page"' in visitor.page
    write(owner, repository, "_Sidebar", "**beside**")
    write(owner, repository, "_Footer", "*below*")
    visitor.open(page(repository), expect=200)
    assert "<strong>beside</strong>" in visitor.page and "<em>below</em>" in visitor.page
    assert f'href="{page(repository, "/Guide")}"' not in visitor.page
    visitor.open(page(repository, "/_Sidebar"), expect=200)
    assert visitor.page.count("<strong>beside</strong>") == 1, "a frame has no frame"


def test_without_a_first_page_the_list_is_shown(visitor, place):
    owner, repository = place
    write(owner, repository, "Guide")
    visitor.open(page(repository), expect=303)
    assert visitor.location.endswith("?action=_pages")
    visitor.follow()
    assert ">Guide</a>" in visitor.page


def test_the_list_has_pages(visitor, place):
    owner, repository = place
    for number in range(4):
        write(owner, repository, f"Page {number}", message=f"made {number}")
    visitor.open(page(repository, "?action=_pages&limit=3"), expect=200)
    assert "Page 2" in visitor.page and "Page 3" not in visitor.page and "made 1" in visitor.page and 'rel="next"' in visitor.page
    visitor.open(html.unescape(re.search(r'rel="next" href="([^"]*)"', visitor.page)[1]), expect=200)
    assert "Page 3" in visitor.page and "Page 2" not in visitor.page
    visitor.open(page(repository, "?action=_pages&page=99"), expect=200)
    assert "Nothing is so far down the list" in visitor.page


def test_a_page_is_edited_and_moved(resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    browser.submit("/wiki/Home", {"content": "two\n", "preview": "text"}, expect=200)
    assert '<article class="prose pad"><p>two</p>' in browser.page and content(owner, repository, "Home") == "one\n"
    browser.submit("/wiki/Home", {"content": "two\n", "preview": "change"}, expect=200)
    assert 'class="c add">two' in browser.page
    browser.submit("/wiki/Home", {"title": "New Name", "content": "two\n", "preview": ""}, expect=303)
    assert browser.location == page(repository, "/New-Name")
    browser.follow()
    assert browser.notice == "The page is changed." and content(owner, repository, "New-Name") == "two\n"
    browser.open(page(repository, "/Home"), expect=404)
    assert "There is no such page" in browser.page and "action=_new&amp;title=Home" in browser.page


def test_refused_forms_come_back_as_they_were(resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one")
    write(owner, repository, "Taken", "theirs")
    browser = resident(owner.name)
    browser.open(page(repository, "?action=_new"), expect=200)
    for title in ("", "   ", "Taken", "_pages", "raw", "x" * 251):
        browser.submit("/wiki", {"title": title, "content": "kept <text>", "message": "why", "preview": ""}, expect=422)
        assert browser.problem and "kept &lt;text&gt;" in browser.page and 'value="why"' in browser.page
        assert 'aria-invalid="true"' in re.search(r'<input id="title"[^>]*>', browser.page)[0], title
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    browser.submit("/wiki/Home", {"title": "Taken", "content": "mine", "preview": ""}, expect=422)
    assert browser.problem and ">\nmine</textarea>" in browser.page and content(owner, repository, "Taken") == "theirs"


def test_a_text_that_is_too_long(resident, place):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "?action=_new"), expect=200)
    browser.submit("/wiki", {"title": "Long", "content": "x" * (5 << 20), "preview": ""}, expect=413)


def test_two_who_edit_at_once(resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    rewrite(owner, repository, "Home", "theirs\n")
    browser.submit("/wiki/Home", {"content": "mine\n", "preview": ""}, expect=409)
    assert "Somebody has changed this page" in browser.problem and ">\nmine\n</textarea>" in browser.page
    assert 'class="c del">theirs' in browser.page and 'class="c add">mine' in browser.page
    assert content(owner, repository, "Home") == "theirs\n"
    browser.submit("/wiki/Home", {"preview": ""}, expect=303)
    assert content(owner, repository, "Home") == "mine\n", "who has seen both may replace it"
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    owner.delete(f"{at(repository)}/wiki/page/Home", expect=204)
    browser.submit("/wiki/Home", {"content": "again\n", "preview": ""}, expect=409)
    assert "Somebody has deleted this page" in browser.problem
    browser.submit("/wiki/Home", {"preview": ""}, expect=303)
    assert content(owner, repository, "Home") == "again\n"


def test_who_writes_a_deleted_page_anew_sees_that_somebody_did_so_meanwhile(resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one\n")
    browser = resident(owner.name)
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    owner.delete(f"{at(repository)}/wiki/page/Home", expect=204)
    browser.submit("/wiki/Home", {"content": "mine\n", "preview": ""}, expect=409)
    assert "Somebody has deleted this page" in browser.problem
    write(owner, repository, "Home", "theirs\n")
    browser.submit("/wiki/Home", {"preview": ""}, expect=409)
    assert 'class="c del">theirs' in browser.page and ">\nmine\n</textarea>" in browser.page
    assert content(owner, repository, "Home") == "theirs\n"
    browser.submit("/wiki/Home", {"preview": ""}, expect=303)
    assert content(owner, repository, "Home") == "mine\n", "who has seen both may replace it"


def test_the_history_and_two_revisions_beside_each_other(visitor, resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one\n", message="first")
    rewrite(owner, repository, "Home", "two\n", message="second")
    rewrite(owner, repository, "Home", "three\n", message="third")
    newest, middle, oldest = revisions(owner, repository, "Home")
    visitor.open(page(repository, "/Home?action=_revision"), expect=200)
    assert visitor.page.index("third") < visitor.page.index("first") and "3 revisions" in visitor.page and "_revert" not in visitor.page
    assert 'name="action" value="_compare"' in visitor.page
    visitor.open(page(repository, f"/Home?action=_compare&from={oldest}&to={middle}"), expect=200)
    assert 'class="c del">one' in visitor.page and 'class="c add">two' in visitor.page
    visitor.open(page(repository, f"/Home?action=_compare&from={middle}"), expect=200)
    assert 'class="c add">three' in visitor.page
    visitor.open(page(repository, f"/Home?revision={oldest}"), expect=200)
    assert "<p>one</p>" in visitor.page and "as it was" in visitor.page and "Revert to this" not in visitor.page
    for number in ("9", "9223372036854775807"):
        visitor.open(page(repository, f"/Home?action=_revision&page={number}"), expect=200)
        assert "Nothing is so far down the list" in visitor.page and "–" not in visitor.words(r"<(main)[^>]*>(.*?)</main>")
    for bad in ("nonsense", "0" * 40, "main", ""):
        visitor.open(page(repository, f"/Home?action=_compare&from={bad}"), expect=404)
    visitor.open(page(repository, "/Home?revision=" + "0" * 40), expect=404)
    visitor.open(page(repository, "/Nowhere?action=_revision"), expect=404)
    visitor.open(page(repository, f"/Nowhere?action=_compare&from={oldest}"), expect=404)
    browser = resident(owner.name)
    browser.open(page(repository, "/Home?action=_revision"), expect=200)
    assert f"_revert&amp;to={oldest}" in browser.page and f"_revert&amp;to={newest}" not in browser.page


def test_a_page_goes_back_to_a_revision(resident, place):
    owner, repository = place
    write(owner, repository, "Home", "one\n")
    rewrite(owner, repository, "Home", "two\n")
    newest, oldest = revisions(owner, repository, "Home")
    browser = resident(owner.name)
    browser.open(page(repository, f"/Home?action=_revert&to={newest}"), expect=200)
    assert "nothing to do" in browser.page and "Revert page" not in browser.page
    browser.post(page(repository, f"/Home?action=_revert&to={newest}"), expect=422)
    browser.open(page(repository, f"/Home?action=_revert&to={oldest}"), expect=200)
    assert 'class="c add">one' in browser.page and content(owner, repository, "Home") == "two\n", "looking changes nothing"
    rewrite(owner, repository, "Home", "three\n")
    browser.submit("/wiki/Home", expect=409)
    assert browser.problem and 'class="c del">three' in browser.page
    browser.submit("/wiki/Home", expect=303)
    browser.follow()
    assert browser.notice == "The page is as it was then." and content(owner, repository, "Home") == "one\n"
    assert len(revisions(owner, repository, "Home")) == 4
    browser.open(page(repository, "/Home?action=_revert&to=nonsense"), expect=404)


def test_a_page_is_deleted_and_found_again(visitor, resident, place):
    owner, repository = place
    write(owner, repository, "Home", "stays")
    write(owner, repository, "Two Words", "gone text")
    browser = resident(owner.name)
    browser.open(page(repository, "/Two-Words?action=_delete"), expect=200)
    assert "Delete page Two Words?" in browser.page and content(owner, repository, "Two-Words") == "gone text"
    browser.submit("/wiki/Two-Words", expect=303)
    browser.follow()
    assert browser.notice == "The page is deleted." and "Two Words" not in browser.page
    browser.post(page(repository, "/Two-Words?action=_delete"), expect=404)
    visitor.open(page(repository, "/Two-Words"), expect=404)
    former = html.unescape(re.search(r'href="([^"]*revision=[^"]*)"', visitor.page)[1])
    visitor.open(former, expect=200)
    assert "gone text" in visitor.page and "Revert to this" not in visitor.page
    browser.open(former, expect=200)
    browser.open(html.unescape(re.search(r'href="([^"]*_revert[^"]*)"', browser.page)[1]), expect=200)
    assert "not there any more" in browser.page
    browser.submit("/wiki/Two-Words", expect=303)
    assert content(owner, repository, "Two-Words") == "gone text"


def test_pages_are_found_by_words(visitor, place):
    owner, repository = place
    write(owner, repository, "Home", "Nothing here\nÜber den Berg <b>\n")
    write(owner, repository, "Berg", "another")
    visitor.open(page(repository, "?action=_search&q=berg"), expect=200)
    assert visitor.page.index(">Berg</a>") < visitor.page.index(">Home</a>") and "Über den Berg &lt;b&gt;" in visitor.page
    visitor.open(page(repository, "?action=_search&q=BERG über"), expect=200)
    assert ">Home</a>" in visitor.page and ">Berg</a>" not in visitor.page
    visitor.open(page(repository, "?action=_search&q=absent"), expect=200)
    assert "No page fits" in visitor.page
    visitor.open(page(repository, "?action=_search&q=berg&page=9"), expect=200)
    assert "Nothing is so far down the list" in visitor.page
    visitor.open(page(repository, "?action=_search&q=%22%3E%3Cscript%3E"), expect=200)
    assert "<script>" not in visitor.page.replace('<script type="module"', "")


@pytest.mark.parametrize("title", ["with-dash", "100% Free", "a/b", "Ünï", "ends.md", "q?x=1&y", "C++ #1", "..", "a\\b", ".git", "%2e%2e", "\"><script>x</script>"])
def test_any_title_can_be_written_shown_changed_and_deleted(resident, place, title):
    owner, repository = place
    browser = resident(owner.name)
    browser.open(page(repository, "?action=_new"), expect=200)
    browser.submit("/wiki", {"title": title, "content": "words", "preview": ""}, expect=303)
    address = browser.location
    browser.follow()
    assert "<p>words</p>" in browser.page and "<script>x" not in browser.page
    browser.open(page(repository, "?action=_pages"), expect=200)
    assert "<script>x" not in browser.page
    listed = html.unescape(re.search(r'class="title" href="([^"]*)"', browser.page)[1])
    browser.open(listed, expect=200)
    assert "<p>words</p>" in browser.page
    for action in ("_edit", "_revision", "_delete"):
        browser.open(f"{address}?action={action}", expect=200)
        assert "<script>x" not in browser.page
    browser.open(f"{address}?action=_edit", expect=200)
    form = next(form for form in Forms(browser.page).forms if "content" in form["fields"])
    assert form["fields"]["title"] == title or title == ".."
    browser.request("POST", form["action"], {**form["fields"], "content": "other", "preview": ""}, expect=303)
    assert browser.location == address
    browser.post(f"{address}?action=_delete", expect=303)
    browser.open(address, expect=404)


def test_files_are_served_as_they_are(visitor, place, server, tmp_path):
    owner, repository = place
    write(owner, repository, "Home", "**raw**")
    address = f"{server.url}/{repository['full_name']}.wiki.git".replace("//", f"//{owner.name}:{PASSWORD}@", 1)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@y.z", "-C", str(tmp_path / "w")]
    subprocess.run(["git", "clone", "-q", address, str(tmp_path / "w")], check=True)
    (tmp_path / "w" / "pics").mkdir()
    (tmp_path / "w" / "pics" / "a b.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")
    (tmp_path / "w" / "binary.md").write_bytes(b"\xff\x00\xfe")
    (tmp_path / "w" / "Plain Name.md").write_text("plain")
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "files"], check=True)
    subprocess.run([*git, "push", "-q"], check=True)
    visitor.open(page(repository, "?action=_pages"), expect=200)
    assert f'href="{page(repository, "/raw/pics/a%20b.svg")}"' in visitor.page
    picture = visitor.open(page(repository, "/raw/pics/a%20b.svg"), expect=200)
    assert "sandbox" in picture.headers["Content-Security-Policy"] and picture.headers["X-Content-Type-Options"] == "nosniff"
    visitor.open(page(repository, "/pics/a%20b.svg"), expect=303)
    assert visitor.location.endswith("/raw/pics/a%20b.svg")
    assert visitor.open(page(repository, "/raw/Home.md"), expect=200).text == "**raw**"
    assert visitor.open(page(repository, "/raw/Home"), expect=200).text == "**raw**"
    visitor.open(page(repository, "/raw/absent.png"), expect=404)
    visitor.open(page(repository, "/raw/pics"), expect=404)
    visitor.open(page(repository, "/binary"), expect=200)
    assert "no text" in visitor.page
    visitor.open(page(repository, "/Plain%20Name"), expect=200)
    assert "<p>plain</p>" in visitor.page
    owner.delete(f"{at(repository)}/wiki/page/Plain%20Name", expect=204)
    visitor.open(page(repository, "/Plain%20Name"), expect=404)


def test_pages_whose_names_only_git_can_have_made(visitor, resident, place, server, tmp_path):
    owner, repository = place
    write(owner, repository, "Home", "one")
    address = f"{server.url}/{repository['full_name']}.wiki.git".replace("//", f"//{owner.name}:{PASSWORD}@", 1)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@y.z", "-C", str(tmp_path / "w")]
    subprocess.run(["git", "clone", "-q", address, str(tmp_path / "w")], check=True)
    (tmp_path / "w" / "Two Words.md").write_text("theirs")
    with open(os.fsencode(tmp_path / "w") + b"/odd \xff word.md", "wb") as odd:
        odd.write(b"needle")
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "names"], check=True)
    subprocess.run([*git, "push", "-q"], check=True)
    for below in ("?action=_pages", "?action=_search&q=needle", "/Home", "/%25FF.md"):
        answer = visitor.open(page(repository, below))
        assert answer.status_code == (404 if below.endswith(".md") else 200)
        assert "\ufffd" in answer.content.decode(), "what is no text is shown as such"
    browser = resident(owner.name)
    browser.open(page(repository, "?action=_new"), expect=200)
    browser.submit("/wiki", {"title": "Two Words", "content": "mine", "preview": ""}, expect=422)
    assert "a page of this title already" in browser.problem
    owner.refused("POST", f"{at(repository)}/wiki/new", 400, {"title": "Two Words", "content_base64": b64("mine")})
    browser.open(page(repository, "/Home?action=_edit"), expect=200)
    browser.submit("/wiki/Home", {"title": "Two Words", "content": "mine", "preview": ""}, expect=422)
    visitor.open(page(repository, "/Two-Words"), expect=200)
    assert "<p>theirs</p>" in visitor.page
    browser.open(page(repository, "/Two%20Words?action=_edit"), expect=200)
    browser.submit("/wiki/Two%20Words", {"content": "ours", "preview": ""}, expect=303)
    assert content(owner, repository, "Two-Words").strip() == "ours", "who keeps the title keeps the page"


def test_the_list_of_a_wiki_with_a_long_history(visitor, place, server, tmp_path):
    owner, repository = place
    write(owner, repository, "Home", "one", message="the first of all")
    address = f"{server.url}/{repository['full_name']}.wiki.git".replace("//", f"//{owner.name}:{PASSWORD}@", 1)
    work = tmp_path / "w"
    subprocess.run(["git", "clone", "-q", address, str(work)], check=True)
    branch = subprocess.run(["git", "-C", str(work), "branch", "--show-current"], check=True, capture_output=True, text=True).stdout.strip()
    pages = "".join(f"M 100644 inline P{number}.md\ndata 1\nx\n" for number in range(300))
    stream = [f"commit refs/heads/{branch}\ncommitter x <x@y.z> 1700000000 +0000\ndata 9\nall of it\nfrom refs/heads/{branch}^0\n" + pages]
    for number in range(3000):
        text = f"{number:05}"
        stream.append(f"commit refs/heads/{branch}\ncommitter x <x@y.z> {1700000001 + number} +0000\ndata 5\n{text}\nM 100644 inline P0.md\ndata 5\n{text}\n")
    subprocess.run(["git", "-C", str(work), "fast-import", "--quiet", "--force"], input="".join(stream), text=True, check=True)
    subprocess.run(["git", "-C", str(work), "push", "-q", "origin", branch], check=True)
    visitor.open(page(repository, "?action=_pages&limit=50"), expect=200)
    rows = re.findall(r'class="title" href="[^"]*/wiki/(\w+)">.*?<span>(.*?)</span>', visitor.page)
    assert len(rows) == 50 and dict(rows) == {name: "all of it" for name, _ in rows} | {"Home": "the first of all", "P0": "02999"}


def test_the_clone_address_is_told(visitor, place):
    owner, repository = place
    write(owner, repository, "Home")
    visitor.open(page(repository), expect=200)
    assert repository["clone_url"].removesuffix(".git") + ".wiki.git" in visitor.page


def test_who_may_only_read_is_offered_nothing_and_refused(visitor, resident, place, new_user):
    owner, repository = place
    write(owner, repository, "Home", "one")
    sha = revisions(owner, repository, "Home")[0]
    reader = resident()
    for browser, status in ((visitor, 303), (reader, 403)):
        browser.open(page(repository), expect=200)
        assert "action=_edit" not in browser.page and "action=_new" not in browser.page
        for address in ("?action=_new", "/Home?action=_edit", "/Home?action=_delete", f"/Home?action=_revert&to={sha}"):
            browser.open(page(repository, address))
            assert browser.answer.status_code in (status, 401, 403), address
            browser.post(page(repository, address), {"title": "Home", "content": "bad", "sha": ""})
            assert browser.answer.status_code in (status, 401, 403), address
    writer = new_user()
    let_in(owner, repository, writer, "write")
    browser = resident(writer.name)
    browser.open(page(repository), expect=200)
    assert "action=_edit" in browser.page
    browser.post(page(repository, "?action=_new"), {"title": "x", "content": "y"}, headers={"Sec-Fetch-Site": "cross-site"}, expect=403)
    assert content(owner, repository, "Home") == "one"


def test_a_wiki_that_is_hidden_off_elsewhere_or_archived(visitor, resident, place, new_user):
    owner, repository = place
    write(owner, repository, "Home", "one")
    browser = resident(owner.name)
    owner.call("PATCH", at(repository), {"archived": True}, expect=200)
    browser.open(page(repository), expect=200)
    assert "action=_edit" not in browser.page
    browser.open(page(repository, "/Home?action=_edit"), expect=423)
    browser.post(page(repository, "/Home?action=_delete"), expect=423)
    owner.call("PATCH", at(repository), {"archived": False}, expect=200)
    owner.call("PATCH", at(repository), {"has_wiki": False}, expect=200)
    for reader in (visitor, browser):
        reader.open(page(repository), expect=404)
        reader.open(page(repository, "/Home"), expect=404)
        reader.open(page(repository, "/raw/Home.md"), expect=404)
    owner.call("PATCH", at(repository), {"has_wiki": True, "external_wiki": {"external_wiki_url": "https://wiki.example.com/x"}}, expect=200)
    visitor.open(page(repository), expect=200)
    assert "The wiki is elsewhere" in visitor.page and 'href="https://wiki.example.com/x"' in visitor.page
    visitor.open(page(repository, "/Home"), expect=404)
    hidden = new_repository(owner, private=True)
    write(owner, hidden, "Home")
    visitor.open(page(hidden), expect=404)
    resident().open(page(hidden), expect=404)


def test_what_nobody_would_send(visitor, resident, place):
    owner, repository = place
    write(owner, repository, "Home")
    for address in ("/%00", "/%ff", "/%", "/" + "x" * 3000, "/a%2F..%2F..", "/..%2f..%2fetc", "/Home?action=_nothing", "/Home?revision=%00", "?action=_pages&page=-1&limit=0",
                    "?action=_pages&page=99999999999999999999", "/Home?action=_revision&page=-5", "/raw/..%2f..%2fconfig", "/raw/.git/config", "?action=_search&q=" + "a " * 500):
        visitor.open(page(repository, address))
        assert visitor.answer.status_code in (200, 303, 400, 404, 414, 422), f"{address}: {visitor.answer.status_code}"
    browser = resident(owner.name)
    for form in ({}, {"title": "a\0b"}, {"title": "\ud7ff" * 250}, {"title": "x", "content": "\0"}):
        browser.post(page(repository, "?action=_new"), form)
        assert browser.answer.status_code in (303, 400, 422), form
