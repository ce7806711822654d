// What a hook may want to hear of: the words that clients send for it, and the words that receivers get.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::webhooks {

// Each is a bit in the column webhook.events: append only.
enum class EventKind : std::uint8_t {
    create,
    delete_,
    fork,
    push,
    issues,
    issue_assign,
    issue_label,
    issue_milestone,
    issue_comment,
    pull_request,
    pull_request_assign,
    pull_request_label,
    pull_request_milestone,
    pull_request_comment,
    pull_request_review,
    pull_request_sync,
    pull_request_review_request,
    wiki,
    repository,
    release,
    package,
    status,
    workflow_run,
    workflow_job,
};

constexpr std::int64_t bit(EventKind kind) { return std::int64_t{1} << static_cast<unsigned>(kind); }

// The bits that a client's words stand for, whatever their case: some stand for a group. Unknown words mean nothing,
// and no word at all means push.
std::int64_t events_of(std::span<const std::string> words);

std::vector<std::string> words_of(std::int64_t events);

// Its own word, which also names exactly what was delivered. (Reviews have three.)
std::string_view word_of_kind(EventKind);

// The word that stands for it alone where a client chooses what to hear of.
std::string_view choosing_word(EventKind);

inline constexpr std::size_t event_kinds = 24;

// The word that receivers know something by that was named exactly: "issues" for "issue_label".
std::string_view event_word(std::string_view exact);

} // namespace cairn::webhooks
