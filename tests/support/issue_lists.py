"""Lists of issues as pages show them."""
import html
import re
import urllib.parse


def titles(browser):
    """What the rows of the list are called, in their order; the pinned ones are not among them."""
    rows = re.search(r'<ul class="rows">(.*?)</ul>\s*</section>', browser.page, re.S)
    return [html.unescape(title) for title in re.findall(r'<a class="title" href="[^"]*">(.*?)</a>', rows[1])] if rows else []


def row(browser, title):
    """The row of that title, which is one line; empty when it has none."""
    return next((line for line in browser.page.splitlines() if line.lstrip().startswith("<li>") and f">{html.escape(title)}</a>" in line), "")


def line(browser):
    """What stands in the query field."""
    return html.unescape(re.search(r'<input type="search" name="q" aria-label="Filter the list" value="([^"]*)"', browser.page)[1])


def remarks(browser):
    """The marked words, and what is said of each."""
    return [(html.unescape(re.sub("<[^>]*>", "", word)), html.unescape(said).strip())
            for word, said in re.findall(r'<li><svg[^>]*><use[^>]*></svg>(?:<mark>(.*?)</mark>)?(.*?)</li>', browser.page.split('id="remarks"')[1].split("</ul>")[0])] if 'id="remarks"' in browser.page else []


def counts(browser):
    """How many are open, and closed."""
    which = re.search(r'<div class="which">(.*?)</div>', browser.page, re.S)[1]
    return tuple(int(number.replace(",", "")) for number in re.findall(r"([\d,]+) (?:open|closed)", which))


def ask(browser, path, query, **more):
    """Opens the list with this line; the titles that it shows, in any order."""
    browser.open(f"{path}?q={urllib.parse.quote(query)}", **{"expect": 200, **more})
    return sorted(titles(browser))


def choice(browser, menu, words):
    """Where the entry of a menu leads."""
    for title, entries in re.findall(r'<summary class="button small bare">([^<]*)<.*?<div class="sheet">(.*?)</div></details>', browser.page, re.S):
        if title != menu:
            continue
        for address, entry in re.findall(r'<li><a href="([^"]*)"[^>]*>(.*?)</a></li>', entries, re.S):
            if html.unescape(re.sub("<[^>]*>", "", entry)).strip().startswith(words):
                return html.unescape(address)
    raise AssertionError(f"the menu {menu} has no {words}")
