#include "webhooks/event_kind.hpp"

#include <array>

#include "base/text.hpp"

namespace cairn::webhooks {

namespace {

using enum EventKind;

// In the order of the enum.
constexpr std::array<std::string_view, event_kinds> words{
    "create",
    "delete",
    "fork",
    "push",
    "issues",
    "issue_assign",
    "issue_label",
    "issue_milestone",
    "issue_comment",
    "pull_request",
    "pull_request_assign",
    "pull_request_label",
    "pull_request_milestone",
    "pull_request_comment",
    "pull_request_review",
    "pull_request_sync",
    "pull_request_review_request",
    "wiki",
    "repository",
    "release",
    "package",
    "status",
    "workflow_run",
    "workflow_job",
};
static_assert(words.size() == static_cast<std::size_t>(workflow_job) + 1);

constexpr std::int64_t about_issues =
    bit(issues) | bit(issue_assign) | bit(issue_label) | bit(issue_milestone) | bit(issue_comment);
constexpr std::int64_t about_pulls = bit(pull_request) | bit(pull_request_assign) | bit(pull_request_label)
    | bit(pull_request_milestone) | bit(pull_request_comment) | bit(pull_request_review) | bit(pull_request_sync)
    | bit(pull_request_review_request);

std::int64_t events_of_word(std::string_view word)
{
    if (text::iequals(word, "issues")) return about_issues;
    if (text::iequals(word, "issues_only")) return bit(issues);
    if (text::iequals(word, "pull_request")) return about_pulls;
    if (text::iequals(word, "pull_request_only")) return bit(pull_request);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (text::iequals(word, words[i])) return std::int64_t{1} << i;
    return 0;
}

} // namespace

std::int64_t events_of(std::span<const std::string> chosen)
{
    if (chosen.empty()) return bit(push);
    std::int64_t events = 0;
    for (const auto& word : chosen) events |= events_of_word(word);
    return events;
}

std::string_view word_of_kind(EventKind kind) { return words.at(static_cast<std::size_t>(kind)); }

std::string_view choosing_word(EventKind kind)
{
    if (kind == issues) return "issues_only";
    if (kind == pull_request) return "pull_request_only";
    return word_of_kind(kind);
}

std::string_view event_word(std::string_view exact)
{
    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"issue_assign", "issues"},
        {"issue_label", "issues"},
        {"issue_milestone", "issues"},
        {"pull_request_assign", "pull_request"},
        {"pull_request_label", "pull_request"},
        {"pull_request_milestone", "pull_request"},
        {"pull_request_sync", "pull_request"},
        {"pull_request_review_request", "pull_request"},
        {"pull_request_comment", "issue_comment"},
        {"pull_request_review_approved", "pull_request_approved"},
        {"pull_request_review_rejected", "pull_request_rejected"},
        {"pull_request_review_comment", "pull_request_comment"},
    };
    for (const auto& [name, word] : others)
        if (name == exact) return word;
    return exact;
}

std::vector<std::string> words_of(std::int64_t events)
{
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < words.size(); ++i)
        if ((events >> i & 1) != 0) chosen.emplace_back(words[i]);
    return chosen;
}

} // namespace cairn::webhooks
