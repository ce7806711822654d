#include <gmock/gmock.h>

#include "markup/render.hpp"

namespace cairn::markup {
namespace {

using testing::HasSubstr;
using testing::Not;

const LinkContext place = read_link_context("http://host/", "/ada/engine/src/branch/main", "doc/a.org");

std::set<std::string> knows_joe(std::span<const std::string> names)
{
    std::set<std::string> found;
    for (const std::string& name : names)
        if (name == "joe") found.insert(name);
    return found;
}

std::string org(std::string_view text)
{
    std::string rendered = *render_file("doc/a.org", text, place, knows_joe);
    while (rendered.ends_with('\n')) rendered.pop_back();
    return rendered;
}

std::string link(std::string_view address, std::string_view label)
{
    return "<a href=\"" + std::string(address) + "\" rel=\"nofollow\">" + std::string(label) + "</a>";
}

std::string picture(std::string_view path)
{
    return "<img src=\"http://host/ada/engine/media/branch/main/doc/" + std::string(path) + "\" alt=\""
        + std::string(path) + "\">";
}

TEST(Org, NamesHeadingsBelowTheTitle)
{
    EXPECT_EQ(org("#+TITLE: My Text\n* Über /die/ =Lage=\n** b\nc"),
              "<h1 id=\"user-content-my-text\">My Text</h1>\n"
              "<h2 id=\"user-content-über-die-lage\">Über <em>die</em> <code>Lage</code></h2>\n"
              "<h3 id=\"user-content-b\">b</h3>\n<p>c</p>");
    EXPECT_EQ(org("******** a"), "<h6 id=\"user-content-a\">a</h6>");
    for (const char* text : {"*a", "*", " * ", "**"}) EXPECT_THAT(org(text), Not(HasSubstr("<h"))) << text;
    EXPECT_EQ(org(""), "");
}

TEST(Org, ShowsTheStateOfHeadings)
{
    EXPECT_EQ(org("* TODO [#A] Buy it :shop:at_home:"),
              "<h2 id=\"user-content-buy-it\"><span class=\"todo\">TODO</span> <span class=\"priority\">[#A]</span> "
              "Buy it <span class=\"tag\">shop</span> <span class=\"tag\">at_home</span></h2>");
    EXPECT_EQ(org("* DONE a"), "<h2 id=\"user-content-a\"><span class=\"done\">DONE</span> a</h2>");
    EXPECT_EQ(org("* TODOS :smile: a"),
              "<h2 id=\"user-content-todos-smile-a\">TODOS <span class=\"emoji\">😄</span> a</h2>");
}

TEST(Org, LeavesOutWhatIsNotForReaders)
{
    EXPECT_EQ(org("* a\nSCHEDULED: <2024-01-01 Mon>\n:PROPERTIES:\n:CUSTOM_ID: here\n:END:\nb"),
              "<h2 id=\"user-content-here\">a</h2>\n<p>b</p>");
    EXPECT_EQ(org("#+AUTHOR: x\n# comment\n#\n#+BEGIN_COMMENT\nno\n#+END_COMMENT"), "");
    EXPECT_EQ(org("#+begin_export html\n<script>x</script>\n#+end_export\na"), "<p>a</p>");
    EXPECT_EQ(org("a\n:LOGBOOK:\nb\n:END:\nc"), "<p>a</p>\n<p>c</p>");
    EXPECT_EQ(org(":none:\n* b\n:END:"), "<p>:none:</p>\n<h2 id=\"user-content-b\">b</h2>\n<p>:END:</p>");
    EXPECT_EQ(org("at <2024-01-01 Mon> #tag"), "<p>at &lt;2024-01-01 Mon&gt; #tag</p>");
}

TEST(Org, KnowsEmphasis)
{
    EXPECT_EQ(org("*a* /b/ _c_ +d+ =e*= ~/f/~"),
              "<p><strong>a</strong> <em>b</em> <u>c</u> <del>d</del> <code>e*</code> <code>/f/</code></p>");
    EXPECT_EQ(org("*/_a_/*, (*b c*)."), "<p><strong><em><u>a</u></em></strong>, (<strong>b c</strong>).</p>");
    EXPECT_EQ(org("*a\nb* /c *d/ e*"), "<p><strong>a\nb</strong> <em>c *d</em> e*</p>");
    for (const char* text : {"a*b*", "*a*b", "* a*", "+ 1 +2", "a/b/c", "** //", "x_y_z", "*a *", "_a", "==", "*"})
        EXPECT_EQ(org("x " + std::string(text)), "<p>x " + std::string(text) + "</p>");
}

TEST(Org, BreaksLines)
{
    EXPECT_EQ(org("a\n  b\n\nc\\\\  \nd\\\\"), "<p>a\nb</p>\n<p>c<br>\nd</p>");
    EXPECT_EQ(org("a\r\n\r\n-----\r\nb"), "<p>a</p>\n<hr>\n<p>b</p>");
}

TEST(Org, ResolvesLinks)
{
    EXPECT_EQ(org("[[https://a.example][/see/ it]] [[https://a.example]]"),
              "<p>" + link("https://a.example", "<em>see</em> it") + " "
                  + link("https://a.example", "https://a.example") + "</p>");
    EXPECT_EQ(org("[[file:b.org::*x][b]] [[./b.org]] [[file:/c]]"),
              "<p>" + link("http://host/ada/engine/src/branch/main/doc/b.org", "b") + " "
                  + link("http://host/ada/engine/src/branch/main/doc/b.org", "./b.org") + " "
                  + link("http://host/ada/engine/src/branch/main/c", "/c") + "</p>");
    EXPECT_EQ(org("[[#here][x]] [[*My Heading]]"),
              "<p>" + link("#user-content-here", "x") + " " + link("#user-content-my-heading", "My Heading") + "</p>");
    EXPECT_EQ(org("https://a.example/-/b/ <https://b.example>."),
              "<p>" + link("https://a.example/-/b/", "https://a.example/-/b/") + " "
                  + link("https://b.example", "https://b.example") + ".</p>");
    for (const char* text : {"[[]]", "[[a", "[[a]", "[[a][b", "[[a][b]", "[a]"})
        EXPECT_EQ(org(text), "<p>" + std::string(text) + "</p>");
}

TEST(Org, ShowsPictures)
{
    const auto itself = [](std::string_view path) {
        return link("http://host/ada/engine/src/branch/main/doc/" + std::string(path), picture(path));
    };
    EXPECT_EQ(org("[[file:b.png]] [[c.SVG]]"), "<p>" + itself("b.png") + " " + itself("c.SVG") + "</p>");
    EXPECT_EQ(org("[[https://a.example][file:b.png]]"), "<p>" + link("https://a.example", picture("b.png")) + "</p>");
    EXPECT_THAT(org("[[file:b.png][words]]"), Not(HasSubstr("<img")));
}

TEST(Org, LetsNothingHarmfulThrough)
{
    EXPECT_EQ(org("<script>x</script> & <b>"), "<p>&lt;script&gt;x&lt;/script&gt; &amp; &lt;b&gt;</p>");
    for (const char* target : {"javascript:x", "file:javascript:x", "JaVaScript:x", " java\tscript:x", "data:x",
                               "file://vbscript:x", "javascript:x.png", "file:data:x.png"}) {
        EXPECT_THAT(org("[[" + std::string(target) + "][a]]"), Not(HasSubstr("<a "))) << target;
        EXPECT_THAT(org("[[" + std::string(target) + "]]"), Not(HasSubstr("href"))) << target;
        EXPECT_THAT(org("[[x][" + std::string(target) + "]]"), Not(HasSubstr("<img"))) << target;
    }
    EXPECT_EQ(org("[[a\" onclick=\"x][b]]"),
              "<p>" + link("http://host/ada/engine/src/branch/main/doc/a%22%20onclick=%22x", "b") + "</p>");
    EXPECT_EQ(org("#+BEGIN_SRC \"><b>\nx\n#+END_SRC"), "<pre><code class=\"language-___b_\">x\n</code></pre>");
    EXPECT_EQ(org("#+TITLE: <b>\n* a :\"<i>:"),
              "<h1 id=\"user-content-b\">&lt;b&gt;</h1>\n"
              "<h2 id=\"user-content-a\">a <span class=\"tag\">&quot;&lt;i&gt;</span></h2>");
    EXPECT_THAT(org("* a\n:PROPERTIES:\n:CUSTOM_ID: \"><b>\n:END:"), Not(HasSubstr("<b>")));
}

TEST(Org, FindsTheSameInWordsAsMarkdown)
{
    EXPECT_EQ(org("@joe and x/y#3 =@joe= :smile:"),
              "<p>" + link("http://host/joe", "@joe")
                  + " and <a href=\"http://host/x/y/issues/3\" rel=\"nofollow\" class=\"ref-issue\">x/y#3</a> "
                    "<code>@joe</code> <span class=\"emoji\">😄</span></p>");
    EXPECT_EQ(org("/@joe"), "<p>/@joe</p>");
}

TEST(Org, KnowsLists)
{
    EXPECT_EQ(org("- a\n  more\n  + b\n  + c\n\n    d\n- e\nf"),
              "<ul><li>a\nmore<ul><li>b</li><li>c<p>d</p></li></ul></li><li>e</li></ul>\n<p>f</p>");
    EXPECT_EQ(org("1. a\n2) b\n5. [@5] c"), "<ol><li>a</li><li>b</li><li value=\"5\">c</li></ol>");
    EXPECT_EQ(org(" * a\n * b"), "<ul><li>a</li><li>b</li></ul>");
    EXPECT_EQ(org("- a\n\n- b\n\n\n- c"), "<ul><li>a</li><li>b</li></ul>\n<ul><li>c</li></ul>");
    EXPECT_EQ(org("- a\n  #+BEGIN_SRC c\n    x;\n\n\n      y;\n  #+END_SRC\n- b"),
              "<ul><li>a<pre><code class=\"language-c\">x;\n\n\n  y;\n</code></pre></li><li>b</li></ul>");
    EXPECT_EQ(org("x\n-a\n1.b"), "<p>x\n-a\n1.b</p>");
}

TEST(Org, KnowsTasksAndDescriptions)
{
    EXPECT_EQ(org("- [ ] a\n- [X] b\n- [-] c\n- [x]d"),
              "<ul><li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\">a</li>"
              "<li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\" checked=\"\">b</li>"
              "<li class=\"task-list-item\"><input type=\"checkbox\" disabled=\"\">c</li><li>[x]d</li></ul>");
    EXPECT_EQ(org("- *a* :: b\n  c\n- d ::"), "<dl><dt><strong>a</strong></dt><dd>b\nc</dd><dt>d</dt><dd></dd></dl>");
    EXPECT_EQ(org("- a\n- b :: c"), "<ul><li>a</li><li>b :: c</li></ul>");
}

TEST(Org, KnowsTables)
{
    EXPECT_EQ(org("|---|\n| a | *b* |\n|---+---|\n| <r> | |\n| 1 | <i> |\n|---|\n| 2\n#+TBLFM: x"),
              "<table><thead><tr><th align=\"right\">a</th><th><strong>b</strong></th></tr></thead>"
              "<tbody><tr><td align=\"right\">1</td><td>&lt;i&gt;</td></tr></tbody>"
              "<tbody><tr><td align=\"right\">2</td></tr></tbody></table>");
    EXPECT_EQ(org("| a |\n|---|"), "<table><tbody><tr><td>a</td></tr></tbody></table>");
    EXPECT_EQ(org("|---|\n| <l> |"), "");
}

TEST(Org, KnowsBlocks)
{
    EXPECT_EQ(org("#+begin_src c++ -n\n  a <b>\n  ,* c\n  ,d\n#+end_src"),
              "<pre><code class=\"language-c__\">a &lt;b&gt;\n* c\n,d\n</code></pre>");
    EXPECT_EQ(org("#+BEGIN_EXAMPLE\n*a*\n#+END_EXAMPLE\n: b\n:\n:  /c/"),
              "<pre><code class=\"language-text\">*a*\n</code></pre>\n"
              "<pre><code class=\"language-text\">b\n\n /c/\n</code></pre>");
    EXPECT_EQ(org("#+BEGIN_QUOTE\na\n\n- b\n#+END_QUOTE"), "<blockquote><p>a</p><ul><li>b</li></ul></blockquote>");
    EXPECT_EQ(org("#+BEGIN_VERSE\na\n  /b/\n#+END_VERSE"), "<p>a<br>\n\u00A0\u00A0<em>b</em></p>");
    EXPECT_EQ(org("#+BEGIN_CENTER\na\n#+END_CENTER"), "<div align=\"center\"><p>a</p></div>");
    EXPECT_EQ(org("#+BEGIN_NOTE\n#+BEGIN_QUOTE\na\n#+END_QUOTE\n#+END_NOTE"),
              "<div><blockquote><p>a</p></blockquote></div>");
    EXPECT_EQ(org("#+BEGIN_QUOTE\na"), "<p>#+BEGIN_QUOTE\na</p>");
}

TEST(Org, GathersNotes)
{
    EXPECT_EQ(org("a[fn:x] b[fn:x] c[fn:none]\n\n[fn:x] note[fn:: /here/]\n\n\n[fn:y] unused"),
              "<p>a<sup id=\"fnref:user-content-1\">" + link("#fn:user-content-1", "1")
                  + "</sup> b<sup id=\"fnref:user-content-1-2\">" + link("#fn:user-content-1", "1")
                  + "</sup> c[fn:none]</p>\n<div class=\"footnotes\"><hr><ol><li id=\"fn:user-content-1\"><p>note"
                    "<sup id=\"fnref:user-content-2\">"
                  + link("#fn:user-content-2", "2") + "</sup> " + link("#fnref:user-content-1", "↩︎")
                  + "</p></li>\n<li id=\"fn:user-content-2\"><p><em>here</em> " + link("#fnref:user-content-2", "↩︎")
                  + "</p></li>\n</ol></div>");
    EXPECT_EQ(org("[fn:x]\n\n[fn:x] itself"), "");
    EXPECT_THAT(org("a[fn:x]\n\n[fn:x] b\n#+BEGIN_SRC c\nd\n\n\n[fn:y] e\n#+END_SRC"),
                HasSubstr("e\n</code></pre> <a href=\"#fnref:"));
    EXPECT_EQ(org("[[a][b[fn:x:c]]]"),
              "<p>" + link("http://host/ada/engine/src/branch/main/doc/a", "b[fn:x:c") + "]</p>");
}

// Each of these would take minutes if anything were looked for from every place again.
TEST(Org, TakesItsTimeByTheLengthOfTheText)
{
    const auto repeated = [](std::string_view piece, std::string_view end = "") {
        std::string text;
        while (text.size() + piece.size() + end.size() <= longest_text) text += piece;
        return text.append(end);
    };
    std::string steps;
    for (std::size_t i = 0; steps.size() + i + 4 < longest_text; ++i) steps += std::string(i, ' ') + "- a\n";
    std::string blocks;
    for (int i = 0; i < 10'000; ++i) blocks += "#+BEGIN_a" + std::to_string(i) + "\n";
    for (int i = 10'000; i-- > 0;) blocks += "#+END_a" + std::to_string(i) + "\n";
    std::vector<std::string> floods{steps, blocks, repeated("*/_+", "+_/*"), repeated("[[a][", "]]")};
    for (const char* piece : {"[",
                              "[[",
                              "[[a][",
                              "[[a]",
                              "*/_+",
                              "*a ",
                              "*a* ",
                              "=a ",
                              " *",
                              "*",
                              "- - - ",
                              "- a\n",
                              "- a :: ",
                              "[fn:",
                              "[fn::",
                              "[fn:1] ",
                              "[fn:a]\n",
                              "[fn::a[",
                              "|",
                              "|\n",
                              "| <l> |\n",
                              "|-\n",
                              "#+BEGIN_QUOTE\n",
                              "#+BEGIN_A\n#+END_A\n",
                              ":a:\n",
                              ":END:\n",
                              "* a\n",
                              "\n",
                              " ",
                              "-",
                              ",",
                              "\\",
                              "\\\\\n",
                              "<https://",
                              "https://",
                              "*http://a*-",
                              ":",
                              "<",
                              "]]",
                              "a/b@",
                              "#+TITLE:\n",
                              "* TODO :a:\n:PROPERTIES:\n",
                              "1. "})
        floods.push_back(repeated(piece));
    for (const std::string& flood : floods) {
        const auto rendered = render_file("a.org", flood, place, knows_joe);
        ASSERT_TRUE(rendered) << flood.substr(0, 20);
        EXPECT_LT(rendered->size(), 64 * flood.size()) << flood.substr(0, 20);
    }
}

TEST(Org, IsKnownByItsEnding)
{
    EXPECT_TRUE(can_render("a/README.ORG"));
    EXPECT_FALSE(can_render("org"));
    EXPECT_EQ(render_file("a.org", std::string(longest_text + 1, 'a'), place).error().code, Errc::too_large);
}

} // namespace
} // namespace cairn::markup
