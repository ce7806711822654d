#include "markup/sheet.hpp"

#include "base/text.hpp"
#include "markup/policy.hpp"
#include "markup/words.hpp"

namespace cairn::markup {

namespace {

// More than anybody means to call; the look-up has a bound.
constexpr std::size_t most_names = 200;

Attributes link_attributes(std::string_view address)
{
    return {{"href", encode_address(address)}, {"rel", "nofollow"}};
}

} // namespace

void Sheet::words(std::string_view text)
{
    if (!hidden_by_.empty()) return;
    if (mode_ == Mode::plain || writer_.is_literal()) return writer_.text(text);
    std::size_t done = 0;
    while (const auto found = find_next(text, done, mode_ == Mode::comment)) {
        writer_.text(text.substr(done, found->begin - done));
        show(*found, text.substr(found->begin, found->end - found->begin));
        done = found->end;
    }
    writer_.text(text.substr(done));
}

void Sheet::show(const Find& found, std::string_view text)
{
    using enum Find::Kind;
    switch (found.kind) {
    case address: return leaf_link(std::string(text), text);
    case mail: return leaf_link("mailto:" + std::string(text), text);
    case emoji:
        writer_.start("span", {{"class", "emoji"}});
        writer_.text(found.subject);
        return writer_.end("span");
    case issue:
    case pull: {
        const auto repository = found.repository.empty() ? std::string_view(place_.repository) : found.repository;
        if (repository.empty()) return writer_.text(text);
        return leaf_link(place_.site + std::string(repository) + (found.kind == issue ? "/issues/" : "/pulls/")
                             + std::string(found.subject),
                         text, "ref-issue");
    }
    case page: {
        if (!is_allowed_scheme(scheme_of(found.subject))) return writer_.text(text);
        std::string target(found.subject);
        if (mode_ == Mode::wiki && scheme_of(target).empty())
            for (char& c : target)
                if (c == ' ') c = '-';
        return leaf_link(resolve_link(place_, mode_, target), found.label);
    }
    case mention: {
        const auto begin = writer_.position();
        writer_.text(text);
        mentions_.push_back({begin, writer_.position(), text::to_lower(found.subject)});
    }
    }
}

void Sheet::leaf_link(const std::string& address, std::string_view label, std::string_view css_class)
{
    auto attributes = link_attributes(address);
    if (!css_class.empty()) attributes.emplace_back("class", css_class);
    writer_.start("a", attributes);
    writer_.text(label);
    writer_.end("a");
}

void Sheet::start_link(std::string_view address, std::string_view title)
{
    if (!hidden_by_.empty() || writer_.in_link() || !is_allowed_scheme(scheme_of(address)))
        return writer_.start_unseen("a", Hand::own);
    auto attributes = link_attributes(resolve_link(place_, mode_, address));
    if (!title.empty()) attributes.emplace_back("title", title);
    writer_.start("a", attributes);
}

void Sheet::picture(std::string_view address, const Attributes& more)
{
    if (!hidden_by_.empty() || !is_allowed_scheme(scheme_of(address))) return;
    const bool wrapped = mode_ != Mode::plain && !address.empty() && !writer_.in_link() && !writer_.in_picture();
    if (wrapped) writer_.start("a", link_attributes(resolve_link(place_, mode_, address)));
    Attributes attributes{{"src", encode_address(resolve_picture(place_, mode_, address))}};
    attributes.insert(attributes.end(), more.begin(), more.end());
    writer_.empty("img", attributes);
    if (wrapped) writer_.end("a");
}

std::string Sheet::finish(const KnownNames& known)
{
    std::set<std::string> asked;
    for (const Mention& mention : mentions_)
        if (asked.size() < most_names) asked.insert(mention.name);
    const std::string written = writer_.finish();
    if (asked.empty() || !known) return written;
    const auto found = known(std::vector<std::string>(asked.begin(), asked.end()));

    std::string out;
    out.reserve(written.size() + mentions_.size() * 64);
    std::size_t done = 0;
    for (const Mention& mention : mentions_) {
        if (!found.contains(mention.name)) continue;
        const auto text = std::string_view(written).substr(mention.begin, mention.end - mention.begin);
        Writer link;
        link.start("a", link_attributes(place_.site + std::string(text.substr(1))));
        link.text(text);
        out.append(written, done, mention.begin - done).append(link.finish());
        done = mention.end;
    }
    return out.append(written, done);
}

} // namespace cairn::markup
