#include <gmock/gmock.h>

#include "markup/render.hpp"

namespace cairn::markup {
namespace {

using testing::HasSubstr;
using testing::Not;

const LinkContext place = read_link_context("http://host/", "/ada/engine/src/branch/main");

std::set<std::string> knows_joe(std::span<const std::string> names)
{
    std::set<std::string> found;
    for (const std::string& name : names)
        if (name == "joe" || name == "j.o-e") found.insert(name);
    return found;
}

std::string html(std::string_view text, Mode mode)
{
    std::string rendered = *render_markdown(text, mode, place, knows_joe);
    while (rendered.ends_with('\n')) rendered.pop_back();
    return rendered;
}
std::string comment(std::string_view text) { return html(text, Mode::comment); }
std::string file(std::string_view text) { return html(text, Mode::file); }
std::string plain(std::string_view text) { return html(text, Mode::plain); }

std::string link(std::string_view address, std::string_view label)
{
    return "<a href=\"" + std::string(address) + "\" rel=\"nofollow\">" + std::string(label) + "</a>";
}

TEST(Markdown, KnowsCommonMark)
{
    EXPECT_EQ(comment("*a* **b** `c` ~~d~~"), "<p><em>a</em> <strong>b</strong> <code>c</code> <del>d</del></p>");
    EXPECT_EQ(comment("> a\n\n---"), "<blockquote><p>a</p></blockquote>\n<hr>");
    EXPECT_EQ(comment("2. a\n3. b"), "<ol start=\"2\"><li>a</li><li>b</li></ol>");
    EXPECT_EQ(comment("- a\n\n- b"), "<ul><li><p>a</p></li><li><p>b</p></li></ul>");
    EXPECT_EQ(comment(""), "");
}

TEST(Markdown, BreaksLinesInCommentsAlone)
{
    EXPECT_EQ(comment("a\nb"), "<p>a<br>\nb</p>");
    EXPECT_EQ(file("a\nb"), "<p>a\nb</p>");
    EXPECT_EQ(file("a  \nb"), "<p>a<br>\nb</p>");
}

TEST(Markdown, NamesHeadingsInFilesAndWikis)
{
    EXPECT_EQ(file("# Über *die* `Lage`, 2_b!"),
              "<h1 id=\"user-content-über-die-lage-2_b\">Über <em>die</em> <code>Lage</code>, 2_b!</h1>");
    EXPECT_EQ(html("# A", Mode::wiki), "<h1 id=\"user-content-a\">A</h1>");
    EXPECT_EQ(file("# A\n# A"), "<h1 id=\"user-content-a\">A</h1>\n<h1 id=\"user-content-a\">A</h1>");
    EXPECT_EQ(comment("# A"), "<h1>A</h1>");
    EXPECT_EQ(plain("# A"), "<h1>A</h1>");
}

TEST(Markdown, HasTablesWithAlignment)
{
    EXPECT_EQ(comment("|a|b|\n|-|:-:|\n|1|2|"),
              "<table><thead><tr><th>a</th><th align=\"center\">b</th></tr></thead>"
              "<tbody><tr><td>1</td><td align=\"center\">2</td></tr></tbody></table>");
    EXPECT_EQ(comment("|a|\n|-|"), "<table><thead><tr><th>a</th></tr></thead></table>");
}

TEST(Markdown, HasTaskLists)
{
    EXPECT_EQ(comment("- [x] a\n- [ ] b"),
              "<ul><li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\" checked=\"\">a</li>"
              "<li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\">b</li></ul>");
    EXPECT_EQ(plain("- [ ] b"), "<ul><li><input type=\"checkbox\" disabled=\"\">b</li></ul>");
}

TEST(Markdown, NamesTheLanguageOfCode)
{
    EXPECT_EQ(comment("```c++ more\na<b\n```"), "<pre><code class=\"language-c__\">a&lt;b\n</code></pre>");
    EXPECT_EQ(comment("    a"), "<pre><code class=\"language-text\">a\n</code></pre>");
    EXPECT_EQ(comment("```\" onclick=\nx\n```"), "<pre><code class=\"language-_\">x\n</code></pre>");
}

TEST(Markdown, ReadsFormulas)
{
    EXPECT_EQ(comment("$a_b_c*d*$."), "<p><code class=\"language-math\">a_b_c*d*</code>.</p>");
    EXPECT_EQ(comment("it is $$x$$ here"), "<p>it is <code class=\"language-math display\">x</code> here</p>");
    EXPECT_EQ(comment("$`a$b`$"), "<p>$<code>a$b</code>$</p>");
    EXPECT_EQ(comment("$`ab`$"), "<p><code class=\"language-math\">ab</code></p>");
}

TEST(Markdown, DoesNotTakeMoneyForFormulas)
{
    for (const char* text : {"$5 or $6", "a$b$c", "$ a $", "$a", "$$", "costs 5$ and 6$"})
        EXPECT_THAT(comment(text), Not(HasSubstr("math"))) << text;
    EXPECT_THAT(comment("`$a$`"), Not(HasSubstr("math")));
    EXPECT_THAT(comment("\\$a$"), Not(HasSubstr("math")));
}

TEST(Markdown, ReadsBlocksOfFormulas)
{
    EXPECT_EQ(comment("$$\na\n\n+ b\n# c\n$$\nafter"),
              "<pre><code class=\"language-math\">\na\n\n+ b\n# c\n</code></pre>\n<p>after</p>");
    EXPECT_EQ(comment("> $$\n> a\n> $$"),
              "<blockquote><pre><code class=\"language-math\">\na\n</code></pre></blockquote>");
    EXPECT_EQ(comment("$$ a $$"), "<pre><code class=\"language-math\">\na \n</code></pre>");
    EXPECT_EQ(comment("```\n$$\na\n$$\n```"), "<pre><code class=\"language-text\">$$\na\n$$\n</code></pre>");
    EXPECT_EQ(comment("$$\na ~~~ b\n$$"), "<pre><code class=\"language-math\">\na ~~~ b\n</code></pre>");
    EXPECT_THAT(comment("$$\nunfinished"), Not(HasSubstr("math")));
}

TEST(Markdown, MarksAlerts)
{
    EXPECT_EQ(comment("> [!TIP]\n> do *this*"),
              "<blockquote class=\"attention-header attention-tip\"><p><strong class=\"attention-tip\">Tip</strong></p>"
              "<p>do <em>this</em></p></blockquote>");
    EXPECT_THAT(comment("> [!CAUTION]\n\n"), HasSubstr("attention-caution"));
    EXPECT_EQ(comment("> [!NOTE] more"), "<blockquote><p>[!NOTE] more</p></blockquote>");
    EXPECT_EQ(comment("> [!OTHER]"), "<blockquote><p>[!OTHER]</p></blockquote>");
}

TEST(Markdown, GathersFootnotes)
{
    EXPECT_EQ(file("a[^x] b[^x]\n\n[^x]: note\n[^y]: unused"),
              "<p>a<sup id=\"fnref:user-content-1\">" + link("#fn:user-content-1", "1")
                  + "</sup> b<sup id=\"fnref:user-content-1-2\">" + link("#fn:user-content-1", "1")
                  + "</sup></p>\n<div class=\"footnotes\"><hr><ol><li id=\"fn:user-content-1\"><p>note "
                  + link("#fnref:user-content-1", "↩︎") + "</p></li>\n</ol></div>");
    EXPECT_THAT(comment("a[^1]\n\n[^1]: n"), HasSubstr("fn:user-content-1-preview"));
    EXPECT_EQ(comment("a[^none]"), "<p>a[^none]</p>");
}

TEST(Markdown, MakesLinksOfAddresses)
{
    EXPECT_EQ(comment("see https://a.example/x_(y)?q=1."),
              "<p>see " + link("https://a.example/x_(y)?q=1", "https://a.example/x_(y)?q=1") + ".</p>");
    EXPECT_EQ(comment("(http://a.example)"), "<p>(" + link("http://a.example", "http://a.example") + ")</p>");
    EXPECT_EQ(comment("me@a.example."), "<p>" + link("mailto:me@a.example", "me@a.example") + ".</p>");
    EXPECT_EQ(comment("www.a.example"), "<p>www.a.example</p>");
    EXPECT_EQ(comment("`https://a.example`"), "<p><code>https://a.example</code></p>");
    EXPECT_EQ(plain("https://a.example"), "<p>https://a.example</p>");
}

TEST(Markdown, ShowsEmoji)
{
    EXPECT_EQ(comment(":smile: :+1: :none: a:smile"),
              "<p><span class=\"emoji\">😄</span> <span class=\"emoji\">👍</span> :none: a:smile</p>");
    EXPECT_EQ(plain(":smile:"), "<p>:smile:</p>");
}

TEST(Markdown, LeadsToThoseWhoAreMentioned)
{
    const auto joe = link("http://host/joe", "@joe");
    EXPECT_EQ(comment("@joe, (@joe) and @Joe."),
              "<p>" + joe + ", (" + joe + ") and " + link("http://host/Joe", "@Joe") + ".</p>");
    EXPECT_EQ(comment("@j.o-e."), "<p>" + link("http://host/j.o-e", "@j.o-e") + ".</p>");
    for (const char* text : {"@nobody", "mail@joe", "@joe/team", "x/@joe"})
        EXPECT_EQ(comment(text), "<p>" + std::string(text) + "</p>");
    EXPECT_EQ(comment("`@joe` [@joe](https://a.example)"),
              "<p><code>@joe</code> " + link("https://a.example", "@joe") + "</p>");
    EXPECT_EQ(plain("@joe"), "<p>@joe</p>");
}

TEST(Markdown, AsksAboutMentionsOnce)
{
    int asked = 0;
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "@joe @n" + std::to_string(i) + " ";
    const auto rendered = render_markdown(text, Mode::comment, place, [&](std::span<const std::string> names) {
        ++asked;
        EXPECT_LE(names.size(), 200U);
        return knows_joe(names);
    });
    EXPECT_EQ(asked, 1);
    EXPECT_THAT(*rendered, HasSubstr(link("http://host/joe", "@joe")));
}

TEST(Markdown, LeadsToIssuesAndPullRequests)
{
    const auto reference = [](std::string_view path, std::string_view label) {
        return "<a href=\"http://host/" + std::string(path) + "\" rel=\"nofollow\" class=\"ref-issue\">"
            + std::string(label) + "</a>";
    };
    EXPECT_EQ(comment("#1 (!22)"),
              "<p>" + reference("ada/engine/issues/1", "#1") + " (" + reference("ada/engine/pulls/22", "!22")
                  + ")</p>");
    EXPECT_EQ(file("see x/y.z#3 #1"), "<p>see " + reference("x/y.z/issues/3", "x/y.z#3") + " #1</p>");
    for (const char* text : {"x#1", "#a", "#1a", "#0", "a/b/c#1", "/b#1", "#1.5", "#", "&#1", "#1-2"})
        EXPECT_THAT(comment(text), Not(HasSubstr("ref-issue"))) << text;
    EXPECT_EQ(plain("x/y#1"), "<p>x/y#1</p>");
}

TEST(Markdown, LeadsToPagesOfTheWiki)
{
    EXPECT_EQ(html("[[My Page]] [[see|Other]]", Mode::wiki),
              "<p>" + link("http://host/ada/engine/wiki/My-Page", "My Page") + " "
                  + link("http://host/ada/engine/wiki/Other", "see") + "</p>");
    EXPECT_EQ(comment("[[a|javascript:x]] [[]]"), "<p>[[a|javascript:x]] [[]]</p>");
    EXPECT_EQ(plain("[[Page]]"), "<p>[[Page]]</p>");
}

TEST(Markdown, WrapsPicturesInALinkToThemselves)
{
    EXPECT_EQ(file("![a](b.png \"t\")"),
              "<p><a href=\"http://host/ada/engine/src/branch/main/b.png\" rel=\"nofollow\">"
              "<img src=\"http://host/ada/engine/media/branch/main/b.png\" alt=\"a\" title=\"t\"></a></p>");
    EXPECT_EQ(file("[![](https://a.example/i)](https://b.example)"),
              "<p><a href=\"https://b.example\" rel=\"nofollow\"><img src=\"https://a.example/i\" alt=\"\"></a></p>");
    EXPECT_EQ(plain("![a](b.png)"), "<p><img src=\"b.png\" alt=\"a\"></p>");
}

TEST(Markdown, ShowsFrontMatterAsATable)
{
    EXPECT_EQ(file("---\ntitle: x & y\ntags: [a, b]\n---\nbody"),
              "<details><summary> title, tags</summary><table><thead><tr><th>title</th><th>tags</th></tr></thead>"
              "<tbody><tr><td>x &amp; y</td><td><table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>"
              "</td></tr></tbody></table></details>\n<p>body</p>");
    for (const char* text : {"a\n\n---\nb: c\n---", "---\n- a\n---\nb", "---\n{[\n---\nb", "---\nno end: 1"})
        EXPECT_THAT(file(text), Not(HasSubstr("details"))) << text;
}

TEST(Markdown, DoesNotLetAliasesOfYamlGrow)
{
    std::string text = "---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int j = 0; j < 10; ++j) text += (j > 0 ? ", *a" : "*a") + std::to_string(i - 1);
        text += "]\n";
    }
    EXPECT_LT(file(text + "---\nbody").size(), 100'000U);
}

TEST(Files, AreRenderedByTheirEnding)
{
    EXPECT_TRUE(can_render("a/README.MD"));
    EXPECT_FALSE(can_render("a.unknown"));
    EXPECT_FALSE(can_render("md"));
    EXPECT_EQ(render_file("a.txt", "x", place).error().code, Errc::unprocessable);
    EXPECT_EQ(*render_file("a.csv", "a,b\n\"1,\n\"\"x\"\"\",<b>\n", place),
              "<table><tr><th>1</th><th>a</th><th>b</th></tr>"
              "<tr><td>2</td><td>1,\n&quot;x&quot;</td><td>&lt;b&gt;</td></tr></table>");
    EXPECT_EQ(*render_file("a.csv", "a;b\r\n1;2", place),
              "<table><tr><th>1</th><th>a</th><th>b</th></tr><tr><td>2</td><td>1</td><td>2</td></tr></table>");
    EXPECT_EQ(*render_file("a.csv", "", place), "");
}

TEST(Files, ThatAreTooLongAreRefused)
{
    EXPECT_EQ(render_markdown(std::string(longest_text + 1, 'a'), Mode::file, place).error().code, Errc::too_large);
}

} // namespace
} // namespace cairn::markup
