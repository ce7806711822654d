// What happened, put together for people: who, where, about what, and how often.
#include <algorithm>
#include <map>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "feeds/recent.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::feeds {

using api::Call;
using db::bound;

namespace {

constexpr std::int64_t one_deed = 24 * 3600; // seconds within which it is told once
constexpr std::size_t most_commits = 3;      // are shown of a push

struct KindRow {
    std::string_view kind;
    DeedKind deed;
    bool of_issue = false;
    bool is_pull = false;
};
// clang-format off
constexpr KindRow kinds[] = {
    {"create_repo",             DeedKind::created},
    {"rename_repo",             DeedKind::renamed},
    {"transfer_repo",           DeedKind::transferred},
    {"commit_repo",             DeedKind::pushed},
    {"push_tag",                DeedKind::pushed_tag},
    {"delete_tag",              DeedKind::deleted_tag},
    {"delete_branch",           DeedKind::deleted_branch},
    {"mirror_sync_push",        DeedKind::synced},
    {"mirror_sync_create",      DeedKind::synced},
    {"mirror_sync_delete",      DeedKind::deleted_branch},
    {"publish_release",         DeedKind::released},
    {"create_issue",            DeedKind::opened,    true},
    {"comment_issue",           DeedKind::commented, true},
    {"close_issue",             DeedKind::closed,    true},
    {"reopen_issue",            DeedKind::reopened,  true},
    {"create_pull_request",     DeedKind::opened,    true, true},
    {"comment_pull",            DeedKind::commented, true, true},
    {"close_pull_request",      DeedKind::closed,    true, true},
    {"reopen_pull_request",     DeedKind::reopened,  true, true},
    {"merge_pull_request",      DeedKind::merged,    true, true},
    {"auto_merge_pull_request", DeedKind::merged,    true, true},
    {"approve_pull_request",    DeedKind::approved,  true, true},
    {"reject_pull_request",     DeedKind::rejected,  true, true},
};
// clang-format on
constexpr KindRow unknown{"", DeedKind::something};

const KindRow& row_of(std::string_view kind)
{
    const auto* const found = std::ranges::find(kinds, kind, &KindRow::kind);
    return found == std::end(kinds) ? unknown : *found;
}

struct FeedCommit {
    std::string Sha1;
    std::string Message;
};
BOOST_DESCRIBE_STRUCT(FeedCommit, (), (Sha1, Message))
struct FeedCommits {
    std::vector<FeedCommit> Commits;
    std::int64_t Len = 0;
};
BOOST_DESCRIBE_STRUCT(FeedCommits, (), (Commits, Len))

std::string bare_name(std::string_view reference)
{
    for (const auto prefix : {git::heads, git::tags})
        if (reference.starts_with(prefix)) reference.remove_prefix(prefix.size());
    return std::string(reference);
}

void read_commits(const StoredActivity& activity, ToldDeed& told)
{
    FeedCommits pushed;
    if (activity.content.empty() || !api::decode_json(type_of<FeedCommits>(), activity.content, &pushed)) return;
    told.commit_count = std::max(pushed.Len, static_cast<std::int64_t>(pushed.Commits.size()));
    for (const auto& commit : pushed.Commits) {
        if (told.commits.size() == most_commits) break;
        told.commits.push_back({.id = commit.Sha1, .subject = commit.Message.substr(0, commit.Message.find('\n'))});
    }
}

struct PlaceRow {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PlaceRow, (), (id, owner, name))

std::map<std::int64_t, PlaceRow> places_of(const Call& call, const std::vector<StoredActivity>& activities)
{
    std::vector<std::int64_t> ids;
    for (const auto& activity : activities) ids.push_back(activity.repository_id);
    db::Composition query("SELECT r.id, o.name AS owner, r.name FROM repository r JOIN account o ON o.id = r.owner_id"
                          " WHERE r.id IN ");
    query << bound(ids);
    std::map<std::int64_t, PlaceRow> places;
    for (auto& place : call.db().all<PlaceRow>(query)) places.emplace(place.id, std::move(place));
    return places;
}

struct TitleRow {
    std::int64_t repository_id = 0;
    std::int64_t number = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(TitleRow, (), (repository_id, number, title))
using IssueOfRepository = std::pair<std::int64_t, std::int64_t>;

// Of what the caller was found to be told of.
std::map<IssueOfRepository, std::string> titles_of(const Call& call, const std::vector<IssueOfRepository>& wanted)
{
    std::map<IssueOfRepository, std::string> titles;
    if (wanted.empty()) return titles;
    db::Composition query("SELECT i.repository_id, i.number, i.title FROM issue i WHERE ");
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i > 0) query << " OR ";
        query << "(i.repository_id = " << bound(wanted[i].first) << " AND i.number = " << bound(wanted[i].second)
              << ")";
    }
    for (auto& row : call.db().all<TitleRow>(query))
        titles.emplace(IssueOfRepository(row.repository_id, row.number), std::move(row.title));
    return titles;
}

// What is told once, however often one did it within a day.
bool belongs_to(const ToldDeed& told, const ToldDeed& older)
{
    if (told.deed != older.deed || told.actor.id != older.actor.id || told.owner != older.owner
        || told.repository != older.repository || told.at.seconds - older.at.seconds > one_deed)
        return false;
    if (told.deed == DeedKind::pushed || told.deed == DeedKind::synced) return told.reference == older.reference;
    return told.deed == DeedKind::commented && told.number == older.number;
}

void add_to(ToldDeed& told, ToldDeed older)
{
    told.times += older.times;
    told.commit_count += older.commit_count;
    for (auto& commit : older.commits)
        if (told.commits.size() < most_commits) told.commits.push_back(std::move(commit));
}

} // namespace

std::vector<ToldDeed> tell_activities(const Call& call, const std::vector<StoredActivity>& activities)
{
    std::vector<ToldDeed> told;
    if (activities.empty()) return told;
    const auto places = places_of(call, activities);
    std::vector<std::int64_t> actors;
    std::vector<IssueOfRepository> about;
    for (const auto& activity : activities) {
        actors.push_back(activity.actor_id);
        if (row_of(activity.kind).of_issue)
            about.emplace_back(activity.repository_id,
                               text::parse_integer(activity.content.substr(0, activity.content.find('|'))).value_or(0));
    }
    std::ranges::sort(about);
    about.erase(std::ranges::unique(about).begin(), about.end());
    const auto titles = titles_of(call, about);
    const accounts::ShownAccounts people(call.db(), std::move(actors));
    for (const auto& activity : activities) {
        const auto place = places.find(activity.repository_id);
        if (place == places.end()) continue; // gone meanwhile
        const auto& row = row_of(activity.kind);
        ToldDeed one{.deed = row.deed,
                     .actor = people.at(activity.actor_id),
                     .owner = place->second.owner,
                     .repository = place->second.name,
                     .reference = bare_name(activity.ref_name),
                     .is_pull = row.is_pull,
                     .comment_id = activity.comment_id,
                     .last_id = activity.id,
                     .at = activity.created_at};
        if (row.deed == DeedKind::renamed || row.deed == DeedKind::transferred) one.former = activity.content;
        if (row.deed == DeedKind::pushed || row.deed == DeedKind::synced) read_commits(activity, one);
        if (row.of_issue) {
            const auto bar = activity.content.find('|');
            one.number = text::parse_integer(activity.content.substr(0, bar)).value_or(0);
            if (const auto title = titles.find({activity.repository_id, one.number}); title != titles.end())
                one.title = title->second;
            // What else stands there is the title as it was, or the beginning of what was said.
            if (activity.comment_id != 0 && bar != std::string::npos) one.text = activity.content.substr(bar + 1);
        }
        const auto group = std::ranges::find_if(told, [&](const ToldDeed& other) { return belongs_to(other, one); });
        if (group == told.end()) told.push_back(std::move(one));
        else add_to(*group, std::move(one));
    }
    return told;
}

} // namespace cairn::feeds
