#include "pages/notifications/ways.hpp"

#include "pages/kit.hpp"

namespace cairn::pages {

using notifications::Status;
using notifications::SubjectKind;
using notifications::ThreadCounts;
using words::Phrase;

namespace {

struct StatusRow {
    Status status;
    std::string_view icon;
    Phrase words;
};
struct KindRow {
    SubjectKind kind;
    std::string_view icon;
    Phrase words;
};
struct FollowRow {
    std::string_view path;
    std::string_view icon;
    Phrase words;
};
// clang-format off
constexpr StatusRow status_rows[] = {
    {Status::unread, "bell",  Phrase("Unread")},
    {Status::pinned, "pin",   Phrase("Pinned")},
    {Status::read,   "check", Phrase("Read")},
};
constexpr KindRow kind_rows[] = {
    {SubjectKind::issue,      "issue",  Phrase("Issues")},
    {SubjectKind::pull,       "pull",   Phrase("Pull requests")},
    {SubjectKind::commit,     "commit", Phrase("Commits")},
    {SubjectKind::repository, "repo",   Phrase("Repositories")},
};
constexpr FollowRow follow_rows[] = {
    {"/notifications/watching",      "eye",  Phrase("Watched repositories")},
    {"/notifications/subscriptions", "mail", Phrase("Subscribed issues")},
};
// clang-format on

std::int64_t count_of(const ThreadCounts& counts, Status status)
{
    if (status == Status::unread) return counts.unread;
    return status == Status::pinned ? counts.pinned : 0;
}

} // namespace

std::string threads_address(const ShownThreads& shown)
{
    std::string address = "/notifications";
    if (shown.status != Status::unread) address += "?type=" + std::string(word_of(shown.status));
    if (shown.of) address += (address.contains('?') ? "&of=" : "?of=") + std::string(word_of(*shown.of));
    return address;
}

Navigation notification_ways(const api::Call& call, const ThreadCounts& counts, const ShownThreads* shown)
{
    const auto& in = language_of(call);
    EntryGroup which{.title = in.say(Phrase("Show"))};
    for (const auto& row : status_rows)
        which.entries.push_back(
            {.address = threads_address({.status = row.status, .of = shown != nullptr ? shown->of : std::nullopt}),
             .icon = std::string(row.icon),
             .words = in.say(row.words),
             .current = shown != nullptr && shown->status == row.status,
             .count = count_of(counts, row.status)});
    EntryGroup kinds{.title = in.say(Phrase("Of what"))};
    for (const auto& row : kind_rows) {
        // Once more, and it is of everything again.
        const bool current = shown != nullptr && shown->of == row.kind;
        ShownThreads to{.status = shown != nullptr ? shown->status : Status::unread};
        if (!current) to.of = row.kind;
        kinds.entries.push_back({.address = threads_address(to),
                                 .icon = std::string(row.icon),
                                 .words = in.say(row.words),
                                 .current = current});
    }
    EntryGroup follows{.title = in.say(Phrase("You follow"))};
    for (const auto& row : follow_rows)
        follows.entries.push_back({.address = std::string(row.path),
                                   .icon = std::string(row.icon),
                                   .words = in.say(row.words),
                                   .current = call.operation.path == row.path});
    return {.name = in.say(Phrase("Notifications")),
            .groups = {std::move(which), std::move(kinds), std::move(follows)}};
}

} // namespace cairn::pages
