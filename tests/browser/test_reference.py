"""The API's reference in a browser: what it loads is there, and its policy lets it run."""


def test_the_reference_shows_operations(tab):
    tab.goto("/api/swagger")
    tab.waitForSelector(".opblock-tag-section")
    assert tab.evaluate("document.querySelectorAll('.opblock-tag-section').length > 5")
    assert "Cairn" in tab.title()
