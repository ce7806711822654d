"""What somebody sees who opens the site's address in a browser."""


def test_a_stranger_learns_what_it_is_and_how_to_get_in(visitor):
    visitor.open("/", expect=200)
    assert "/user/login" in visitor.page and "/user/sign_up" in visitor.page and "/api/swagger" in visitor.page
    assert visitor.answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_person_is_greeted_by_name(resident):
    ada = resident()
    ada.open("/", expect=200)
    assert f"Hello, {ada.name}" in ada.page and "/user/settings/keys" in ada.page and "Sign out" in ada.page


def test_pages_let_nobody_frame_them_cache_them_or_run_scripts_in_them(visitor):
    headers = visitor.open("/", expect=200).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and policy["style-src"] == "'self'"
    assert policy["base-uri"] == "'none'" and policy["form-action"] == "'self'" and policy["frame-ancestors"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "SAMEORIGIN" and headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin" and headers["Cache-Control"] == "private, no-cache"
    assert "<script>" not in visitor.page and " style=" not in visitor.page


def test_a_page_for_everybody_is_sent_once_as_long_as_it_stays_the_same(visitor):
    tag = visitor.open("/", expect=200).headers["ETag"]
    visitor.open("/", headers={"If-None-Match": tag}, expect=304)
    visitor.open("/", headers={"If-None-Match": tag, "Accept-Language": "de"}, expect=200)


def test_a_page_for_somebody_is_kept_by_nobody(resident):
    headers = resident().open("/", expect=200).headers
    assert headers["Cache-Control"] == "no-store" and "ETag" not in headers


def test_an_address_that_nobody_has_is_a_page_to_people_and_words_to_programs(visitor):
    visitor.open("/nobody/has/this", headers={"Accept": "text/html,*/*;q=0.8"}, expect=404)
    assert "There is nothing here" in visitor.page and "/user/login?redirect_to=%2Fnobody%2Fhas%2Fthis" in visitor.page
    visitor.open("/nobody/has/this", expect=404)
    assert "<html" not in visitor.page
    visitor.open("/api/v1/nobody", headers={"Accept": "text/html"}, expect=404)
    assert "<html" not in visitor.page


def test_the_stylesheet_has_an_address_of_its_content_and_may_be_kept(visitor):
    visitor.open("/", expect=200)
    address = visitor.page.split('<link rel="stylesheet" href="')[1].split('"')[0]
    answer = visitor.open(address, expect=200)
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8" and "immutable" in answer.headers["Cache-Control"]
    assert "immutable" not in visitor.open("/assets/site.css?v=other").headers["Cache-Control"]
