#include "issues/timeline/meaning.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/prose.hpp"

namespace cairn::issues {

namespace {

constexpr std::size_t most_finds = 100; // of each kind, in one text
constexpr std::size_t longest_number = 15;

constexpr std::array<std::string_view, 9> close_words{"close", "closes",  "closed",   "fix",     "fixes",
                                                      "fixed", "resolve", "resolves", "resolved"};
constexpr std::array<std::string_view, 3> reopen_words{"reopen", "reopens", "reopened"};
constexpr std::string_view punctuation = ".,;:!?";

constexpr bool is_name(char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.'; }

bool may_precede(std::string_view text, std::size_t at)
{
    return at == 0 || text::is_space(text[at - 1]) || std::string_view("([\"'").contains(text[at - 1]);
}

bool may_follow(std::string_view text, std::size_t at)
{
    const auto ends = [&](std::size_t i) {
        return i >= text.size() || text::is_space(text[i]) || std::string_view(")]\"'").contains(text[i]);
    };
    return ends(at) || (punctuation.contains(text[at]) && ends(at + 1));
}

// People are mentioned between fewer things than issues: most signs beside an @ belong to addresses and code.
bool may_precede_mention(std::string_view text, std::size_t at)
{
    return at == 0 || text::is_space(text[at - 1]) || std::string_view("([").contains(text[at - 1]);
}

bool may_follow_mention(std::string_view text, std::size_t at)
{
    if (at < text.size() && std::string_view(")]'").contains(text[at])) return true;
    while (at < text.size() && punctuation.contains(text[at])) ++at;
    return at >= text.size() || text::is_space(text[at]);
}

struct Digits {
    std::int64_t number = 0;
    std::size_t end = 0;
};

std::optional<Digits> digits_at(std::string_view text, std::size_t at)
{
    auto end = at;
    while (end < text.size() && text::is_digit(text[end])) ++end;
    if (end == at || end - at > longest_number || !may_follow(text, end)) return {};
    const auto number = text::parse_integer(text.substr(at, end - at), 1);
    if (!number) return {};
    return Digits{*number, end};
}

// The action that the word before `at` asks for, as in "Fixes: #7".
RefAction action_before(std::string_view text, std::size_t at)
{
    auto before = text.substr(0, at);
    if (before.empty() || !text::is_space(before.back())) return RefAction::none;
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t')) before.remove_suffix(1);
    if (before.ends_with(':')) before.remove_suffix(1);
    auto begin = before.size();
    while (begin > 0 && text::is_alpha(before[begin - 1])) --begin;
    if (!may_precede(before, begin)) return RefAction::none;
    const auto is = [word = before.substr(begin)](std::string_view known) { return text::iequals(word, known); };
    if (std::ranges::any_of(close_words, is)) return RefAction::closes;
    if (std::ranges::any_of(reopen_words, is)) return RefAction::reopens;
    return RefAction::none;
}

class Reader {
public:
    Reader(std::string_view text, std::string_view site) : text_(text), site_(site) { }

    void read(Meaning& into)
    {
        for (auto at = text_.find_first_of("#!@hH"); at != text_.npos; at = text_.find_first_of("#!@hH", at + 1)) {
            switch (text_[at]) {
            case '@': mention(at, into); break;
            case '#':
            case '!': sign(at, into); break;
            default: address(at, into);
            }
            if (into.references.size() >= most_finds || into.mentions.size() >= most_finds) return;
        }
    }

private:
    void sign(std::size_t at, Meaning& into) const
    {
        const auto digits = digits_at(text_, at + 1);
        if (!digits) return;
        auto begin = at;
        while (begin > 0 && (is_name(text_[begin - 1]) || text_[begin - 1] == '/')) --begin;
        if (!may_precede(text_, begin)) return;
        const auto path = text_.substr(begin, at - begin);
        const auto slash = path.find('/');
        if (path.empty()) add(into, {.number = digits->number, .action = action_before(text_, begin)});
        else if (slash != path.npos && slash > 0 && slash + 1 < path.size() && path.rfind('/') == slash)
            add(into,
                {.owner = std::string(path.substr(0, slash)),
                 .repo = std::string(path.substr(slash + 1)),
                 .number = digits->number,
                 .action = action_before(text_, begin)});
    }

    // http://site/owner/name/issues/7
    void address(std::size_t at, Meaning& into) const
    {
        const auto rest = text_.substr(at);
        if (!rest.starts_with(site_) || !may_precede(text_, at)) return;
        auto begin = at + site_.size();
        const auto segment = [&] {
            const auto end = std::min(text_.find('/', begin), text_.size());
            const auto found = text_.substr(begin, end - begin);
            begin = std::min(end + 1, text_.size());
            return std::ranges::all_of(found, is_name) ? found : std::string_view();
        };
        const auto owner = segment();
        const auto repo = segment();
        const auto kind = segment();
        if (owner.empty() || repo.empty() || (kind != "issues" && kind != "pulls")) return;
        if (const auto digits = digits_at(text_, begin))
            add(into,
                {.owner = std::string(owner),
                 .repo = std::string(repo),
                 .number = digits->number,
                 .action = action_before(text_, at)});
    }

    void mention(std::size_t at, Meaning& into) const
    {
        if (!may_precede_mention(text_, at)) return;
        auto end = at + 1;
        std::size_t slashes = 0;
        while (end < text_.size() && (is_name(text_[end]) || (text_[end] == '/' && ++slashes == 1))) ++end;
        if (!may_follow_mention(text_, end)) return;
        while (end > at + 1 && std::string_view(".-_/").contains(text_[end - 1])) --end;
        if (end == at + 1) return;
        auto name = text::to_lower(text_.substr(at + 1, end - at - 1));
        if (std::ranges::find(into.mentions, name) == into.mentions.end()) into.mentions.push_back(std::move(name));
    }

    static void add(Meaning& into, Reference reference)
    {
        for (auto& known : into.references)
            if (known.number == reference.number && text::iequals(known.owner, reference.owner)
                && text::iequals(known.repo, reference.repo)) {
                if (known.action == RefAction::none) known.action = reference.action;
                return;
            }
        into.references.push_back(std::move(reference));
    }

    std::string_view text_;
    std::string_view site_;
};

// Most texts refer to nothing, and are not worth being read as Markdown.
bool may_mean_something(std::string_view text, std::string_view site)
{
    return text.find_first_of("#!@") != text.npos || text.contains(site);
}

} // namespace

Meaning read_meaning(std::string_view text, std::string_view site, Form form)
{
    Meaning meaning;
    if (!may_mean_something(text, site)) return meaning;
    if (form == Form::plain) {
        Reader(text, site).read(meaning);
    } else {
        const auto prose = markup::prose_of(text);
        Reader(prose, site).read(meaning);
    }
    return meaning;
}

Meaning read_meaning(std::string_view title, std::string_view body, std::string_view site)
{
    Meaning meaning;
    if (may_mean_something(title, site)) Reader(title, site).read(meaning);
    if (may_mean_something(body, site)) {
        const auto prose = markup::prose_of(body);
        Reader(prose, site).read(meaning);
    }
    return meaning;
}

} // namespace cairn::issues
