"""Who likes a repository, who watches it, and its forks."""
from pulls import begun, put_file
from repositories import at, let_in, new_repository


def test_stars_watchers_and_forks(visitor, resident, new_user):
    owner, fan = new_user(), new_user(full_name="A <b>fan</b>")
    repository = begun(owner)
    for page in ("stars", "forks"):
        visitor.open(f"/{repository['full_name']}/{page}", expect=200)
        assert "Nobody yet" in visitor.page
    fan.call("PUT", f"/user/starred/{repository['full_name']}", expect=204)
    fan.call("PUT", f"{at(repository)}/subscription", expect=200)
    fork = fan.post(f"{at(repository)}/forks", {"name": "branched-off"}, expect=202).json()
    for page in ("stars", "watchers"):
        visitor.open(f"/{repository['full_name']}/{page}", expect=200)
        assert f'<a class="title" href="/{fan.name}">' in visitor.page and "A &lt;b&gt;fan" in visitor.page
        assert f'href="/{repository["full_name"]}/forks"' in visitor.page
    visitor.open(f"/{repository['full_name']}/forks", expect=200)
    assert f'href="/{fork["full_name"]}"' in visitor.page
    browser = resident()
    browser.open(f"/{repository['full_name']}/stars", expect=200)
    browser.submit(f"/{fan.name}/-/follow", expect=303)
    assert browser.location == f"/{repository['full_name']}/stars"
    visitor.open(f"/{repository['full_name']}/stars?page=9999999", expect=200)


def test_how_far_a_fork_has_gone(visitor, new_user):
    owner, fan, other = new_user(), new_user(), new_user()
    repository = begun(owner)
    fork = fan.post(f"{at(repository)}/forks", {}, expect=202).json()
    other.post(f"{at(repository)}/forks", {}, expect=202)
    visitor.open(f"/{repository['full_name']}/forks", expect=200)
    assert visitor.page.count("up to date") == 2
    for name in ("a", "b"):
        put_file(fan, fork, name)
    visitor.open(f"/{repository['full_name']}/forks", expect=200)
    assert "2 ahead, 0 behind" in visitor.page and visitor.page.count("up to date") == 1
    put_file(owner, repository, "c")
    visitor.open(f"/{repository['full_name']}/forks", expect=200)
    assert "0 ahead, 1 behind" in visitor.page, "where both sides have new commits, nobody knows"


def test_hidden_forks_and_hidden_repositories(visitor, resident, new_user):
    owner, reader = new_user(), new_user()
    repository = begun(owner, private=True)
    for page in ("stars", "watchers", "forks"):
        visitor.open(f"/{repository['full_name']}/{page}", expect=404)
    let_in(owner, repository, reader, "read")
    fork = reader.post(f"{at(repository)}/forks", {"name": "quiet"}, expect=202).json()
    other = new_user()
    let_in(owner, repository, other, "read")
    browser = resident(other.name)
    browser.open(f"/{repository['full_name']}/forks", expect=200)
    assert fork["full_name"] not in browser.page


def test_what_programs_read_of_a_page(visitor, new_user):
    owner = new_user()
    repository = new_repository(owner, description='Says "x" & <y>')
    visitor.open(f"/{repository['full_name']}/stars", expect=200)
    assert f'<meta property="og:title" content="{repository["full_name"]}">' in visitor.page
    assert '<meta property="og:description" content="Says &quot;x&quot; &amp; &lt;y&gt;">' in visitor.page
    assert f'<meta property="og:url" content="{visitor.url}/{repository["full_name"]}">' in visitor.page
    for ending in ("rss", "atom"):
        assert f'href="/{repository["full_name"]}.{ending}"' in visitor.page
        visitor.open(f"/{repository['full_name']}.{ending}", expect=200)
        visitor.open(f"/{repository['full_name']}/stars", expect=200)


def test_the_keys(visitor):
    visitor.open("/-/help/keys", expect=200)
    assert "<kbd>?</kbd>" in visitor.page and "<kbd>g</kbd> <kbd>i</kbd>" in visitor.page
    visitor.open("/", expect=200)
    assert 'href="/-/help/keys"' in visitor.page


def test_where_a_password_is_changed(visitor):
    visitor.open("/.well-known/change-password", expect=303)
    assert visitor.location == "/user/settings/account"
