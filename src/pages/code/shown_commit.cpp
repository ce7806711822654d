#include "pages/code/shown_commit.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/status.hpp"
#include "db/database.hpp"
#include "pages/code/code_place.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

constexpr std::int64_t day_seconds = 86'400;

std::int64_t day_of(Time time) { return time.seconds / day_seconds - (time.seconds % day_seconds < 0 ? 1 : 0); }

std::string title_of(const words::Language& in, std::int64_t day, std::int64_t today)
{
    if (day == today) return in.say(Phrase("Today"));
    if (day == today - 1) return in.say(Phrase("Yesterday"));
    return in.day(Time{day * day_seconds});
}

Result<std::vector<ShownCommit>> show_rows(const Call& call, const RepositoryContext& place,
                                           const git::Repository& repository, std::span<const git::ObjectId> ids,
                                           bool verification)
{
    auto commits = TRY(contents::show_commits(call, place, repository, ids,
                                              {.stat = false, .verification = verification, .files = false}));
    std::vector<std::string> names;
    for (const auto& commit : commits) names.push_back(commit.sha);
    const auto checks = contents::combined_states(call.db(), place.repository.id, names);
    std::vector<ShownCommit> rows;
    for (auto& commit : commits) {
        const std::string_view message = commit.commit.message;
        ShownCommit row{.commit = {}, .subject = subject_of(message)};
        row.body = to_text(text::trim(message.substr(std::min(message.find('\n'), message.size()))));
        row.committed_at = parse_rfc3339(commit.created).value_or(Time{});
        row.address = repository_address(place) + "/commit/" + commit.sha;
        if (const auto found = checks.find(commit.sha); found != checks.end()) row.checks = found->second;
        if (commit.author) row.avatar = commit.author->avatar_url;
        if (const auto& said = commit.commit.verification) {
            row.signed_ = !said->signature.empty();
            row.verified = said->verified;
            row.trust = word_of(said->trust);
            row.signed_by = said->signed_by;
        }
        for (auto* person : {&commit.commit.author, &commit.commit.committer})
            if (*person) (*person)->name = to_text((*person)->name);
        if (row.subject.empty()) row.subject = commit.sha.substr(0, 10);
        row.commit = std::move(commit);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string subject_of(std::string_view message) { return to_text(text::trim(message.substr(0, message.find('\n')))); }

Result<std::vector<ShownCommit>> show_commit_rows(const Call& call, const RepositoryContext& place,
                                                  const git::Repository& repository, std::span<const git::ObjectId> ids)
{
    return show_rows(call, place, repository, ids, true);
}

Result<ShownCommit> show_last_commit(const Call& call, const RepositoryContext& place,
                                     const git::Repository& repository, const git::ObjectId& id)
{
    return std::move(TRY(show_rows(call, place, repository, {&id, 1}, false)).front());
}

std::vector<CommitDay> by_day(const Call& call, std::vector<ShownCommit> rows)
{
    const auto& in = language_of(call);
    const auto today = day_of(Time::now());
    std::vector<CommitDay> days;
    std::int64_t last = 0;
    for (auto& row : rows) {
        const auto day = day_of(row.committed_at);
        if (days.empty() || day != last) days.push_back({.title = title_of(in, day, today)});
        days.back().commits.push_back(std::move(row));
        last = day;
    }
    return days;
}

} // namespace cairn::pages
