#include "pages/template/marked_words.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/text.hpp"
#include "pages/template/tokens.hpp"

namespace cairn::pages::syntax {

namespace {

[[noreturn]] void reject(const std::string& what) { throw std::invalid_argument(what); }

// A run of blanks is one, and there is none at the ends.
std::string collapsed(std::string_view text)
{
    std::string out;
    for (const char c : text::trim(text))
        if (!text::is_space(c)) out += c;
        else if (!out.ends_with(' ')) out += ' ';
    return out;
}

bool never_closes(std::string_view tag)
{
    for (const std::string_view name : {"<br", "<wbr", "<img", "<input", "<hr"})
        if (tag.starts_with(name)) return true;
    return tag.ends_with("/>");
}

class Reading {
public:
    Reading(HtmlContext* context, const ReadTag* read_tag) : context_(context), read_tag_(read_tag) { }

    Marked read(std::string_view content)
    {
        learn_names(content);
        const auto bar = content.find("||");
        marked_.one = form(content.substr(0, bar));
        if (marked_.one.empty()) reject("words are marked that are not there");
        if (bar == content.npos) return std::move(marked_);
        if (marked_.values.empty()) reject("words with a plural begin with their number: [[{{n}} file||{{n}} files]]");
        tag_ = 0;
        second_ = true;
        marked_.many = form(content.substr(bar + 2));
        return std::move(marked_);
    }

private:
    static Expression value_in(std::string_view text, std::size_t close)
    {
        Tokens tokens(text.substr(2, close - 2),
                      [](std::string_view) -> Marked { reject("words are inside of words"); });
        auto expression = tokens.expression();
        tokens.end();
        return expression;
    }

    void learn_names(std::string_view text)
    {
        for (auto at = text.find("{{"); at != text.npos; at = text.find("{{", at + 1))
            if (const auto close = find_end(text.substr(at), 2, "}}"))
                if (const auto name = value_in(text.substr(at), *close).name();
                    std::ranges::find(names_, name) == names_.end())
                    names_.push_back(name);
    }

    // Translators see the last part of a member's name, as long as that says which one it is.
    std::string brief_name(const std::string& name) const
    {
        const auto last = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
        const auto same = std::ranges::count_if(names_, [&](const auto& other) { return last(other) == last(name); });
        return same == 1 ? std::string(last(name)) : name;
    }

    std::string form(std::string_view text)
    {
        std::string out;
        open_.clear();
        while (!text.empty()) {
            const auto sign = text.find_first_of(context_ != nullptr ? "{<" : "{");
            feed(text.substr(0, sign));
            out += text.substr(0, sign);
            if (sign == text.npos) break;
            text.remove_prefix(sign);
            if (text.front() == '<') take_tag(text, out);
            else if (text.starts_with("{{")) take_value(text, out);
            else reject("words have no { but those of a value");
        }
        if (!open_.empty()) reject("a tag is opened inside of words and closed outside of them");
        return collapsed(out);
    }

    void feed(std::string_view text)
    {
        if (text.find('}') != text.npos) reject("words have no } but those of a value");
        if (context_ != nullptr) context_->feed(text);
    }

    void take_value(std::string_view& text, std::string& out)
    {
        const auto close = find_end(text, 2, "}}");
        if (!close) reject("a }} is missing");
        auto expression = value_in(text, *close);
        const auto name = brief_name(expression.name());
        out += "{" + name + "}";
        if (std::ranges::none_of(marked_.values, [&](const auto& value) { return value.first == name; })) {
            marked_.values.emplace_back(name, std::move(expression));
            marked_.places.push_back(context_ != nullptr ? context_->place() : Place::text);
        }
        text.remove_prefix(*close + 2);
    }

    void take_tag(std::string_view& text, std::string& out)
    {
        const auto close = find_end(text, 1, ">");
        if (!close) reject("a > is missing");
        const auto tag = text.substr(0, *close + 1);
        text.remove_prefix(tag.size());
        if (!context_->in_text()) reject("there is a tag in an attribute");
        if (tag.starts_with("</")) {
            if (open_.empty()) reject("a tag is closed that was not opened inside of the words");
            const auto number = open_.back();
            open_.pop_back();
            context_->feed(tag);
            marked_.tags[number - 1].second = tag;
            out += "</" + std::to_string(number) + ">";
            return;
        }
        const auto number = ++tag_;
        auto nodes = (*read_tag_)(tag, *context_);
        if (!second_) marked_.tags.emplace_back(std::move(nodes), "");
        else if (number > marked_.tags.size()) reject("the plural has a tag more");
        const bool alone = never_closes(tag);
        out += "<" + std::to_string(number) + (alone ? "/>" : ">");
        if (!alone) open_.push_back(number);
    }

    HtmlContext* context_;
    const ReadTag* read_tag_;
    Marked marked_;
    std::vector<std::string> names_; // of all values, in full
    std::vector<std::size_t> open_;
    std::size_t tag_ = 0;
    bool second_ = false;
};

} // namespace

Marked marked_words(std::string_view content, HtmlContext& context, const ReadTag& read_tag)
{
    return Reading(&context, &read_tag).read(content);
}

Marked plain_words(std::string_view content) { return Reading(nullptr, nullptr).read(content); }

namespace {

// A quote would end an attribute; in a text it is the same.
std::string as_html(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c == '"') out += "&quot;";
        else if (c == '>') out += "&gt;";
        else out += c;
    return out;
}

std::optional<std::size_t> tag_number(std::string_view digits, const Marked& marked)
{
    const auto number = text::parse_integer(digits, 1, static_cast<std::int64_t>(marked.tags.size()));
    return number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
}

} // namespace

std::vector<Piece> pieces_of(const Marked& marked, std::string_view text, bool plain)
{
    std::vector<Piece> pieces;
    std::vector<std::size_t> open;
    std::vector<bool> used(marked.tags.size(), false);
    while (!text.empty()) {
        const auto sign = text.find_first_of(plain ? "{" : "{<");
        const auto literal = text.substr(0, sign);
        if (!literal.empty()) pieces.push_back({.text = plain ? std::string(literal) : as_html(literal)});
        if (sign == text.npos) break;
        const auto close = text.find(text[sign] == '{' ? '}' : '>', sign);
        if (close == text.npos) reject("a value or a tag has no end");
        auto inner = text.substr(sign + 1, close - sign - 1);
        if (text[sign] == '{') {
            const auto found = std::ranges::find(marked.values, inner,
                                                 [](const auto& value) { return std::string_view(value.first); });
            if (found == marked.values.end()) reject("there is no value {" + std::string(inner) + "}");
            pieces.push_back(
                {.kind = Piece::Kind::value, .number = static_cast<std::size_t>(found - marked.values.begin())});
        } else if (inner.starts_with('/')) {
            if (open.empty() || tag_number(inner.substr(1), marked) != open.back())
                reject("a tag is closed that is not open");
            pieces.push_back({.kind = Piece::Kind::close, .number = open.back() - 1});
            open.pop_back();
        } else {
            const bool alone = inner.ends_with('/');
            const auto number = tag_number(alone ? inner.substr(0, inner.size() - 1) : inner, marked);
            if (!number || used[*number - 1]) reject("there is no such tag, or it is there twice");
            if (alone != marked.tags[*number - 1].second.empty()) reject("a tag is closed elsewhere");
            used[*number - 1] = true;
            pieces.push_back({.kind = Piece::Kind::open, .number = *number - 1});
            if (!alone) open.push_back(*number);
        }
        text.remove_prefix(close + 1);
    }
    if (!open.empty() || std::ranges::find(used, false) != used.end()) reject("not every tag is there");
    return pieces;
}

} // namespace cairn::pages::syntax
