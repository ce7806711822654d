#include "feeds/activity_items.hpp"

#include <algorithm>
#include <map>

#include "accounts/shown_accounts.hpp"
#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/revision.hpp"
#include "db/composition.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::feeds {

namespace {

struct Commit {
    std::string Sha1;
    std::string Message;
};
BOOST_DESCRIBE_STRUCT(Commit, (), (Sha1, Message))
struct PushedCommits {
    std::vector<Commit> Commits;
};
BOOST_DESCRIBE_STRUCT(PushedCommits, (), (Commits))

struct Home {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Home, (), (id, owner, name))

std::map<std::int64_t, std::string> names_of(db::Queries& db, const std::vector<StoredActivity>& activities)
{
    std::vector<std::int64_t> ids;
    for (const auto& activity : activities) ids.push_back(activity.repository_id);
    db::Composition query("SELECT r.id, o.name AS owner, r.name FROM repository r JOIN account o ON o.id = r.owner_id"
                          " WHERE r.id IN ");
    query << db::bound(ids);
    std::map<std::int64_t, std::string> names;
    for (const auto& home : db.all<Home>(query)) names.emplace(home.id, home.owner + "/" + home.name);
    return names;
}

enum class About : std::uint8_t { repository, branch, tag, gone, issue, pull };

struct Deed {
    std::string_view kind;
    std::string_view words; // "%r" is the repository, "%o" what it was, "%b" the branch or tag, "%i" the issue
    About about;
};
// clang-format off
constexpr Deed deeds[] = {
    {"create_repo",             "created repository %r",                      About::repository},
    {"rename_repo",             "renamed repository %o to %r",                About::repository},
    {"transfer_repo",           "transferred repository %o to %r",            About::repository},
    {"commit_repo",             "pushed to %b at %r",                         About::branch},
    {"push_tag",                "pushed tag %b to %r",                        About::tag},
    {"delete_tag",              "deleted tag %b from %r",                     About::gone},
    {"delete_branch",           "deleted branch %b from %r",                  About::gone},
    {"mirror_sync_push",        "synced commits to %b at %r from its origin", About::branch},
    {"mirror_sync_create",      "synced the new reference %b to %r",          About::branch},
    {"mirror_sync_delete",      "synced the end of %b at %r",                 About::gone},
    {"create_issue",            "opened issue %i",                            About::issue},
    {"comment_issue",           "commented on issue %i",                      About::issue},
    {"close_issue",             "closed issue %i",                            About::issue},
    {"reopen_issue",            "reopened issue %i",                          About::issue},
    {"create_pull_request",     "created pull request %i",                    About::pull},
    {"comment_pull",            "commented on pull request %i",               About::pull},
    {"close_pull_request",      "closed pull request %i",                     About::pull},
    {"reopen_pull_request",     "reopened pull request %i",                   About::pull},
    {"merge_pull_request",      "merged pull request %i",                     About::pull},
    {"auto_merge_pull_request", "automatically merged pull request %i",       About::pull},
    {"approve_pull_request",    "approved pull request %i",                   About::pull},
    {"reject_pull_request",     "suggested changes for %i",                   About::pull},
    {"publish_release",         "released %b at %r",                          About::tag},
};
// clang-format on
constexpr Deed something{"", "did something in %r", About::repository};

std::string short_name(std::string_view reference)
{
    for (const auto prefix : {git::heads, git::tags})
        if (reference.starts_with(prefix)) reference.remove_prefix(prefix.size());
    return std::string(reference);
}

class Telling {
public:
    Telling(const StoredActivity& activity, std::string_view repository, std::string web)
        : activity_(activity), deed_(deed_of(activity.kind)), repository_(repository), web_(std::move(web)),
          reference_(short_name(activity.ref_name))
    {
        const std::string_view content = activity.content;
        const auto bar = content.find('|');
        if (deed_.about != About::issue && deed_.about != About::pull) return;
        number_ = content.substr(0, bar);
        if (bar != content.npos) text_ = content.substr(bar + 1);
    }

    std::string title() const
    {
        std::string out;
        for (std::size_t at = 0; at < deed_.words.size(); ++at) {
            if (deed_.words[at] != '%') {
                out += deed_.words[at];
                continue;
            }
            switch (deed_.words[++at]) {
            case 'r': out += repository_; break;
            case 'o': out += activity_.content; break;
            case 'b': out += reference_; break;
            default: out.append(repository_).append("#").append(number_);
            }
        }
        return out;
    }

    std::string link() const
    {
        switch (deed_.about) {
        case About::branch: return web_ + "/src/branch/" + contents::escape_path(reference_);
        case About::tag: return web_ + "/src/tag/" + contents::escape_path(reference_);
        case About::issue: return web_ + "/issues/" + number_ + comment();
        case About::pull: return web_ + "/pulls/" + number_ + comment();
        default: return web_;
        }
    }

    std::string content() const
    {
        if (deed_.about == About::branch) return commits();
        return text_.empty() ? std::string() : "<p>" + text::escape_html(text_) + "</p>";
    }

private:
    static const Deed& deed_of(std::string_view kind)
    {
        const auto* const found = std::ranges::find(deeds, kind, &Deed::kind);
        return found == std::end(deeds) ? something : *found;
    }

    std::string comment() const
    {
        return activity_.comment_id == 0 ? std::string() : "#issuecomment-" + std::to_string(activity_.comment_id);
    }

    std::string commits() const
    {
        PushedCommits told;
        if (activity_.content.empty() || !api::decode_json(type_of<PushedCommits>(), activity_.content, &told))
            return {};
        std::string list;
        for (const auto& commit : told.Commits)
            list += "<li><a href=\"" + text::escape_html(web_ + "/commit/" + commit.Sha1) + "\"><code>"
                + text::escape_html(commit.Sha1.substr(0, 10)) + "</code></a> "
                + text::escape_html(commit.Message.substr(0, commit.Message.find('\n'))) + "</li>";
        return list.empty() ? list : "<ul>" + list + "</ul>";
    }

    const StoredActivity& activity_;
    const Deed& deed_;
    std::string_view repository_;
    std::string web_;
    std::string reference_;
    std::string number_;
    std::string text_;
};

} // namespace

std::vector<FeedItem> items_of(const api::Call& call, const std::vector<StoredActivity>& activities)
{
    if (activities.empty()) return {};
    const auto names = names_of(call.db(), activities);
    std::vector<std::int64_t> actors;
    for (const auto& activity : activities) actors.push_back(activity.actor_id);
    const accounts::ShownAccounts people(call.db(), std::move(actors));
    const auto& root = call.settings().server.root_url;
    std::vector<FeedItem> items;
    for (const auto& activity : activities) {
        const auto home = names.find(activity.repository_id);
        if (home == names.end()) continue; // gone meanwhile
        const auto& actor = people.at(activity.actor_id);
        const Telling telling(activity, home->second, root + home->second);
        items.push_back({.id = root + home->second + "#activity-" + std::to_string(activity.id),
                         .title = actor.name + " " + telling.title(),
                         .link = telling.link(),
                         .author = actor.full_name.empty() ? actor.name : actor.full_name,
                         .content = telling.content(),
                         .updated = activity.created_at});
    }
    return items;
}

} // namespace cairn::feeds
