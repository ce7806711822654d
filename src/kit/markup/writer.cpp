#include "markup/writer.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace cairn::markup {

namespace {

// Deeper than anything that a person wrote, and far from what troubles a browser.
constexpr std::size_t deepest = 128;

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view name, Names names) { return std::ranges::find(names, name) != names.end(); }

bool ends_paragraph(std::string_view name)
{
    return is_one_of(name,
                     {"p",       "div",    "blockquote", "ul", "ol", "dl", "li", "dt", "dd", "pre",    "table",  "hr",
                      "details", "figure", "section",    "h1", "h2", "h3", "h4", "h5", "h6", "center", "summary"});
}

// HTML lets these end tags out: what is open ends where the other begins.
bool ends_by(std::string_view open, std::string_view begun)
{
    if (open == "p") return ends_paragraph(begun);
    if (open == "li") return begun == "li";
    if (open == "dt" || open == "dd") return is_one_of(begun, {"dt", "dd"});
    if (open == "td" || open == "th") return is_one_of(begun, {"td", "th", "tr", "tbody", "tfoot", "thead"});
    if (open == "tr") return is_one_of(begun, {"tr", "tbody", "tfoot", "thead"});
    if (is_one_of(open, {"thead", "tbody", "tfoot"})) return is_one_of(begun, {"tbody", "tfoot", "thead"});
    return false;
}

} // namespace

bool is_void_element(std::string_view name)
{
    return is_one_of(name,
                     {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
                      "track", "wbr"});
}

void Writer::count(std::string_view name, int by)
{
    if (name == "a") links_ += by;
    if (name == "picture") pictures_ += by;
    if (is_one_of(name, {"a", "code", "pre", "kbd", "samp", "math"})) literals_ += by;
}

bool Writer::push(std::string_view name, Hand hand, bool seen)
{
    if (open_.size() >= deepest) {
        too_deep_ += hand == Hand::own ? 1 : 0;
        return false;
    }
    open_.push_back({std::string(name), hand, seen});
    if (seen) count(name, 1);
    return true;
}

void Writer::pop()
{
    const Open& top = open_.back();
    if (top.seen) {
        out_.append("</").append(top.name).append(">");
        count(top.name, -1);
    }
    open_.pop_back();
}

void Writer::make_room_for(std::string_view name)
{
    while (!open_.empty() && open_.back().hand == Hand::raw && ends_by(open_.back().name, name)) pop();
}

void Writer::tag(std::string_view name, const Attributes& attributes)
{
    out_.append("<").append(name);
    for (const auto& [key, value] : attributes)
        out_.append(" ").append(key).append("=\"").append(text::escape_html(value)).append("\"");
    out_ += '>';
}

void Writer::start(std::string_view name, const Attributes& attributes, Hand hand)
{
    make_room_for(name);
    if (push(name, hand, true)) tag(name, attributes);
}

void Writer::start_unseen(std::string_view name, Hand hand) { push(name, hand, false); }

void Writer::empty(std::string_view name, const Attributes& attributes)
{
    make_room_for(name);
    tag(name, attributes);
}

void Writer::end(std::string_view name, Hand hand)
{
    if (hand == Hand::own && too_deep_ > 0) {
        --too_deep_;
        return;
    }
    for (auto at = open_.size(); at > 0; --at) {
        const Open& open = open_[at - 1];
        if (hand == Hand::raw && open.hand == Hand::own) return;
        if (open.hand != hand || open.name != name) continue;
        while (open_.size() >= at) pop();
        return;
    }
}

void Writer::text(std::string_view text) { out_ += text::escape_html(text); }

std::string Writer::finish()
{
    while (!open_.empty()) pop();
    return std::move(out_);
}

} // namespace cairn::markup
