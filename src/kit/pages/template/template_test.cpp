#include <gtest/gtest.h>

#include <memory>

#include "base/html.hpp"
#include "pages/safe_html.hpp"
#include "pages/stream.hpp"
#include "pages/template/template_error.hpp"
#include "pages/template/templates.hpp"

namespace cairn::pages {

namespace {

enum class State : std::uint8_t { open, closed };
BOOST_DESCRIBE_ENUM(State, open, closed)

struct Person {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Person, (), (name))

struct Item {
    std::string title;
    std::int64_t number = 0;
    std::shared_ptr<Person> author;
};
BOOST_DESCRIBE_STRUCT(Item, (), (title, number, author))

struct View {
    std::string title{};
    std::string address{};
    bool good = false;
    std::int64_t count = 0;
    double share = 0;
    Time time{};
    State state = State::open;
    std::optional<std::string> note{};
    std::optional<bool> maybe{};
    std::vector<Item> items{};
    std::vector<std::string> words{};
    std::map<std::string, std::int64_t> sizes{};
    Html html{};
    Stream<Item> stream{};
    Person person{};
};
BOOST_DESCRIBE_STRUCT(View, (),
                      (title, address, good, count, share, time, state, note, maybe, items, words, sizes, html, stream,
                       person))

struct SiteValues {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(SiteValues, (), (name))

const words::Language& german()
{
    static const words::Language language("de",
                                          "msgid \"Sign in\"\nmsgstr \"Anmelden\"\n\n"
                                          "msgid \"By <1>{name}</1> in {title}\"\n"
                                          "msgstr \"In {title} von <1>{name}</1>\"\n\n"
                                          "msgid \"{count} file\"\nmsgid_plural \"{count} files\"\n"
                                          "msgstr[0] \"{count} Datei\"\nmsgstr[1] \"{count} Dateien\"\n");
    return language;
}

struct Files {
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<words::Language> languages{words::Language(), german()};
    Global globals[1] = {{"site", &type_of<SiteValues>()}};
    std::unique_ptr<Templates> templates{};

    Templates& parse(std::string_view root = "")
    {
        std::vector<EmbeddedFile> embedded;
        for (const auto& [name, text] : files) embedded.push_back({name, text});
        templates = std::make_unique<Templates>(embedded,
                                                Around{.globals = globals,
                                                       .languages = languages,
                                                       .asset_address =
                                                           [](std::string_view name) {
                                                               if (name != "site.css")
                                                                   throw std::invalid_argument("no such asset");
                                                               return "/assets/" + std::string(name) + "?v=1&w";
                                                           },
                                                       .check_icon =
                                                           [](std::string_view name) {
                                                               if (name != "star")
                                                                   throw std::invalid_argument("no such icon");
                                                           },
                                                       .root = std::string(root)});
        return *templates;
    }

    std::string render(const View& view, std::size_t language = 0, std::string_view root = "")
    {
        const auto& program = parse(root).bind("page", type_of<View>());
        const SiteValues site{"Home & Co"};
        const void* globals_of_page[] = {&site};
        Output out;
        pages::render(program, &view,
                      {.language = languages[language],
                       .language_number = language,
                       .now = {1'800'000'000},
                       .root = root,
                       .root_url = "https://code.example.org/git/",
                       .globals = globals_of_page},
                      out);
        return out.take();
    }
};

std::string shown(std::string text, const View& view, std::size_t language = 0, std::string_view root = "")
{
    return Files{{{"page.html", std::move(text)}}}.render(view, language, root);
}

// What is wrong with it; empty: nothing.
std::string complaint(std::string text, std::string part = "")
{
    try {
        Files files{{{"page.html", std::move(text)}, {"part.html", std::move(part)}}};
        files.parse().bind("page", type_of<View>());
        return "";
    } catch (const TemplateError& error) {
        return error.what();
    }
}

TEST(Template, EscapesTextAndAttributes)
{
    const View view{.title = "<b> & \"c\" 'd'"};
    EXPECT_EQ(shown("<p title=\"{{title}}\">{{title}}</p>", view),
              "<p title=\"&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\">&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</p>");
    EXPECT_EQ(shown("{{site.name}}", view), "Home &amp; Co");
    EXPECT_EQ(shown("{{title}}", {.title = std::string("a\0b", 3)}),
              "a\xef\xbf\xbd"
              "b");
}

TEST(Template, ShowsHtmlAsItIsBetweenTagsAlone)
{
    View view;
    view.html = HtmlWriter().open("b").text("x").close("b").take();
    EXPECT_EQ(shown("<p>{{html}}</p>", view), "<p><b>x</b></p>");
    EXPECT_NE(complaint("<p title=\"{{html}}\"></p>"), "");
}

TEST(Template, ChecksAndEncodesAddresses)
{
    const auto link = [](std::string address, std::string_view root = "") {
        return shown("<a href=\"{{address}}\"></a>", {.address = std::move(address)}, 0, root);
    };
    EXPECT_EQ(link("/a/b?c=d&e"), "<a href=\"/a/b?c=d&amp;e\"></a>");
    EXPECT_EQ(link("/a", "/git"), "<a href=\"/git/a\"></a>");
    EXPECT_EQ(link("https://code.example.org/git/a", "/git"), "<a href=\"/git/a\"></a>");
    EXPECT_EQ(link("https://else.example/a"), "<a href=\"https://else.example/a\"></a>");
    EXPECT_EQ(link("#part"), "<a href=\"#part\"></a>");
    EXPECT_EQ(link("?page=2"), "<a href=\"?page=2\"></a>");
    EXPECT_EQ(link("a/b:c"), "<a href=\"a/b:c\"></a>");
    for (const auto* bad : {"javascript:alert(1)", "JavaScript:alert(1)", " javascript:x", "java\nscript:x",
                            "data:text/html,x", "//evil.example", "/\\evil.example", "vbscript:x"})
        EXPECT_EQ(link(bad), "<a href=\"#\"></a>") << bad;
    View view{.title = "a b/c?d#e&\"<", .address = "/evil"};
    EXPECT_EQ(shown("<a href=\"/x/{{title}}\"></a>", view, 0, "/git"),
              "<a href=\"/git/x/a%20b/c%3Fd%23e&amp;%22%3C\"></a>");
    EXPECT_EQ(shown("<a href=\"/x?q={{title}}#{{title}}\"></a>", view),
              "<a href=\"/x?q=a%20b/c%3Fd%23e%26%22%3C#a%20b/c%3Fd%23e&amp;%22%3C\"></a>");
    EXPECT_EQ(shown("<a href=\"/{{address}}\"></a>", view), "<a href=\"/%2Fevil\"></a>");
    EXPECT_EQ(shown("<a href=\"/x{{address|url}}\"></a>", {.address = "?a=b&c"}), "<a href=\"/x?a=b&amp;c\"></a>");
    EXPECT_EQ(shown("<link href=\"{% asset \"site.css\" %}\">", view, 0, "/git"),
              "<link href=\"/git/assets/site.css?v=1&amp;w\">");
    EXPECT_EQ(shown("<a href=\"{% if good %}/a{% else %}/b{% end %}\"></a>", view, 0, "/git"),
              "<a href=\"/git/b\"></a>");
}

TEST(Template, TakesNothingIntoPlacesWhereItCouldDoHarm)
{
    for (const auto* bad : {"<script>{{title}}</script>", "<style>p{}</style>", "<p style=\"{{title}}\">",
                            "<p onclick=\"{{title}}\">", "<p {{title}}>", "<{{title}}>", "<p class={{title}}>",
                            "<!-- {{title}} -->", "<p class=x>", "<p title='{{title}}'>", "<script>alert(1)</script>",
                            "<img srcset=\"{{title}}\">", "<a href=\"{% if good %}/x{% end %}{{title}}\">", "<p"})
        EXPECT_NE(complaint(bad), "") << bad;
    EXPECT_EQ(
        complaint("<script type=\"module\" src=\"{% asset \"site.css\" %}\"></script><!-- x > y --><p>{{title}}</p>"),
        "");
}

TEST(Template, BindsWhatIsTheSameOnEveryPageAsText)
{
    Files files{{{"page.html", "<ul>{% include \"part\" with person mark=\"a<b\" %}</ul>"},
                 {"part.html",
                  "{% takes mark, size=\"\", count=2, open=true %}<b class=\"x{% if size %} {{size}}{% end %}\">"
                  "{% if open and mark == \"a<b\" %}{{mark}}{% elif size == \"z\" %}no{% end %}"
                  "{{count}}<a href=\"/x/{{mark}}\"></a></b>"}}};
    const auto& program = files.parse("/git").bind("page", type_of<View>());
    ASSERT_EQ(program.nodes.size(), 1);
    EXPECT_EQ(program.nodes.front().text, "<ul><b class=\"x\">a&lt;b2<a href=\"/git/x/a%3Cb\"></a></b></ul>");
    EXPECT_NE(complaint("{% include \"part\" mark=\"\" %}", "{% takes mark %}{% if mark %}{{nothing}}{% end %}"), "");
}

TEST(Template, AsksAndCompares)
{
    const View view{.title = "x", .good = true, .count = 2, .state = State::closed, .note = "n", .words = {"a", "b"}};
    const auto yes = [&](const std::string& condition) {
        return shown("{% if " + condition + " %}yes{% else %}no{% end %}", view) == "yes";
    };
    for (const auto* is :
         {"title", "good", "count", "note", "words", "title == \"x\"", "count > 1", "count >= 2 and good",
          "state == \"closed\"", "state != \"open\"", "words has \"b\"", "not address", "good or address",
          "not (good and address)", "words|count == 2", "good == true", "not items", "not html", "not time"})
        EXPECT_TRUE(yes(is)) << is;
    for (const auto* is : {"address", "maybe", "items", "count < 2", "words has \"c\"", "note == \"m\"", "not good"})
        EXPECT_FALSE(yes(is)) << is;
    EXPECT_EQ(shown("{% if address %}a{% elif good %}b{% else %}c{% end %}", view), "b");
    EXPECT_EQ(shown("<p{% if good %} class=\"x\"{% end %}>", view), "<p class=\"x\">");
}

TEST(Template, GoesThroughLists)
{
    const auto ada = std::make_shared<Person>(Person{"ada"});
    View view{.items = {{"one", 1, ada}, {"two", 2, nullptr}}, .sizes = {{"a", 1}, {"b", 2}}};
    EXPECT_EQ(shown("{% for item in items %}{{loop.index}}{% if loop.first %}!{% end "
                    "%}{{item.title}}({{item.author.name}}){% if not "
                    "loop.last %}, {% end %}{% empty %}none{% end %}",
                    view),
              "1!one(ada), 2two()");
    EXPECT_EQ(shown("{% for item in items %}x{% empty %}none{% end %}", {}), "none");
    EXPECT_EQ(shown("{% for size in sizes %}{{loop.key}}={{size}};{% end %}", view), "a=1;b=2;");
    EXPECT_EQ(shown("{% for a in items %}{% for b in items %}{{a.number}}{{b.number}}{% if loop.last %}.{% end %}{% "
                    "end %}{% end %}",
                    view),
              "1112.2122.");
    EXPECT_EQ(shown("<ul>\n    {% for a in items %}\n    <li>{{a.number}}</li>\n    {% end %}\n</ul>\n", view),
              "<ul>\n    <li>1</li>\n    <li>2</li>\n</ul>");
}

struct Writes : http::BodyWriter {
    std::vector<std::string> pieces;
    void write(std::string_view piece) override { pieces.emplace_back(piece); }
};

TEST(Template, SendsWhatItHasBeforeAStreamBegins)
{
    Files files{{{"page.html", "<p>head</p>{% for item in stream %}[{{item.title}}]{% end %}<p>foot</p>"}}};
    const auto& program = files.parse().bind("page", type_of<View>());
    EXPECT_TRUE(program.streams);
    Writes to;
    std::size_t sent_before = 0;
    View view;
    view.stream = Stream<Item>([&](const Stream<Item>::Visit& visit) {
        sent_before = to.pieces.size();
        for (int i = 0; i < 5000; ++i) visit({.title = std::string(100, 'x')});
    });
    Output out(&to);
    const SiteValues site;
    const void* globals[] = {&site};
    render(program, &view, {.language = files.languages[0], .globals = globals}, out);
    out.flush();
    EXPECT_EQ(sent_before, 1U);
    EXPECT_EQ(to.pieces.front(), "<p>head</p>");
    EXPECT_GT(to.pieces.size(), 20U);
    EXPECT_NE(to.pieces.back().find("<p>foot</p>"), std::string::npos);
    EXPECT_NE(complaint("{% if stream %}x{% end %}"), "");
}

TEST(Template, IncludesPartsWithTheirArguments)
{
    Files files{{{"page.html",
                  "{% for item in items %}{% include \"part\" with item label=[[Sign in]] strong=good %}{% end %}"},
                 {"part.html",
                  "{% takes label, strong=false, end=\".\" %}\n{{label}}:{{title}}{% if strong %}!{% end %}{{end}}"}}};
    EXPECT_EQ(files.render({.good = true, .items = {{"a<", 1, nullptr}}}, 1), "Anmelden:a&lt;!.");
    EXPECT_NE(complaint("{% include \"part\" %}", "{% takes label %}"), "");
    EXPECT_NE(complaint("{% include \"part\" other=1 %}", ""), "");
    EXPECT_NE(complaint("{% include \"none\" %}"), "");
    EXPECT_NE(complaint("{% include \"part\" with person %}", "{{title}}"), "");
    EXPECT_NE(complaint("{% include \"part\" %}", "{% include \"page\" %}{% include \"part\" with person %}"), "");
}

TEST(Template, FillsTheSlotsOfItsLayout)
{
    Files files{{{"page.html",
                  "{% layout \"inner\" %}\n{% block title %}T {{title}}{% end %}\n{% block content %}C{% end %}\n"},
                 {"layouts/inner.html", "{% layout \"outer\" %}{% block main %}<div>{% slot content %}</div>{% end %}"},
                 {"layouts/outer.html",
                  "<title>{% slot title %}</title>{% if good %}{% slot main %}{% end %}{% slot none %}"}}};
    EXPECT_EQ(files.render({.title = "x", .good = true}), "<title>T x</title><div>C</div>");
    Files wrong{{{"page.html", "{% layout \"outer\" %}{% block other %}{% end %}"},
                 {"layouts/outer.html", "{% slot title %}"}}};
    EXPECT_THROW(wrong.render({}), TemplateError);
    Files circle{{{"page.html", "{% layout \"a\" %}"}, {"layouts/a.html", "{% layout \"a\" %}"}}};
    EXPECT_THROW(circle.render({}), TemplateError);
}

TEST(Template, SaysMarkedWordsInTheReadersLanguage)
{
    const View view{.title = "<x>", .count = 1200, .person = {"a\"b"}};
    EXPECT_EQ(shown("<b>[[Sign\n    in]]</b>", view, 1), "<b>Anmelden</b>");
    EXPECT_EQ(shown("<b title=\"[[Sign in]]\">", view, 1), "<b title=\"Anmelden\">");
    const std::string both = "[[By <a href=\"/{{person.name}}\">{{person.name}}</a> in {{title}}]]";
    EXPECT_EQ(shown(both, view), "By <a href=\"/a%22b\">a&quot;b</a> in &lt;x&gt;");
    EXPECT_EQ(shown(both, view, 1), "In &lt;x&gt; von <a href=\"/a%22b\">a&quot;b</a>");
    const std::string files = "[[{{count|number}} file||{{count|number}} files]]";
    EXPECT_EQ(shown(files, view), "1,200 files");
    EXPECT_EQ(shown(files, {.count = 1}, 1), "1 Datei");
    EXPECT_EQ(shown(files, {.count = 0}, 1), "0 Dateien");
    EXPECT_EQ(shown("[[{{count}} thing||{{count}} things]]", view, 1), "1200 things");
    for (const auto* bad : {"[[]]", "[[a", "[[<b>x]]", "[[x</b>]]", "[[one||many]]", "[[{{title}} x||{{title}} y]]",
                            "[[{{html}}]]", "<a href=\"[[x]]\">", "[[{% if good %}x{% end %}]]", "[[{x}]]"})
        EXPECT_NE(complaint(bad), "") << bad;
}

TEST(Template, RefusesATranslationThatDoesNotFit)
{
    for (const auto* wrong : {"{other}", "<1>x", "<2>{title}</2>", "<b>{title}</b>", "{title}"}) {
        Files files{{{"page.html", "[[<b>{{title}}</b>]]"}}};
        files.languages.emplace_back("xx", "msgid \"<1>{title}</1>\"\nmsgstr \"" + std::string(wrong) + "\"\n");
        EXPECT_THROW(files.parse().bind("page", type_of<View>()), TemplateError) << wrong;
    }
}

TEST(Template, ThatDoesNotFitIsRefusedEachTime)
{
    Files files{{{"page.html", "{% include \"part\" %}{{nothing}}"}, {"part.html", "x"}}};
    auto& templates = files.parse();
    for (int time = 0; time < 2; ++time)
        EXPECT_THROW(static_cast<void>(templates.bind("page", type_of<View>())), TemplateError);
}

TEST(Template, TellsTimesNumbersAndSizes)
{
    const View view{.title = "0123456789abcdef",
                    .count = 8'400'000,
                    .share = 0.25,
                    .time = {1'800'000'000 - 5 * 86400},
                    .words = {"a"}};
    EXPECT_EQ(shown("{{time}}", view),
              "<time data-ago datetime=\"2027-01-10T08:00:00Z\" title=\"10 Jan 2027, 08:00 UTC\">5 days ago</time>");
    EXPECT_EQ(shown("<p title=\"{{time|moment}}\">{{time|day}}", view),
              "<p title=\"10 Jan 2027, 08:00 UTC\">10 Jan 2027");
    EXPECT_EQ(
        shown("{{count}} {{count|number}} {{count|bytes}} {{share}} {{words|count}} {{title|brief}} {{title|initial}}",
              view),
        "8400000 8,400,000 8.4 MB 0.25 1 0123456789 0");
    EXPECT_EQ(shown("{{state}}", view), "open");
    EXPECT_EQ(shown("{{note}}", view), "");
}

TEST(Template, IsHeldAgainstTheTypeOfWhatItShows)
{
    for (const auto* bad :
         {"{{nothing}}", "{{title.more}}", "{{person}}", "{{items}}", "{{good}}", "{% for x in title %}{% end %}",
          "{% for x in items %}{{x.none}}{% end %}", "{{x}}{% for x in items %}{% end %}",
          "{% if state == \"merged\" %}{% end %}", "{% if title > 3 %}{% end %}", "{% if person %}{% end %}",
          "{{title|bytes}}", "{{title|none}}", "<p title=\"{{time}}\">", "{% if title == count %}{% end %}",
          "{% asset \"other.css\" %}", "<p title=\"{% asset \"site.css\" %}\">", "{{item.title}}"})
        EXPECT_NE(complaint(bad), "") << bad;
    EXPECT_NE(complaint("<p>\n{{nothing}}").find("page.html:2: there is no nothing"), std::string::npos);
}

TEST(Template, SaysWhereItIsMalformed)
{
    for (const auto* bad :
         {"{{", "{{}}", "{% if good %}", "{% end %}", "{% else %}", "{% for x items %}{% end %}", "{% what %}",
          "{{a b}}", "{{\"a}}", "{% if good %}<p>{% else %}<p{% end %}", "{% if good %}<p{% end %}>",
          "{% block a %}{% end %}", "{% if good %}{% else %}{% else %}{% end %}", "{{(a}}", "{{a|}}", "{{ ? }}"})
        EXPECT_NE(complaint(bad), "") << bad;
    EXPECT_NE(complaint("x{{" + std::string(100000, '(') + "}}"), "");
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "{% if good %}";
    EXPECT_NE(complaint(deep), "");
}

} // namespace
} // namespace cairn::pages
