#include "pulls/review/code_owners.hpp"

#include <chrono>

#include "base/text.hpp"

namespace cairn::pulls {

using repositories::RegularExpression;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t most_rules = 1000;
// Both the expressions and the names of the files are strangers' work.
constexpr std::chrono::milliseconds longest_search{1000};

// What a backslash before it makes an ordinary character. Elsewhere it belongs to the expression.
constexpr bool is_escapable(char c) { return c == '#' || c == ' ' || c == '\\'; }

std::vector<std::string> read_words(std::string_view line)
{
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '#') break;
        if (text::is_space(c)) {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (c == '\\' && i + 1 < line.size() && is_escapable(line[i + 1])) words.back().push_back(line[++i]);
        else words.back().push_back(c);
    }
    return words;
}

std::optional<CodeOwner> read_owner(std::string_view word)
{
    if (!word.starts_with('@')) return {};
    word.remove_prefix(1);
    const auto slash = word.find('/');
    const auto account = word.substr(0, slash);
    if (account.empty()) return {};
    if (slash == word.npos) return CodeOwner{.account = std::string(account)};
    const auto team = word.substr(slash + 1);
    if (team.empty()) return {};
    return CodeOwner{.account = std::string(account), .team = std::string(team)};
}

std::optional<CodeOwners::Rule> read_rule(std::string_view line)
{
    const auto words = read_words(line);
    if (words.size() < 2) return {};
    std::vector<CodeOwner> owners;
    for (std::size_t i = 1; i < words.size(); ++i)
        if (auto owner = read_owner(words[i])) owners.push_back(std::move(*owner));
    if (owners.empty()) return {};
    std::string_view expression = words.front();
    const bool negated = expression.starts_with('!');
    if (negated) expression.remove_prefix(1);
    auto paths = RegularExpression::compile(expression, RegularExpression::Where::whole);
    if (!paths) return {};
    return CodeOwners::Rule{.paths = std::move(*paths), .negated = negated, .owners = std::move(owners)};
}

} // namespace

CodeOwners CodeOwners::read(std::string_view file)
{
    CodeOwners owners;
    for (const auto line : text::split(file, '\n')) {
        if (owners.rules_.size() == most_rules) break;
        if (auto rule = read_rule(line)) owners.rules_.push_back(std::move(*rule));
    }
    return owners;
}

Result<std::vector<const CodeOwners::Rule*>> CodeOwners::rules_for(const std::vector<std::string>& files) const
{
    const auto end = steady_clock::now() + longest_search;
    std::vector<const Rule*> found;
    for (const auto& rule : rules_)
        for (const auto& file : files) {
            const auto fits = rule.paths.found_in(file);
            if (!fits || steady_clock::now() > end)
                return fail(Errc::too_large, "whose files these are takes too long to find out");
            if (*fits == rule.negated) continue;
            found.push_back(&rule);
            break;
        }
    return found;
}

} // namespace cairn::pulls
