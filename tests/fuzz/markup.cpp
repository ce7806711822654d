// Any text, rendered as its first byte says: read again, the answer has only what is allowed, well nested.
#include <cstdint>
#include <string_view>

#include "demand.hpp"
#include "markup/policy.hpp"
#include "markup/render.hpp"
#include "markup/tokens.hpp"

namespace cairn::fuzz {

namespace {

void check(std::string_view html)
{
    std::vector<std::string> open;
    markup::Tokens tokens(html);
    while (const auto token = tokens.next()) {
        demand(token->kind != markup::Token::Kind::opaque);
        if (token->kind == markup::Token::Kind::end) {
            demand(!open.empty() && open.back() == token->name);
            open.pop_back();
        }
        if (token->kind != markup::Token::Kind::start) continue;
        demand(markup::fate_of(token->name) == markup::Fate::shown || token->name == "input");
        for (const auto& [name, value] : token->attributes) {
            demand(!name.starts_with("on") && name != "srcdoc");
            const bool address = name == "href" || name == "src" || name == "poster" || name == "cite";
            demand(!address || markup::is_allowed_scheme(markup::scheme_of(value)));
            demand(name != "style" || value == markup::allowed_style(value));
            demand(name != "id" || value.contains("user-content-"));
        }
        if (!markup::is_void_element(token->name)) open.push_back(token->name);
    }
    demand(open.empty());
}

} // namespace

} // namespace cairn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    static const auto place = markup::read_link_context("http://host/", "/ada/engine/src/branch/main");
    const auto known = [](std::span<const std::string> names) {
        return std::set<std::string>(names.begin(), names.end());
    };
    const auto choice = *data % 6;
    const auto html = choice < 4 ? markup::render_markdown(text, static_cast<markup::Mode>(choice), place, known)
                                 : markup::render_file(choice == 4 ? "a.csv" : "a.org", text, place, known);
    if (html) fuzz::check(*html);
    return 0;
}
