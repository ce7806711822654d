"""A new issue, without a script: the plain form, templates, forms with all kinds of fields, what the address proposes."""
import re

import pytest
from issues import new_issue
from pulls import begun, put_file
from repositories import at, let_in, new_repository

BUG = """name: Something broke
description: Tell us what <happened>
title: "[Bug] "
labels: [bug]
assignees: [{owner}]
body:
  - type: markdown
    attributes:
      value: "**Thanks** for telling."
  - type: input
    id: version
    attributes:
      label: Version
      description: As `tool --version` says
      placeholder: "1.0"
    validations:
      required: true
      is_number: true
  - type: textarea
    id: log
    attributes:
      label: Log
      render: shell
      value: preset
  - type: dropdown
    id: system
    attributes:
      label: System
      options: [Linux, Windows, 42]
      default: 1
  - type: dropdown
    id: parts
    attributes:
      label: Parts
      multiple: true
      options: [A, B, C]
  - type: checkboxes
    id: before
    attributes:
      label: Before you send it
      options:
        - label: I looked for the same issue
          required: true
        - label: I can help
  - type: input
    id: hidden
    visible: [form]
    attributes:
      label: Only here
"""


@pytest.fixture
def place(new_user):
    owner = new_user()
    return owner, begun(owner)


def page(repository, below=""):
    return f"/{repository['full_name']}/issues/new{below}"


def with_form(owner, repository, name="bug.yaml", text=None):
    put_file(owner, repository, f".gitea/ISSUE_TEMPLATE/{name}", (text or BUG).replace("{owner}", owner.name))
    return f".gitea/ISSUE_TEMPLATE/{name}"


def test_the_plain_form(resident, place):
    owner, repository = place
    browser = resident()
    browser.open(page(repository), expect=200)
    browser.submit("/issues/new", {"title": "It <broke>", "body": "Words\r\nmore", "preview": ""}, expect=303)
    made = owner.get(f"{at(repository)}/issues/1").json()
    assert (made["title"], made["body"]) == ("It <broke>", "Words\nmore") and made["user"]["login"] == browser.name
    assert browser.location == f"/{repository['full_name']}/issues/1"
    browser.follow()
    assert browser.notice == "The issue is created."


def test_a_refused_form_comes_back(resident, place):
    owner, repository = place
    browser = resident()
    browser.post(page(repository), {"title": " ", "body": "Kept <words>"}, expect=422)
    assert "Kept &lt;words&gt;</textarea>" in browser.page and 'id="title-hint"' in browser.page
    assert not owner.get(f"{at(repository)}/issues").json()


def test_a_preview(resident, place):
    owner, repository = place
    browser = resident()
    browser.post(page(repository), {"title": "T", "body": "**x**", "preview": "text"}, expect=200)
    assert "<strong>x</strong>" in browser.page and 'value="T"' in browser.page
    assert not owner.get(f"{at(repository)}/issues").json()


def test_who_may_not(visitor, resident, place, new_user):
    owner, repository = place
    visitor.open(page(repository, "?title=x"), expect=303)
    assert visitor.location.startswith("/user/login?redirect_to=")
    hidden = new_repository(owner, private=True)
    resident().open(page(hidden), expect=404)
    resident().post(page(hidden), {"title": "x"}, expect=404)
    blocked = new_user()
    owner.call("PUT", f"/user/blocks/{blocked.name}", expect=204)
    resident(blocked.name).open(page(repository), expect=403)
    owner.call("PATCH", at(repository), {"archived": True})
    resident(owner.name).open(page(repository), expect=423)
    resident(owner.name).post(page(repository), {"title": "x"}, expect=423)


def test_the_address_proposes(resident, place):
    owner, repository = place
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#f00"}, expect=201).json()
    docs = owner.post(f"{at(repository)}/labels", {"name": "docs", "color": "#0f0"}, expect=201).json()
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()
    browser = resident(owner.name)
    browser.open(page(repository, f"?title=A+%3Ctitle%3E&body=Some%0Awords&labels={label['id']},docs&milestone={milestone['id']}&assignees={owner.name}"), expect=200)
    assert 'value="A &lt;title&gt;"' in browser.page and "Some\nwords</textarea>" in browser.page
    for name, value in (("labels", label["id"]), ("labels", docs["id"]), ("milestone", milestone["id"]), ("assignees", owner.name)):
        assert re.search(f'name="{name}" value="{value}" form="new-issue" checked', browser.page), name
    stranger = resident()
    stranger.open(page(repository, f"?title=x&labels={label['id']}"), expect=200)
    assert 'name="labels"' not in stranger.page


def test_facts_of_those_who_may_write(resident, place):
    owner, repository = place
    label = owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#f00"}, expect=201).json()
    milestone = owner.post(f"{at(repository)}/milestones", {"title": "1.0"}, expect=201).json()
    sent = {"title": "T", "labels": [label["id"]], "milestone": milestone["id"], "assignees": [owner.name], "due_date": "2030-01-02"}
    resident(owner.name).post(page(repository), sent, expect=303)
    made = owner.get(f"{at(repository)}/issues/1").json()
    assert made["labels"][0]["name"] == "bug" and made["milestone"]["title"] == "1.0"
    assert made["assignee"]["login"] == owner.name and made["due_date"] == "2030-01-02T23:59:59Z"
    resident().post(page(repository), sent, expect=303)
    made = owner.get(f"{at(repository)}/issues/2").json()
    assert not made["labels"] and not made["milestone"] and not made["assignees"] and not made["due_date"]


def test_a_template_in_markdown(resident, place):
    owner, repository = place
    put_file(owner, repository, ".gitea/ISSUE_TEMPLATE/idea.md", "---\nname: An idea\nabout: Something new\ntitle: 'Idea: '\n---\nWhat for?\n")
    browser = resident()
    browser.open(page(repository), expect=303)
    assert browser.location == page(repository, "/choose")
    browser.follow()
    assert "An idea" in browser.page and "Something new" in browser.page and "Something else" in browser.page
    browser.open(page(repository, "?template=.gitea/ISSUE_TEMPLATE/idea.md"), expect=200)
    assert 'value="Idea: "' in browser.page and "What for?\n</textarea>" in browser.page and "Another kind" in browser.page
    browser.open(page(repository, "?template=idea.md"), expect=200)
    browser.open(page(repository, "?blank=true"), expect=200)
    assert "What for?" not in browser.page


def test_no_template_leads_to_the_plain_form(resident, place):
    _, repository = place
    browser = resident()
    browser.open(page(repository, "/choose"), expect=303)
    browser.follow()
    assert browser.answer.status_code == 200 and 'name="title"' in browser.page


def test_one_file_for_all_issues(resident, place):
    owner, repository = place
    put_file(owner, repository, ".gitea/issue_template.md", "Begin here\n")
    browser = resident()
    browser.open(page(repository), expect=200)
    assert "Begin here\n</textarea>" in browser.page


def test_config_links_and_no_blank_issues(resident, place, new_user):
    owner, repository = place
    put_file(owner, repository, ".gitea/ISSUE_TEMPLATE/config.yaml",
             "blank_issues_enabled: false\ncontact_links:\n  - name: Chat\n    url: https://chat.example.org/x?y=1\n    about: Talk <first>\n")
    with_form(owner, repository)
    browser = resident()
    browser.open(page(repository, "/choose"), expect=200)
    assert 'href="https://chat.example.org/x?y=1"' in browser.page and "Talk &lt;first&gt;" in browser.page
    assert "Something else" not in browser.page
    browser.open(page(repository, "?title=x"), expect=303)
    assert browser.location == page(repository, "/choose?title=x")
    writer = new_user()
    let_in(owner, repository, writer)
    resident(writer.name).open(page(repository, "?title=x"), expect=200)


def test_a_broken_template_is_named_to_those_who_can_mend_it(resident, place):
    owner, repository = place
    path = with_form(owner, repository, "broken.yaml", "name: x\nabout: y\nbody: nothing\n")
    browser = resident(owner.name)
    browser.open(page(repository, "/choose"), expect=200)
    assert path in browser.page
    stranger = resident()
    stranger.open(page(repository, "/choose"), expect=303)


def test_a_form_shows_all_kinds_of_fields(resident, place):
    owner, repository = place
    owner.post(f"{at(repository)}/labels", {"name": "bug", "color": "#f00"}, expect=201)
    path = with_form(owner, repository)
    browser = resident(owner.name)
    browser.open(page(repository, f"?template={path}&version=3&field:log=from+there"), expect=200)
    assert "<strong>Thanks</strong>" in browser.page and 'value="[Bug] "' in browser.page
    assert re.search(r'<input id="form-field-version"[^>]*value="3"[^>]*placeholder="1.0"[^>]*required', browser.page)
    assert "from there</textarea>" in browser.page and "<code>tool --version</code>" in browser.page
    assert '<option value="Windows" selected>' in browser.page and '<option value="42">' in browser.page
    assert re.search(r'<select id="form-field-parts"[^>]* multiple', browser.page)
    assert re.search(r'name="form-field-before" value="0" required', browser.page)
    assert re.search(r'name="labels" value="\d+" form="new-issue" checked', browser.page)


def test_an_issue_from_a_form(resident, place):
    owner, repository = place
    path = with_form(owner, repository)
    browser = resident()
    sent = {"title": "[Bug] It", "template": path, "form-field-version": "2", "form-field-log": "a\r\n```\r\nb", "form-field-system": "Linux",
            "form-field-parts": ["A", "C"], "form-field-before": ["0"], "form-field-hidden": "not told"}
    browser.post(page(repository), {**sent, "form-field-version": "", "form-field-before": []}, expect=422)
    assert "Fill this in." in browser.page and "Tick what is required." in browser.page and "a\n```\nb</textarea>" in browser.page
    assert '<option value="Linux" selected>' in browser.page and '<option value="C" selected>' in browser.page
    browser.post(page(repository), {**sent, "form-field-version": "two"}, expect=422)
    assert "Write a number." in browser.page
    assert not owner.get(f"{at(repository)}/issues").json()
    browser.post(page(repository), {**sent, "preview": "text"}, expect=200)
    assert '<div id="preview">' in browser.page
    browser.post(page(repository), sent, expect=303)
    body = owner.get(f"{at(repository)}/issues/1").json()["body"]
    assert body == ("### Version\n\n2\n\n### Log\n\n````shell\na\n```\nb\n````\n\n### System\n\nLinux\n\n### Parts\n\nA, C\n\n"
                    "### Before you send it\n\n- [x] I looked for the same issue\n- [ ] I can help\n")


def test_a_form_that_is_gone_loses_no_word(resident, place):
    owner, repository = place
    browser = resident()
    sent = {"title": "It", "template": "gone.yaml", "form-field-version": "2", "form-field-log": "some\r\nlines"}
    browser.post(page(repository), sent, expect=409)
    assert "### version\n\n2\n\n### log\n\nsome\nlines\n</textarea>" in browser.page and 'value="It"' in browser.page
    assert not owner.get(f"{at(repository)}/issues").json()


def test_likely_duplicates(resident, place):
    owner, repository = place
    new_issue(owner, repository, "Lines go missing when the disk is full")
    new_issue(owner, repository, "Something else")
    browser = resident()
    browser.open(page(repository, "?title=Lines+lost+when+disk+is+full"), expect=200)
    alike = browser.page[browser.page.index('id="alike"'):]
    assert "This may be known:" in alike and "#1 Lines go missing" in alike and "#2" not in alike
    browser.open(page(repository, "/alike?title=the+disk"), expect=200)
    assert "#1 Lines go missing" in browser.page
    browser.open(page(repository, "/alike?title=unheard+of"), expect=200)
    assert "This may be known" not in browser.page


def test_a_reference_in_a_new_issue(resident, place):
    owner, repository = place
    new_issue(owner, repository, body="The text")
    said = owner.post(f"{at(repository)}/issues/1/comments", {"body": "An answer"}, expect=201).json()
    browser = resident()
    browser.open(page(repository, f"?quote={said['id']}"), expect=200)
    assert "&gt; An answer\n" in browser.page and f"/issues/1#issuecomment-{said['id']}" in browser.page
    browser.open(page(repository, "?quote=issue-1"), expect=200)
    assert "&gt; The text\n" in browser.page
    hidden = new_repository(owner, private=True)
    new_issue(owner, hidden, body="secret")
    other = owner.post(f"{at(hidden)}/issues/1/comments", {"body": "hidden words"}, expect=201).json()
    browser.open(page(repository, f"?quote={other['id']}"), expect=200)
    assert "hidden words" not in browser.page


def test_a_file_comes_with_a_new_issue(resident, place):
    owner, repository = place
    browser = resident()
    browser.post(page(repository), {"title": "With a file", "body": "see"}, files={"attachment": ("notes.txt", b"notes")}, expect=303)
    made = owner.get(f"{at(repository)}/issues/1").json()
    assert made["assets"][0]["name"] == "notes.txt"
    browser.follow()
    assert "notes.txt" in browser.page
