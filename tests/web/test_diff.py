"""Differences as pages show them, without a script: every kind of change, both styles, more lines, all files."""
import hashlib
import re

import pytest
from client import PASSWORD
from repositories import new_repository
from working_copy import Git, address

PNG = b"\x89PNG\r\n\x1a\n\0\0"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {}\n"


@pytest.fixture
def changed(server, tmp_path, new_user):
    """changed(before, after) pushes two commits and gives the address of the second's page."""

    def make(before, after, act=lambda git: None):
        owner = new_user()
        repository = new_repository(owner, default_branch="main")
        git = Git(tmp_path / repository["name"])
        git.done("init", "-q", "-b", "main")
        git.commit(before, "before")
        act(git)
        sha = git.commit(after, "after")
        git.done("push", "-q", address(server, repository["full_name"], owner.name, PASSWORD), "main")
        return f"/{repository['full_name']}/commit/{sha}"

    return make


def section_id(path):
    return "diff-" + hashlib.sha1(path.encode()).hexdigest()


def section(browser, path):
    return re.search(rf'<section class="diff-file" id="{section_id(path)}".*?</section>', browser.page, re.S)[0]


def lines(section):
    """(mark, text) of each row."""
    return [(mark, re.sub(r"<[^>]*>", "", line)) for mark, line in re.findall(r'<td class="m[^"]*">(.*?)</td><td class="c[^"]*">(.*?)</td>', section)]


NUMBERS = "".join(f"{n}\n" for n in range(1, 101))


def test_lines_with_numbers_and_words(visitor, changed):
    at = changed({"a.c": "int one = 1;\nsame\n"}, {"a.c": "int two = 1;\nsame\n<new>\n"})
    visitor.open(at, expect=200)
    shown = section(visitor, "a.c")
    assert lines(shown) == [("−", "int one = 1;"), ("+", "int two = 1;"), ("", "same"), ("+", "&lt;new&gt;")]
    assert "<del>one</del>" in shown and "<ins>two</ins>" in shown
    for line in ("L1", "R1", "L2", "R2", "R3"):
        assert f'id="{section_id("a.c")}{line}"' in shown
    assert 'data-language="C"' in shown and "+2" in shown and "−1" in shown
    assert f'href="#{section_id("a.c")}"' in visitor.page, "the list of files leads to it"


def test_both_sides(visitor, changed):
    at = changed({"a.txt": "one\ntwo\nthree\n"}, {"a.txt": "one\nTWO\nmore\nthree\n"})
    visitor.open(at + "?style=split", expect=200)
    shown = section(visitor, "a.txt")
    assert lines(shown) == [("", "one"), ("", "one"), ("−", "two"), ("+", "TWO"), ("", ""), ("+", "more"), ("", "three"), ("", "three")]
    assert "split2" in shown and re.search(r'class="button small"|aria-current="true"[^>]*>.*?Split', visitor.page, re.S)


def test_more_lines(visitor, changed):
    at = changed({"a.txt": NUMBERS}, {"a.txt": NUMBERS.replace("\n50\n", "\nfifty\n")})
    visitor.open(at, expect=200)
    shown = section(visitor, "a.txt")
    assert [text for _, text in lines(shown)] == ["47", "48", "49", "50", "fifty", "51", "52", "53"]
    more = re.findall(r'<a href="([^"]*)" data-expand="">(.*?)</a>', shown)
    assert [words for _, words in more] == ["20 more lines", "Whole file"] * 2
    visitor.open(more[0][0].replace("&amp;", "&"), expect=200)
    assert [text for _, text in lines(section(visitor, "a.txt"))][0] == "27"
    visitor.open(f"{at}?expand=a.txt:1-5,54-100", expect=200)
    shown = [text for _, text in lines(section(visitor, "a.txt"))]
    assert shown[:6] == ["1", "2", "3", "4", "5", "47"] and shown[-1] == "100"
    assert f'id="{section_id("a.txt")}L100"' in visitor.page
    visitor.open(f"{at}?expand=a.txt:all&style=split", expect=200)
    assert len(lines(section(visitor, "a.txt"))) == 200 and "data-expand" not in visitor.page
    for nonsense in ("a.txt:9-1", "a.txt:x", ":", "none:1-2", "a.txt:1-999999999999999999999", "a.txt:500-600"):
        visitor.open(f"{at}?expand={nonsense}", expect=200)
        assert len(lines(section(visitor, "a.txt"))) == 8, nonsense


def test_white_space(visitor, changed):
    at = changed({"a.txt": "one two\n", "b.txt": "x\n"}, {"a.txt": "one  two\n", "b.txt": "x \n"})
    for value, first, second in (("show-all", 2, 2), ("ignore-eol", 2, 0), ("ignore-change", 0, 0), ("ignore-all", 0, 0), ("nonsense", 2, 2)):
        visitor.open(f"{at}?whitespace={value}", expect=200)
        assert (len(lines(section(visitor, "a.txt"))), len(lines(section(visitor, "b.txt")))) == (first, second), value
        assert ("Only white space has changed." in visitor.page) == (second == 0)


def test_every_kind_of_change(visitor, changed):
    def act(git):
        git.done("mv", "old.txt", "new & <name>.txt")
        git.done("rm", "-q", "gone.txt")
        git.done("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
        git.done("update-index", "--chmod=+x", "run")
        (git.folder / "run").chmod(0o755)
        (git.folder / "sub").mkdir()

    at = changed({"old.txt": "a\nb\n", "gone.txt": NUMBERS * 6, "run": "x\n", "p.png": PNG, "b.bin": b"\0\1", "large.psd": POINTER.format("1" * 64, 1000), "e": "a", "empty": "x"},
                 {"p.png": PNG + b"\1", "b.bin": b"\0\2", "large.psd": POINTER.format("2" * 64, 2000), "e": "a\n", "package-lock.json": "{}\n", "empty": ""}, act)
    visitor.open(at, expect=200)
    assert "Renamed without a change." in section(visitor, "new & <name>.txt") and "old.txt" in section(visitor, "new & <name>.txt")
    gone = section(visitor, "gone.txt")
    assert "<details><summary" in gone and len(lines(gone)) == 600, "a fold has its lines inside"
    assert "100644 → 100755" in section(visitor, "run") and "Only the mode has changed." in section(visitor, "run")
    assert section(visitor, "p.png").count("<img") == 2 and "/raw/commit/" in section(visitor, "p.png")
    assert "Not a text." in section(visitor, "b.bin")
    assert "Kept by Git LFS." in section(visitor, "large.psd") and "1.0 KB → 2.0 KB" in section(visitor, "large.psd")
    assert "1111111111" in section(visitor, "sub")
    assert "no line end" in section(visitor, "e")
    assert "Made by a tool" in section(visitor, "package-lock.json")


def test_what_attributes_say(visitor, changed):
    at = changed({".gitattributes": "*.gen linguist-generated\npackage-lock.json -linguist-generated\n"}, {"a.gen": "x\n", "package-lock.json": "{}\n"})
    visitor.open(at, expect=200)
    assert "Made by a tool" in section(visitor, "a.gen") and "Made by a tool" not in section(visitor, "package-lock.json")


def test_narrowed(visitor, changed):
    at = changed({}, {"src/a": "x", "src/b": "x", "srcs": "x"})
    for query, count in (("", 3), ("?files=src/", 2), ("?files=src", 2), ("?file=src/a", 1), ("?file=none", 0)):
        visitor.open(at + query, expect=200)
        assert visitor.page.count('<section class="diff-file"') == count, query
    assert "No changed file fits" in visitor.page and "Show all files" in visitor.page


def test_every_file_is_sent(visitor, changed):
    count = 1500
    at = changed({}, {f"d{n // 100}/f{n}": f"{n}\n" for n in range(count)})
    visitor.open(at, expect=200)
    assert visitor.page.count('<section class="diff-file"') == count and visitor.page.rstrip().endswith("</html>")
    assert visitor.page.index("</nav>", visitor.page.index('class="tree')) < visitor.page.index("<section class=\"diff-file\""), "the list comes first"


def test_a_commit_that_changes_nothing(visitor, changed):
    visitor.open(changed({"a": "x"}, {}), expect=200)
    assert "Changes nothing" in visitor.page


def test_long_files_and_strange_bytes(visitor, changed):
    at = changed({}, {"long": "".join(f"line {n}\n" for n in range(20_000)), "latin": b"caf\xe9\r\n", "one": "x" * 100_000})
    visitor.open(at, expect=200)
    assert len(lines(section(visitor, "long"))) == 20_000 and "+20,000" in section(visitor, "long")
    assert "caf\ufffd" in section(visitor, "latin")


BLOCK = "def count(lines):\n    total = 0\n    for line in lines:\n        total += 1\n    return total\n"


@pytest.mark.parametrize("style", ["unified", "split"])
def test_blocks_that_have_moved_say_so(visitor, changed, style):
    at = changed({"a.py": BLOCK + NUMBERS}, {"a.py": NUMBERS + BLOCK})
    visitor.open(f"{at}?style={style}", expect=200)
    shown = section(visitor, "a.py")
    assert 'title="moved to line 101"' in shown and 'title="moved from line 1"' in shown and "add moved" in shown and "del moved" in shown
    assert 'aria-label="New line 102, moved from line 2"' in shown
    # Three lines are not enough, and closing brackets are none.
    visitor.open(changed({"b.py": "one\ntwo\nthree\n" + NUMBERS}, {"b.py": NUMBERS + "one\ntwo\nthree\n"}), expect=200)
    assert "moved" not in section(visitor, "b.py")


def test_one_file_at_a_time(visitor, changed):
    at = changed({}, {"a": "aa\n", "b/c": "cc\n", "d&e": "dd\n"})
    visitor.open(at, expect=200)
    assert "?single=true" in visitor.page
    visitor.open(at + "?single=true", expect=200)
    assert visitor.page.count('<section class="diff-file"') == 1 and "aa" in section(visitor, "a") and "file 1 of 3" in visitor.page
    following = re.search(r'<a [^>]*href="([^"]*)" rel="next"', visitor.page)[1].replace("&amp;", "&")
    visitor.open(following, expect=200)
    assert "cc" in section(visitor, "b/c") and 'rel="prev"' in visitor.page and visitor.page.count('<section class="diff-file"') == 1
    assert re.search(r'aria-current="page"[^>]*>.*?c</span>', visitor.page) and "?file=" not in visitor.page.split("diff-bar")[0]
    following = re.search(r'<a [^>]*href="([^"]*)" rel="next"', visitor.page)[1].replace("&amp;", "&")
    visitor.open(following, expect=200)
    assert "dd" in section(visitor, "d&e") and 'rel="next"' not in visitor.page
    visitor.open(at + "?single=true&file=none", expect=200)
    assert "aa" in section(visitor, "a")


def test_long_lines_are_wrapped_or_not(visitor, changed):
    at = changed({}, {"a": "x" * 500 + "\n"})
    visitor.open(at, expect=200)
    assert '<table class="code diff"' in visitor.page and 'data-wrap aria-current="true"' in visitor.page
    visitor.open(re.search(r'href="([^"]*wrap=off[^"]*)"', visitor.page)[1].replace("&amp;", "&"), expect=200)
    assert '<table class="code diff nowrap"' in visitor.page and "wrap=on" in visitor.page


def test_changed_files_are_found_by_path_and_text(visitor, changed):
    at = changed({"same": "a word\n"}, {"src/one": "nothing\n", "two": "a Word here\n", "wordy": "x\n"})
    for query, found in (("word", {"two", "wordy"}), ("SRC/", {"src/one"}), ("none", set())):
        visitor.open(f"{at}?path={query}&style=split", expect=200)
        assert {path for path in ("src/one", "two", "wordy") if f'id="{section_id(path)}"' in visitor.page} == found, query
    assert "No changed file fits" in visitor.page
    visitor.open(f"{at}?path=two&style=split", expect=200)
    assert '<input type="hidden" name="style" value="split">' in visitor.page and 'name="path" value="two"' in visitor.page


def test_the_style_that_one_has_chosen(resident, new_user, changed):
    at = changed({"a": "x\n"}, {"a": "y\n"})
    reader = new_user()
    reader.call("PATCH", "/user/settings", {"diff_view_style": "split"}, expect=200)
    browser = resident(reader.name)
    browser.open(at, expect=200)
    assert "split2" in browser.page
    browser.open(at + "?style=unified", expect=200)
    assert "split2" not in browser.page
