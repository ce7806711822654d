"""How a page looks: nothing sticks out, text can be read, everything has a name.

With SCREENSHOTS=folder what was looked at is left there as a picture.
"""
import os
import pathlib

FORMS = {"light": {"colorScheme": "light", "viewport": {"width": 1200, "height": 800}},
         "dark": {"colorScheme": "dark", "viewport": {"width": 1200, "height": 800}},
         "phone": {"colorScheme": "light", "viewport": {"width": 360, "height": 780}, "deviceScaleFactor": 2}}

# The contrast of text to what is behind it, by WCAG's formula, for every element that has text of its own.
CONTRAST = """(() => {
    const rgb = (c) => c.match(/[\\d.]+/g).map(Number);
    const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const ground = (e) => { for (; e; e = e.parentElement) { const drawn = e.matches('.label') && e.querySelector('rect');
            if (drawn) return rgb(getComputedStyle(drawn).fill); // a label's ground is an SVG's
            const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
        return [255, 255, 255]; };
    const bad = [];
    for (const e of document.querySelectorAll('body *')) {
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility()) continue;
        const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${e.tagName} ${e.textContent.trim().slice(0, 40)}`);
    }
    return bad;
})()"""
# Fields and buttons that a screen reader would have no name for.
NAMELESS = """[...document.querySelectorAll('input:not([type=hidden], .unseen), select, textarea, button, a')].filter((e) =>
    !(e.textContent.trim() || (e.labels && e.labels.length && e.labels[0].textContent.trim()) || e.getAttribute('aria-label'))).map((e) => e.outerHTML)"""


def look(tab, form, name):
    """At the page that the tab shows."""
    if folder := os.environ.get("SCREENSHOTS"):
        pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        tab.screenshot({"path": f"{folder}/{name}-{form}.png", "fullPage": True})
    assert tab.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "it is wider than the window"
    assert [c for c in tab.browser.complaints() if "Content Security Policy" in c] == []
    assert (faint := tab.evaluate(CONTRAST)) == [], f"too faint: {faint}"
    assert (nameless := tab.evaluate(NAMELESS)) == [], f"without a name: {nameless}"
    # What people have written (a README, release notes) is an article with headings of its own.
    assert tab.evaluate("[...document.querySelectorAll('h1')].filter((e) => !e.closest('article')).length") == 1
