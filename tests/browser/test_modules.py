"""What the modules of the pages do in a browser, on fixed pages; and that these pages do without them."""
import threading

import pytest
from fixture_site import FixtureSite, as_json, events, soon


@pytest.fixture(scope="module")
def fixed():
    site = FixtureSite()
    yield site
    site.close()


@pytest.fixture
def tab(chromium, fixed):
    chromium.complaints()
    fixed.answers.clear()
    fixed.asked.clear()
    yield chromium.tab(fixed.url, permissions=["clipboard-read", "clipboard-write"], viewport={"width": 1200, "height": 600})
    assert chromium.complaints() == [], "the console of a page has no errors"


def html(text):
    return 200, text, "text/html; charset=utf-8"


def is_open(tab, selector):
    return tab.evaluate(f"document.querySelector('{selector}').open")


def focus(tab):
    return tab.evaluate("(document.activeElement.id || document.activeElement.textContent).trim()")


def copied(tab):
    return tab.evaluate("navigator.clipboard.readText()")


def test_one_menu_closes_another_and_keys_move_in_it(tab):
    tab.goto("/parts")
    tab.click("#new-menu summary")
    tab.keys("ArrowDown")
    assert focus(tab) == "New repository"
    tab.keys("ArrowUp")
    assert focus(tab) == "Sign out"
    tab.keys("Home")
    assert focus(tab) == "New repository"
    tab.click("#other-menu summary")
    soon(lambda: not is_open(tab, "#new-menu"))
    assert is_open(tab, "#other-menu")
    tab.fill("#other-menu input", "spo")
    assert tab.evaluate("[...document.querySelectorAll('#other-menu li')].map((item) => item.hidden)") == [True, False]
    tab.keys("Escape")
    assert not is_open(tab, "#other-menu") and tab.evaluate("document.activeElement.matches('#other-menu > summary')")
    tab.click("#new-menu summary")
    tab.click("h1")
    soon(lambda: not is_open(tab, "#new-menu"))


def test_buttons_copy_what_they_stand_beside(tab):
    tab.goto("/parts")
    tab.click("#copy-id")
    soon(lambda: copied(tab) == "4be01d2")
    assert tab.evaluate("document.querySelector('.toast[role=status]').textContent") == "Copied"
    assert tab.evaluate("document.querySelector('#copy-id use').getAttribute('href').endsWith('#i-check')")
    tab.click("#clone-https button")
    soon(lambda: copied(tab) == "https://code.example.org/fjordworks/tern.git")


def test_a_file_is_copied_without_its_numbers(tab):
    tab.goto("/file")
    tab.click("[data-copy-from]")
    soon(lambda: "const BYTES: u64 = 8 * 1024;\npub fn open" in copied(tab))
    assert copied(tab).startswith("//! The spool: lines on disk, in segments.\n\n/* One")


def test_keys_do_what_their_controls_do_but_not_in_a_field(tab):
    tab.goto("/parts")
    tab.keys("/")
    assert tab.evaluate("document.activeElement.name") == "q"
    tab.keys("g", "i")
    assert tab.path() == "/parts"
    tab.evaluate("document.activeElement.blur()")
    tab.keys(".")
    assert is_open(tab, "details.api")
    tab.keys("g", "i")
    tab.waitForURL("**/list")
    tab.evaluate("document.documentElement.dataset.keys = 'off'")
    tab.keys("c")
    assert tab.path() == "/list"


def test_keys_move_through_a_list(tab):
    tab.goto("/list")
    tab.keys("j", "j", "x")
    assert focus(tab) == "Reload limits without a restart"
    assert tab.evaluate("[...document.querySelectorAll('[name=issue]')].map((box) => box.checked)") == [False, True, False]
    tab.keys("k", "k", "k")
    assert focus(tab) == "Lines go missing when the disk is full"
    tab.keys("Enter")
    tab.waitForURL("**/parts#1")


def test_a_page_comes_as_a_dialog_and_the_focus_goes_back(tab):
    tab.goto("/parts")
    tab.focus("a[data-dialog]")
    tab.keys("?")
    tab.waitForSelector("dialog[open]")
    assert tab.evaluate("document.querySelector('dialog h2').textContent") == "Keys"
    assert tab.evaluate("document.querySelectorAll('h1').length") == 1
    tab.keys("Escape")
    soon(lambda: tab.evaluate("document.querySelector('dialog') === null"))
    assert focus(tab) == "Keys"


def test_a_choice_is_remembered(tab):
    tab.goto("/parts")
    hidden = "['clone-https', 'clone-ssh'].map((id) => document.getElementById(id).hidden)"
    assert tab.evaluate(hidden) == [False, True]
    tab.click("text=SSH")
    assert tab.evaluate(hidden) == [True, False]
    tab.reload()
    soon(lambda: tab.evaluate(hidden) == [True, False])


def test_times_have_the_exact_time_as_their_title(tab):
    tab.goto("/parts")
    assert "2026" in tab.getAttribute("#when", "title") and tab.textContent("#when") == "3 days ago"


def test_a_form_is_sent_and_its_part_of_the_page_comes_back(tab, fixed):
    page = fixed.page("parts")
    fixed.answers["/star"] = lambda query, fields: "/starred"
    fixed.answers["/starred"] = lambda query, fields: html(page.replace('<span class="n">1<', '<span class="n">2<'))
    tab.goto("/parts")
    tab.click("#star button")
    soon(lambda: tab.textContent("#star .n") == "2")
    assert tab.path() == "/parts" and tab.evaluate("document.activeElement.closest('#star') !== null")
    fixed.answers["/star"] = lambda query, fields: html("<h1>Not allowed</h1>")
    tab.click("#star button")
    soon(lambda: tab.textContent(".toast") == "Not allowed")
    fixed.answers["/star"] = lambda query, fields: "/upload"  # a page without that part
    tab.click("#star button")
    tab.waitForURL("**/upload")


def test_what_is_found_comes_while_one_types(tab, fixed):
    page = fixed.page("list")
    fixed.answers["/list"] = lambda query, fields: html(page.replace("Reload limits", "Found " + query["q"]) if "q" in query else page)
    tab.goto("/list")
    tab.fill("#query", "disk")
    tab.waitForSelector("text=Found disk")
    assert tab.path() == "/list?q=disk" and focus(tab) == "query"
    tab.keys("ArrowDown", "ArrowDown")
    assert focus(tab) == "pnair"
    tab.keys("ArrowUp", "ArrowUp")
    assert focus(tab) == "query"


CHOSEN = "[...document.querySelectorAll('tr.chosen')].map((row) => row.id)"


def test_lines_are_chosen_by_click_and_by_address(tab):
    tab.goto("/file")
    tab.click("#L3 .n a")
    assert tab.evaluate(CHOSEN) == ["L3"] and tab.path() == "/file#L3"
    tab.click("#L5 .n a", {"modifiers": ["Shift"]})
    assert tab.evaluate(CHOSEN) == ["L3", "L4", "L5"] and tab.path() == "/file#L3-L5"
    tab.click(".range-menu summary")
    assert tab.getAttribute(".range-menu a", "href") == "/file?at=9c41e07#L3-L5"
    tab.click("text=Copy link")
    soon(lambda: copied(tab).endswith("/file#L3-L5"))
    tab.click("h1", {"force": True})
    tab.keys("y")
    assert tab.path() == "/file?at=9c41e07#L3-L5"
    tab.goto("/parts")
    tab.goto("/file#L6-7")
    assert tab.evaluate(CHOSEN) == ["L6", "L7"]
    tab.keys("l")
    tab.fill("[name=line]", "2-3")
    tab.keys("Enter")
    assert tab.evaluate(CHOSEN) == ["L2", "L3"] and tab.path() == "/file#L2-L3"


def test_code_is_colored_and_stays_the_same_text(tab):
    tab.goto("/file")
    before = tab.evaluate("fetch('/file').then((a) => a.text()).then((t) => new DOMParser().parseFromString(t, 'text/html').getElementById('code').textContent)")
    height = tab.evaluate("document.getElementById('code').offsetHeight")
    tab.waitForSelector("#L5 .hljs-keyword")
    assert tab.evaluate("document.getElementById('code').textContent") == before
    assert tab.evaluate("document.getElementById('code').offsetHeight") == height
    assert tab.textContent("#L4 .hljs-comment") == "   of two lines <b> */"
    assert tab.textContent("#L5 .hljs-number") == "8"
    assert tab.evaluate("getComputedStyle(document.querySelector('#L5 .hljs-keyword')).fontWeight") == "400"


def test_only_the_language_that_is_there_is_fetched(tab, fixed):
    tab.goto("/file")
    tab.waitForSelector("#L5 .hljs-keyword")
    assert [path for _, path in fixed.asked if "/hljs-" in path] == ["/assets/" + fixed.manifest["hljs-rust.js"]]
    assert not any("mermaid" in path for _, path in fixed.asked)


def test_differences_are_colored_around_changed_words(tab):
    tab.goto("/diff")
    tab.waitForSelector("ins .hljs-keyword")
    assert tab.textContent("ins") == "enum" and tab.textContent("td.c.add") == "pub enum Ack {"
    assert tab.textContent("td.c.del") == "pub struct Ack {" and tab.textContent("del .hljs-keyword") == "struct"


def test_what_has_come_is_colored_while_the_rest_is_still_on_its_way(tab, fixed):
    first, rest = fixed.page("diff").split('<section class="diff-file" id="f-lock"')
    second = first[first.index('<section class="diff-file"'):].replace("f-ack", "f-more").replace('id="a', 'id="m')
    on = threading.Event()
    fixed.answers["/diff"] = lambda query, fields: html([first + second[:900], on, second[900:], '<section class="diff-file" id="f-lock"' + rest])
    tab.goto("/diff", {"waitUntil": "commit"})
    tab.waitForSelector("#f-ack ins .hljs-keyword")
    tab.click("#new-menu summary")
    tab.keys("ArrowDown")
    assert focus(tab) == "New repository", "menus work already"
    assert tab.evaluate("document.readyState") == "loading" and tab.evaluate("document.querySelector('#f-more .hljs-keyword')") is None
    on.set()
    tab.waitForSelector("#f-more ins .hljs-keyword")
    assert tab.textContent("#f-more td.c.add") == "pub enum Ack {"


def test_more_lines_come_in_place_and_the_line_below_stays(tab, fixed):
    page = fixed.page("diff")
    lines = "".join(f'<tr><td class="n old edge"><a id="aL{n}" href="#aL{n}">{n}</a></td><td class="n"></td><td class="m"></td><td class="c">line {n}</td></tr>'
                    for n in range(1, 9))
    fixed.answers["/diff"] = lambda query, fields: html(page.replace('<tr class="gap">', lines + '<tr class="gap" hidden>', 1) if "expand" in query else page)
    tab.goto("/diff")
    tab.evaluate("document.getElementById('f-lock').append(Object.assign(document.createElement('div'), {className: 'room'})); document.querySelector('.room').style.height = '2000px'; scrollTo(0, 60)")
    before = tab.evaluate("document.getElementById('aR9').getBoundingClientRect().top")
    tab.click("a[data-expand]")
    tab.waitForSelector("#aL8")
    assert abs(tab.evaluate("document.getElementById('aR9').getBoundingClientRect().top") - before) < 2
    assert tab.path() == "/diff"


def test_files_of_a_difference_are_folded_and_reached_by_keys(tab):
    tab.goto("/diff")
    tab.click("#f-ack button[aria-expanded]")
    assert not tab.isVisible("#f-ack .diff-wrap") and tab.getAttribute("#f-ack button[aria-expanded]", "aria-expanded") == "false"
    tab.click("#f-ack button[aria-expanded]")
    tab.keys("j")
    assert focus(tab) == "Cargo.lock"
    tab.keys("k", "ArrowDown", "ArrowDown")
    assert tab.evaluate("document.activeElement.cells[3].textContent") == "pub struct Ack {"
    tab.keys("u")
    tab.waitForURL("**/diff?style=split")


def test_a_form_between_lines_keeps_what_was_written(tab, fixed):
    page = fixed.page("diff")
    form = '<form id="comment-form" method="post" action="/comment"><textarea name="body" aria-label="Comment"></textarea></form>'
    fixed.answers["/diff"] = lambda query, fields: html(page + form if "comment" in query else page)
    tab.goto("/diff")
    tab.click("a[data-inline]")
    tab.waitForSelector(".inline-form textarea")
    tab.fill(".inline-form textarea", "half a thought")
    tab.keys("Escape")
    assert not tab.isVisible(".inline-form") and tab.textContent(".unsent").strip() == "unsent"
    tab.click("a[data-inline]")
    assert tab.inputValue(".inline-form textarea") == "half a thought"


def test_marks_lists_and_a_preview(tab, fixed):
    page = fixed.page("write")
    fixed.answers["/comment"] = lambda query, fields: html(page.replace("<textarea", f'<div class="prose" id="preview"><p>{fields["body"]}</p></div><textarea'))
    tab.goto("/write")
    tab.fill("#body", "bold")
    tab.evaluate("document.getElementById('body').setSelectionRange(0, 4)")
    tab.click("[data-mark=bold]")
    assert tab.inputValue("#body") == "**bold**"
    tab.fill("#body", "- one")
    tab.press("#body", "End")
    tab.press("#body", "Enter")
    assert tab.inputValue("#body") == "- one\n- "
    tab.click("[name=preview]")
    tab.waitForSelector(".preview p")
    assert not tab.isVisible("#body") and tab.getAttribute("[name=preview]", "aria-pressed") == "true"
    tab.click("text=Write")
    assert tab.isVisible("#body") and tab.inputValue("#body") == "- one\n- "


def test_text_is_kept_until_it_was_sent(tab, fixed):
    fixed.answers["/comment"] = lambda query, fields: "/write"
    tab.goto("/write")
    tab.fill("#body", "half a thought")
    soon(lambda: tab.evaluate("Object.keys(localStorage).some((key) => key.startsWith('cairn:text:'))"))
    tab.goto("/parts")
    tab.goto("/write")
    soon(lambda: tab.inputValue("#body") == "half a thought")
    tab.press("#body", "Control+Enter")
    soon(lambda: ("POST", "/comment") in fixed.asked)
    soon(lambda: tab.evaluate("document.readyState === 'complete' && document.getElementById('body').value === ''"))
    tab.reload()
    assert tab.inputValue("#body") == ""
    assert tab.evaluate("Object.keys(localStorage)") == []


def test_people_issues_and_emoji_are_completed(tab, fixed):
    fixed.answers["/people"] = lambda query, fields: html('<ul><li data-login="aiko" data-name="Aiko">…</li><li data-login="aino">…</li></ul>')
    fixed.answers["/known"] = lambda query, fields: as_json([{"number": 231, "title": "Lines go missing <b>"}])
    tab.goto("/write")
    tab.fill("#body", "see @ai")
    tab.waitForSelector("[role=option]")
    tab.press("#body", "ArrowDown")
    assert tab.textContent("[aria-selected=true]") == "aino"
    tab.press("#body", "ArrowUp")
    tab.press("#body", "Enter")
    assert tab.inputValue("#body") == "see @aiko "
    tab.fill("#body", "as #23")
    tab.waitForSelector("text=Lines go missing <b>")
    tab.press("#body", "Tab")
    assert tab.inputValue("#body") == "as #231 "
    tab.fill("#body", "yes :tada")
    tab.waitForSelector("[role=option]")
    tab.press("#body", "Escape")
    assert tab.evaluate("document.querySelector('[role=listbox]')") is None
    assert tab.inputValue("#body") == "yes :tada"


def test_a_pasted_file_is_sent_and_linked(tab, fixed):
    fixed.answers["/attach"] = lambda query, fields: as_json({"uuid": "0d19e5b"})
    tab.goto("/write")
    tab.fill("#body", "See: ")
    tab.evaluate("""(() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'shot.png', {type: 'image/png'}));
        document.getElementById('body').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); })()""")
    soon(lambda: "![shot.png](/attachments/0d19e5b)" in tab.inputValue("#body"))
    assert tab.evaluate("document.querySelector('[name=files]').value") == "0d19e5b"


def test_a_drawing_has_a_frame_without_an_origin_and_its_text_stays(tab, chromium):
    tab.goto("/prose")
    tab.waitForSelector("details.drawing-source", {"state": "attached", "timeout": 60000})
    soon(lambda: tab.evaluate("document.querySelectorAll('iframe.drawing').length") == 1, 60)  # the other text is no drawing
    assert tab.getAttribute("iframe.drawing", "sandbox") == "allow-scripts"
    assert tab.evaluate("document.querySelector('iframe.drawing').contentDocument") is None
    assert tab.evaluate("document.querySelector('iframe.drawing').height > 100")
    assert "A[Reader] --> B[Spool]" in tab.textContent("details.drawing-source")
    assert tab.textContent("pre .hljs-comment") == "// the end"


def test_progress_comes_by_itself_until_it_is_over(tab, fixed):
    steps = iter(["2 of 3", "3 of 3"])

    def answer(query, fields):
        step = next(steps, None)
        page = fixed.page("live").replace("1 of 3", step or "done")
        return html(page if step else page.replace(' data-poll="0.2"', ""))

    fixed.answers["/stream"] = lambda query, fields: events(("add", "<li><code>second</code></li>"), ("swap", '<p id="none"></p>'), ("end", ""))
    tab.goto("/live")
    fixed.answers["/live"] = answer
    tab.waitForSelector("text=done")
    assert tab.textContent("#log").split() == ["1firstsecond"]
    count = len(fixed.asked)
    tab.evaluate("new Promise((done) => setTimeout(done, 600))")
    assert len(fixed.asked) == count


def test_files_are_sent_with_progress_by_the_same_form(tab, fixed, tmp_path):
    (tmp_path / "a.txt").write_text("content of a")
    fixed.answers["/release"] = lambda query, fields: "/parts" if "content of a" in fields[""] else html("")
    tab.goto("/upload")
    tab.setInputFiles("#files", str(tmp_path / "a.txt"))
    tab.click("text=Publish")
    tab.waitForURL("**/parts")
    fixed.answers["/release"] = lambda query, fields: (413, "", "text/html")
    tab.goto("/upload")
    tab.setInputFiles("#files", str(tmp_path / "a.txt"))
    tab.click("text=Publish")
    tab.waitForSelector(".uploads [role=alert]")
    assert "413" in tab.textContent(".uploads [role=alert]") and tab.isEnabled("text=Publish")
    tab.browser.complaints()  # the console tells of the 413


def test_a_card_is_moved_by_its_form(tab, fixed):
    seen = []
    fixed.answers["/move/1"] = lambda query, fields: seen.append(fields) or "/board"
    tab.goto("/board")
    tab.dragAndDrop("#card-1 .top", "#card-2 .top")
    soon(lambda: seen)
    assert seen[0]["column"] == "2" and (seen[0].get("before"), seen[0].get("after")) in ((None, "2"), ("2", None))


def test_pages_do_without_a_script(chromium, fixed):
    plain = chromium.tab(fixed.url, javaScriptEnabled=False)
    plain.goto("/parts")
    assert plain.isVisible("#clone-https") and plain.isVisible("#clone-ssh")
    assert not plain.isVisible("#copy-id"), "a button that needs a script is not there"
    plain.click("#new-menu summary")
    assert plain.isVisible("#new-menu a")
    fixed.answers["/star"] = lambda query, fields: "/list"
    plain.click("#star button")
    plain.waitForURL("**/list")
    plain.fill("#query", "disk")
    plain.click("text=Search")
    plain.waitForURL("**/list?q=disk")
    plain.goto("/file#L3")
    assert plain.isVisible("#L3")
