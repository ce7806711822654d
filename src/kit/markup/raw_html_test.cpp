#include <gmock/gmock.h>

#include <chrono>

#include "markup/policy.hpp"
#include "markup/render.hpp"
#include "markup/tokens.hpp"

namespace cairn::markup {
namespace {

using testing::HasSubstr;
using testing::Not;

const LinkContext place = read_link_context("http://host/", "/ada/engine");

std::string html(std::string_view text, Mode mode = Mode::comment)
{
    std::string rendered = render_markdown(text, mode, place).value_or(""); // too much is none
    while (rendered.ends_with('\n')) rendered.pop_back();
    return rendered;
}

// What must hold for whatever anybody wrote: read again as a browser would, there are only elements and attributes that
// are allowed, and each end tag ends what began last.
void expect_harmless(std::string_view rendered, std::string_view written)
{
    std::vector<std::string> open;
    Tokens tokens(rendered);
    while (const auto token = tokens.next()) {
        ASSERT_NE(token->kind, Token::Kind::opaque) << written;
        if (token->kind == Token::Kind::end) {
            ASSERT_FALSE(open.empty()) << written;
            ASSERT_EQ(open.back(), token->name) << written;
            open.pop_back();
        }
        if (token->kind != Token::Kind::start) continue;
        ASSERT_TRUE(fate_of(token->name) == Fate::shown || token->name == "input") << token->name << " of " << written;
        for (const auto& [name, value] : token->attributes) {
            ASSERT_FALSE(name.starts_with("on")) << written;
            const bool address = name == "href" || name == "src" || name == "poster" || name == "cite";
            ASSERT_TRUE(!address || is_allowed_scheme(scheme_of(value))) << written;
            ASSERT_TRUE(name != "style" || value == allowed_style(value)) << written;
            ASSERT_TRUE(name != "id" || value.contains("user-content-")) << written;
        }
        if (!is_void_element(token->name)) open.push_back(token->name);
    }
    ASSERT_TRUE(open.empty()) << written;
}

// clang-format off
constexpr std::string_view attacks[] = {
    "<script>alert(1)</script>", "<SCRIPT SRC=//x.example/a.js></SCRIPT>", "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script", "<script>", "</script><script>alert(1)", "a <script>alert(1)</script> b", "<script/x>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "<img src=\"x\"onerror=\"alert(1)\">", "<img/src=x/onerror=alert(1)>",
    "<img src='x' oNeRrOr='alert(1)'>", "<img src=`x`onerror=alert(1)>", "<img \"\"\"><script>alert(1)</script>\">",
    "<img src=javascript:alert(1)>", "<img src=x srcset='javascript:alert(1) 1x, y 2x'>", "<img src=data:image/svg+xml,x>",
    "<a href=javascript:alert(1)>x</a>", "<a href=\" javascript:alert(1)\">x</a>", "<a href=\"java\nscript:alert(1)\">x</a>",
    "<a href=\"java&#x0A;script:alert(1)\">x</a>", "<a href=\"java&Tab;script&colon;alert(1)\">x</a>",
    "<a href=\"&#106;avascript:alert(1)\">x</a>", "<a href=\"&#0000106&#0000097vascript:alert(1)\">x</a>",
    "<a href=\"\x01javascript:alert(1)\">x</a>", "<a href=JaVaScRiPt:alert(1)>x</a>", "<a href=vbscript:x>x</a>",
    "<a href=data:text/html,x>x</a>", "<a href=\"DATA:text/html;base64,eA==\">x</a>", "<a href=# onclick=alert(1)>x</a>",
    "[x](javascript:alert(1))", "[x](JAVASCRIPT:alert(1))", "[x](java&#10;script:alert(1))", "[x](<java script:alert(1)>)",
    "[x](javascript&colon;alert(1))", "[x](data:text/html;base64,x)", "<javascript:alert(1)>", "![x](javascript:alert(1))",
    "[x]: javascript:alert(1)\n\n[x]", "![x](\"onerror=alert(1) x)", "[x](https://a.example \"onclick=alert(1)\")",
    "[[javascript:alert(1)]]", "[[x|data:text/html,x]]", "https://a.example/\"onmouseover=alert(1)",
    "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>", "<svg><a xlink:href=javascript:alert(1)>x</a></svg>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<math><annotation-xml encoding=text/html><script>alert(1)</script></annotation-xml></math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>", "<iframe srcdoc='<script>alert(1)</script>'>", "<object data=x></object>",
    "<embed src=x>", "<form action=javascript:alert(1)><button>x</button></form>", "<input onfocus=alert(1) autofocus>",
    "<input type=checkbox onclick=alert(1)>", "<input type=image src=javascript:alert(1)>", "<button formaction=javascript:x>x</button>",
    "<body onload=alert(1)>", "<meta http-equiv=refresh content=0;url=javascript:x>", "<base href=javascript:x//>", "<link rel=stylesheet href=x>",
    "<style>@import 'x';</style>", "<style><img src=x onerror=alert(1)></style>", "<div style=\"background:url(javascript:alert(1))\">x</div>",
    "<div style=\"color:expression(alert(1))\">x</div>", "<div style=\"color:red;position:fixed\">x</div>", "<div style=\"color:url(x)\">x</div>",
    "<div style='color:red\" onclick=\"alert(1)'>x</div>", "<p title='\"><script>alert(1)</script>'>x</p>", "<p id='x\" onclick=\"alert(1)'>x</p>",
    "<!--><script>alert(1)</script>-->", "<!--\n--!><img src=x onerror=alert(1)>", "<!-- x <img src=y onerror=alert(1)>", "<![CDATA[<script>alert(1)</script>]]>",
    "<?php <script>alert(1)</script> ?>", "<!DOCTYPE x [<!ENTITY y \"z\">]>", "</ <img src=x onerror=alert(1)>", "</p/onclick=alert(1)>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>", "<title><a title=\"</title><img src=x onerror=alert(1)>\"></title>",
    "<textarea><img src=x onerror=alert(1)></textarea>", "<xmp><img src=x onerror=alert(1)></xmp>", "<plaintext><img src=x onerror=alert(1)>",
    "<template><script>alert(1)</script></template>", "<select><option><img src=x onerror=alert(1)></select>", "<table><td></div></table></blockquote></div>",
    "<video poster=javascript:alert(1) src=javascript:alert(1) onplay=alert(1)></video>", "<video><source onerror=alert(1)></video>", "<audio src onerror=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>", "<marquee onstart=alert(1)>x</marquee>", "<font color='\" onclick=\"alert(1)'>x</font>",
    "<a <b onclick=alert(1)>x</a>", "<a\thref\t=\tjavascript:alert(1)\t>x</a>", "<a href=\"javascript:alert(1)\" href=\"https://a.example\">x</a>",
    "<a href=https://a.example><a href=https://b.example>x</a></a>", "</a></div></p></li></ul></blockquote>x", "- </ul></div>x\n- </li>y",
    "| a |\n|---|\n| </table></td><script>x</script> |", "```<script>alert(1)</script>\nx\n```", "`<script>alert(1)</script>`", "$<script>alert(1)</script>$",
    "---\n\"<script>x</script>\": \"<img src=x onerror=alert(1)>\"\n---\n", "# <img src=x onerror=alert(1)>", "[^<script>]\n\n[^<script>]: x",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;alert(1)&#60;/script&#62;", "<p>&lt;img src=x onerror=alert(1)&gt;</p>", "<x onclick=alert(1)>y</x>",
};
// clang-format on

TEST(RawHtml, LetsNoAttackThrough)
{
    for (const std::string_view attack : attacks)
        for (const Mode mode : {Mode::plain, Mode::file, Mode::comment, Mode::wiki}) {
            const auto rendered = html(attack, mode);
            expect_harmless(rendered, attack);
            EXPECT_THAT(rendered, Not(HasSubstr("<script"))) << attack;
        }
}

TEST(RawHtml, KeepsWhatIsHarmless)
{
    EXPECT_EQ(html("H<sub>2</sub>O <kbd>Ctrl</kbd>"), "<p>H<sub>2</sub>O <kbd>Ctrl</kbd></p>");
    EXPECT_EQ(html("<details open><summary>a</summary>\n\n*b*\n\n</details>"),
              "<details open=\"\"><summary>a</summary>\n\n<p><em>b</em></p>\n</details>");
    EXPECT_EQ(html("<p align=center style='color:red;top:0' class=x id=y onclick=z>a</p>"),
              "<p align=\"center\" style=\"color: red\" id=\"user-content-y\">a</p>");
    EXPECT_EQ(html("<div>a &amp; b &copy; &lt;c&gt; &nosuch; &#x41;</div>"),
              "<div>a &amp; b © &lt;c&gt; &amp;nosuch; A</div>");
    EXPECT_EQ(html("<math><mi>x</mi></math>"), "<p><math><mi>x</mi></math></p>");
    EXPECT_EQ(html("<input type=checkbox checked>"), "<input type=\"checkbox\" disabled=\"\" checked=\"\">");
}

TEST(RawHtml, ResolvesAddresses)
{
    EXPECT_EQ(html("<img src=x width=3>"),
              "<a href=\"http://host/ada/engine/x\" rel=\"nofollow\">"
              "<img src=\"http://host/ada/engine/x\" width=\"3\"></a>");
    EXPECT_EQ(html("<div><a href='b?x=1&copy=2' target=_blank>c</a></div>"),
              "<div><a href=\"http://host/ada/engine/b?x=1&amp;copy=2\" rel=\"nofollow\">c</a></div>");
    EXPECT_EQ(html("<picture><source srcset='a.png 1x, javascript:x 2x'><img src=b.png></picture>", Mode::wiki),
              "<p><picture><source srcset=\"http://host/ada/engine/wiki/raw/a.png 1x\">"
              "<img src=\"http://host/ada/engine/wiki/raw/b.png\"></picture></p>");
}

TEST(RawHtml, ShowsProgramsAsTextOutsidePlainMode)
{
    EXPECT_EQ(html("<script>a<b</script>"), "&lt;script&gt;a&lt;b&lt;/script&gt;");
    EXPECT_EQ(html("a <style>b</style> c"), "<p>a &lt;style&gt;b&lt;/style&gt; c</p>");
    EXPECT_EQ(html("a <style>b</style> c", Mode::plain), "<p>a  c</p>");
    EXPECT_EQ(html("<script>a</script>", Mode::plain), "");
}

TEST(RawHtml, DropsWhatCannotBeShown)
{
    for (const char* text : {"<iframe src=x>y</iframe>", "<svg><text>x</text></svg>", "<form><input name=a></form>"})
        EXPECT_THAT(html(text), Not(HasSubstr("x"))) << text;
    EXPECT_EQ(html("<form>a</form>"), "a");
    EXPECT_EQ(html("a <x-y>b</x-y>"), "<p>a b</p>");
    EXPECT_EQ(html("<svg>gone\n\nthere"), "<p></p>\n<p>there</p>");
}

TEST(RawHtml, ClosesWhatWasLeftOpen)
{
    EXPECT_EQ(html("a <b>c"), "<p>a <b>c</b></p>");
    EXPECT_EQ(html("<div><p>a<p>b</div>"), "<div><p>a</p><p>b</p></div>");
    EXPECT_EQ(html("<ul><li>a<li>b</ul>"), "<ul><li>a</li><li>b</li></ul>");
    EXPECT_EQ(html("<table><tr><td>a<td>b<tr><td>c</table>"),
              "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>");
    EXPECT_EQ(html("- a <div>\n- b"), "<ul><li>a <div></div></li><li>b</li></ul>");
    EXPECT_EQ(html("> a </blockquote> b"), "<blockquote><p>a  b</p></blockquote>");
}

// Each of these takes a reader that is not careful time in proportion to the square of its length.
TEST(RawHtml, TakesTimeInProportion)
{
    const auto repeated = [](std::string_view what, std::size_t length = 200'000) {
        std::string text;
        while (text.size() < length) text += what;
        return text;
    };
    std::string formatted;
    for (int i = 0; i < 10'000; ++i) formatted += "<b a=" + std::to_string(i) + ">";
    for (int i = 0; i < 10'000; ++i) formatted += "<p>x";
    for (const std::string& text : {"<div>" + formatted,
                                    "<div>" + repeated("<b>"),
                                    "<div>" + repeated("</b>"),
                                    repeated("<script>"),
                                    repeated("<!--"),
                                    "<div>" + repeated("<!-- -->"),
                                    "<div>" + repeated("<a href="),
                                    repeated("> "),
                                    repeated("[["),
                                    repeated("@a"),
                                    repeated("#1"),
                                    repeated(":a"),
                                    repeated("http://a!"),
                                    repeated("$a "),
                                    repeated("$$a\n"),
                                    repeated("a$$"),
                                    repeated("<svg>"),
                                    repeated("&#x"),
                                    repeated("&amp"),
                                    repeated("- [ ] a\n"),
                                    repeated("|a|a\n|-|-\n"),
                                    repeated("a@a."),
                                    repeated("(http://a"),
                                    "http://a" + repeated(")"),
                                    repeated("---\n"),
                                    "---\n" + repeated("[") + "\n---\n",
                                    repeated("a/b")}) {
        const auto begun = std::chrono::steady_clock::now();
        for (const Mode mode : {Mode::comment, Mode::plain}) expect_harmless(html(text, mode), text.substr(0, 40));
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10)) << text.substr(0, 40);
    }
}

// What cmark-gfm would make gigabytes of.
TEST(RawHtml, TakesMemoryInProportion)
{
    const auto refused = [](const std::string& text) {
        const auto rendered = render_markdown(text, Mode::comment, place);
        return !rendered && rendered.error().code == Errc::too_large;
    };
    std::string table = std::string(3000, '|') + "\n";
    for (int i = 0; i < 2999; ++i) table += "|-";
    table += "|\n";
    for (int i = 0; i < 50'000; ++i) table += "a|\n";
    EXPECT_TRUE(refused(table));
    std::string uses;
    for (int i = 0; i < 50'000; ++i) uses += "[a]";
    EXPECT_TRUE(refused("[a]: /" + std::string(50'000, 'x') + "\n\n" + uses));
    EXPECT_TRUE(refused("[a]: /x \"" + std::string(50'000, 'x') + "\"\n\n" + uses));
    EXPECT_FALSE(refused("[a]: /x\n\n" + uses));
}

TEST(RawHtml, NestsOnlySoDeep)
{
    std::string text(2000, '>');
    EXPECT_LT(html(text + " a").size(), 10'000U);
    EXPECT_THAT(html(text + " a\n\nb"), HasSubstr("<p>b</p>"));
}

} // namespace
} // namespace cairn::markup
