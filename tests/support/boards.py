"""Boards as their pages show them."""
import html
import re


def columns(browser):
    """{column's title: titles of the cards in it}, in the order of the page."""
    found = {}
    for title, section in re.findall(r'<section aria-label="([^"]*)" data-column="\d+">(.*?)</section>', browser.page, re.S):
        found[html.unescape(title)] = [html.unescape(card) for card in re.findall(r'<a class="title"[^>]*>(.*?)</a>', section)]
    return found


def column_id(browser, title):
    return int(re.search(rf'<section aria-label="{re.escape(html.escape(title))}" data-column="(\d+)"', browser.page)[1])


def card(browser, title):
    """The card of that title, which is one line; empty when there is none."""
    return next((line for line in browser.page.splitlines() if 'data-card="' in line and f">{html.escape(title)}</a>" in line), "")


def buttons(browser, title):
    """{what a button of the card's menu says: (its name, its value)}"""
    return {html.unescape(words): (name, value) for name, value, words in re.findall(r'<button type="submit" name="(\w+)" value="(\w+)">([^<]*)</button>', card(browser, title))}


def press(browser, title, button, **more):
    """Presses a button of a card's menu, and goes where that leads."""
    name, value = buttons(browser, title)[button]
    form = re.search(r'<form method="post" action="([^"]*/move)"[^>]*>(.*?)<ul>', card(browser, title))
    hidden = {key: html.unescape(text) for key, text in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form[2])}
    browser.post(html.unescape(form[1]), {**hidden, name: value}, **{"expect": 303, **more})
    return browser.follow()


def number(project):
    """The id in a project's address."""
    return project.rsplit("/", 1)[1]
