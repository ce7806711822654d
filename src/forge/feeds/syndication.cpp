// RSS and Atom, for programs that wait for news: of people and organizations, of repositories, of their releases, tags,
// branches and single files. Whoever asks is told what the API would tell the same credential.
#include <ranges>

#include "accounts/guards.hpp"
#include "accounts/shown_accounts.hpp"
#include "api/plain_refusal.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/commit.hpp"
#include "contents/entry.hpp"
#include "crypto/digest.hpp"
#include "feeds/activity_items.hpp"
#include "feeds/tables.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "http/date.hpp"
#include "markup/render.hpp"
#include "releases/release.hpp"
#include "releases/tag.hpp"

namespace cairn::feeds {

using namespace api;
using enum Method;
using accounts::Account;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_items = 30;
constexpr std::uint64_t most_steps = 20'000; // through a history, for a file that changes rarely

struct BranchPath {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(BranchPath, (), (branch))

std::string shown_name(const accounts::ShownAccount& account)
{
    return account.full_name.empty() ? account.name : account.full_name;
}

Result<Raw> deliver(const Call& call, Feed feed, FeedForm form, Time since)
{
    feed.self = call.settings().server.root_url + std::string(call.request.path().substr(1));
    // Of a feed without news, when what it is about began: never the time of the request, which would be news each
    // time.
    feed.updated = since;
    for (const auto& item : feed.items) feed.updated = std::max(feed.updated, item.updated);
    Raw answer{.body = {},
               .content_type =
                   form == FeedForm::rss ? "application/rss+xml; charset=utf-8" : "application/atom+xml; charset=utf-8",
               .headers = {{"Cache-Control", "private, no-cache"},
                           {"Vary", "Authorization, Cookie"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
    const auto text = write_feed(feed, form);
    answer.headers.emplace_back("ETag", "\"" + crypto::sha256_hex(text).substr(0, 32) + "\"");
    // Git takes any clock's word: what is from the future would never be modified again.
    const bool is_dated = feed.updated <= Time::now();
    if (is_dated) answer.headers.emplace_back("Last-Modified", http_date(feed.updated));
    const auto known = http::parse_date(call.request.header("If-Modified-Since"));
    if (is_dated && known && call.request.header("If-None-Match").empty() && *known >= feed.updated) {
        answer.status = 304;
        answer.content_type.clear();
        return answer;
    }
    answer.body = text;
    return answer;
}

Result<void> check_offered(const Call& call)
{
    if (!call.settings().other.enable_feed) return not_found("the feed");
    return {};
}

// A token for people is none for organizations.
Result<void> check_reads_owner(Call& call)
{
    TRY(check_offered(call));
    auto account = TRY(accounts::account_at(call, "username"));
    TRY(accounts::check_sees_account(call, account));
    if (account.kind == accounts::AccountKind::organization)
        if (const auto missing = call.caller.scopes.missing(scope::organization, Level::read); !missing.empty())
            return fail(Errc::forbidden, "the token lacks the scope " + text::join(missing, ", "));
    call.load(std::move(account));
    return {};
}

constexpr Guard reads_owner{.name = "reads the account's feed",
                            .path = &type_of<accounts::UserPath>(),
                            .loads = &tag<Account>,
                            .errors = {403, 404},
                            .check = &check_reads_owner};

template <FeedForm form> Result<Raw> of_account(Call& call, const Account& account)
{
    const ActivityQuery wanted{.paging = {.limit = most_items}, .only_performed_by = true};
    const auto found = account.kind == accounts::AccountKind::organization
        ? activities_of_organization(call, account.id, wanted)
        : activities_of_user(call, account, wanted);
    return deliver(call,
                   {.title = "Feed of \"" + shown_name(account) + "\"",
                    .link = call.settings().server.root_url + account.name,
                    .self = {},
                    .description = account.description,
                    .updated = {},
                    .items = items_of(call, found.items)},
                   form, account.created_at);
}

template <FeedForm form> Result<Raw> of_repository(Call& call, const RepositoryContext& place)
{
    TRY(check_offered(call));
    const auto found = activities_of_repository(call, place.repository.id, {.paging = {.limit = most_items}});
    return deliver(call,
                   {.title = "Feed of \"" + place.owner.name + "/" + place.repository.name + "\"",
                    .link = contents::Addresses(call.settings(), place).web,
                    .self = {},
                    .description = place.repository.description,
                    .updated = {},
                    .items = items_of(call, found.items)},
                   form, place.repository.created_at);
}

template <FeedForm form> Result<Raw> of_releases(Call& call, const RepositoryContext& place)
{
    TRY(check_offered(call));
    const auto web = contents::Addresses(call.settings(), place).web;
    const auto full_name = place.owner.name + "/" + place.repository.name;
    releases::ListReleases published;
    published.limit = most_items;
    published.draft = false;
    const auto releases = releases::releases_of(call, place, published).items;
    std::vector<std::int64_t> authors;
    for (const auto& release : releases) authors.push_back(release.author_id);
    const accounts::ShownAccounts people(call.db(), std::move(authors));
    Feed feed{.title = "Releases of " + full_name,
              .link = web + "/releases",
              .self = {},
              .description = place.repository.description,
              .updated = {},
              .items = {}};
    const markup::LinkContext where{.site = call.settings().server.root_url, .repository = full_name};
    for (const auto& release : releases)
        feed.items.push_back(
            {.id = web + "/releases#release-" + std::to_string(release.id),
             .title = release.title.empty() ? release.tag_name : release.title,
             .link = web + "/releases/tag/" + contents::escape_path(release.tag_name),
             .author = shown_name(people.at(release.author_id)),
             .content = markup::render_markdown(release.note, markup::Mode::comment, where).value_or(std::string()),
             .updated = release.published_at});
    return deliver(call, std::move(feed), form, place.repository.created_at);
}

template <FeedForm form> Result<Raw> of_tags(Call& call, const RepositoryContext& place)
{
    TRY(check_offered(call));
    const auto web = contents::Addresses(call.settings(), place).web;
    const auto repository = TRY(contents::open_repository(call, place));
    Feed feed{.title = "Tags of " + place.owner.name + "/" + place.repository.name,
              .link = web + "/tags",
              .self = {},
              .description = place.repository.description,
              .updated = {},
              .items = {}};
    const auto tags = TRY(releases::dated_tags(*repository));
    for (const auto& dated : *tags | std::views::take(most_items)) {
        const auto commit = TRY(git::read_commit(*repository, dated.tag.commit));
        auto author = commit.author.name;
        auto message = commit.message;
        if (dated.tag.target != dated.tag.commit)
            if (auto tag = git::read_tag(*repository, dated.tag.target)) {
                message = std::move(tag->message);
                if (tag->tagger) author = tag->tagger->name;
            }
        feed.items.push_back(
            {.id = web + "/tags#" + contents::escape_path(dated.tag.name) + "-" + dated.tag.target.hex(),
             .title = dated.tag.name,
             .link = web + "/src/tag/" + contents::escape_path(dated.tag.name),
             .author = std::move(author),
             .content = "<pre>" + text::escape_html(message) + "</pre>",
             .updated = dated.tagged});
    }
    return deliver(call, std::move(feed), form, place.repository.created_at);
}

struct BranchAndFile {
    std::string branch;
    std::string file;
    git::ObjectId commit;
};

// No branch is called like the folder of another: the first that fits is the one.
Result<BranchAndFile> find_branch(const git::Repository& repository, const std::string& path)
{
    constexpr int most_parts = 32; // of a name; each is a look at the disk
    auto end = path.find('/');
    for (int parts = 0; parts < most_parts; ++parts, end = path.find('/', end + 1)) {
        auto branch = path.substr(0, end);
        if (const auto commit = git::find_branch(repository, branch))
            return BranchAndFile{.branch = std::move(branch),
                                 .file = end == path.npos ? std::string() : path.substr(end + 1),
                                 .commit = *commit};
        if (end == path.npos) break;
    }
    return not_found("the branch");
}

template <FeedForm form> Result<Raw> of_branch(Call& call, const RepositoryContext& place, Path<BranchPath> path)
{
    TRY(check_offered(call));
    const contents::Addresses addresses(call.settings(), place);
    const auto repository = TRY(contents::open_repository(call, place));
    const auto found = TRY(find_branch(*repository, path->branch));
    const auto file = contents::clean_path(found.file);
    if (!file) return not_found("the file");
    if (!file->empty()) {
        const contents::EntryView view(call, place, *repository,
                                       {.name = found.branch, .given = found.branch, .commit = found.commit});
        TRY(view.find(*file));
    }
    const auto full_name = place.owner.name + "/" + place.repository.name;
    Feed feed{.title =
                  "Commits of " + (file->empty() ? std::string() : *file + " in ") + full_name + " on " + found.branch,
              .link = addresses.web + "/src/branch/" + contents::escape_path(found.branch)
                  + (file->empty() ? std::string() : "/" + contents::escape_path(*file)),
              .self = {},
              .description = place.repository.description,
              .updated = {},
              .items = {}};
    const auto page = TRY(
        git::walk(*repository, {.from = found.commit, .path = *file, .limit = most_items, .most_steps = most_steps}));
    for (const auto& id : page.commits) {
        const auto commit = TRY(git::read_commit(*repository, id));
        feed.items.push_back({.id = addresses.page(id),
                              .title = commit.message.substr(0, commit.message.find('\n')),
                              .link = addresses.page(id),
                              .author = commit.author.name,
                              .content = "<pre>" + text::escape_html(commit.message) + "</pre>",
                              .updated = commit.committer.when});
    }
    return deliver(call, std::move(feed), form, place.repository.created_at);
}

constexpr auto rss = FeedForm::rss;
constexpr auto atom = FeedForm::atom;
using releases::reads_releases;
using repositories::reads_code;
using repositories::sees_repository;

// clang-format off
constexpr Operation account_operations[] = {
    {GET, "/{username}.rss",  scope::user, reads_owner, handle<of_account<rss>>,  200, "siteAccountRss",  "Tell what somebody did, as RSS"},
    {GET, "/{username}.atom", scope::user, reads_owner, handle<of_account<atom>>, 200, "siteAccountAtom", "Tell what somebody did, as Atom"},
};
constexpr Operation syndication_operations[] = {
    {GET, "/{owner}/{repo}.rss",                   scope::repository, sees_repository, handle<of_repository<rss>>,  200, "siteRepositoryRss",  "Tell what happened in a repository, as RSS"},
    {GET, "/{owner}/{repo}.atom",                  scope::repository, sees_repository, handle<of_repository<atom>>, 200, "siteRepositoryAtom", "Tell what happened in a repository, as Atom"},
    {GET, "/{owner}/{repo}/releases.rss",          scope::repository, reads_releases,  handle<of_releases<rss>>,    200, "siteReleasesRss",    "Tell of new releases, as RSS"},
    {GET, "/{owner}/{repo}/releases.atom",         scope::repository, reads_releases,  handle<of_releases<atom>>,   200, "siteReleasesAtom",   "Tell of new releases, as Atom"},
    {GET, "/{owner}/{repo}/tags.rss",              scope::repository, reads_code,      handle<of_tags<rss>>,        200, "siteTagsRss",        "Tell of new tags, as RSS"},
    {GET, "/{owner}/{repo}/tags.atom",             scope::repository, reads_code,      handle<of_tags<atom>>,       200, "siteTagsAtom",       "Tell of new tags, as Atom"},
    {GET, "/{owner}/{repo}/rss/branch/{branch*}",  scope::repository, reads_code,      handle<of_branch<rss>>,      200, "siteBranchRss",      "Tell of new commits of a branch or a file, as RSS"},
    {GET, "/{owner}/{repo}/atom/branch/{branch*}", scope::repository, reads_code,      handle<of_branch<atom>>,     200, "siteBranchAtom",     "Tell of new commits of a branch or a file, as Atom"},
};
// clang-format on
static_assert(well_formed(account_operations));
static_assert(well_formed(syndication_operations));

} // namespace

const Table account_syndication_table{"site", account_operations, Door::site, &refuse_in_words,
                                      listens::to_tools_and_pages};
const Table syndication_table{"site", syndication_operations, Door::site, &refuse_in_words,
                              listens::to_tools_and_pages};

} // namespace cairn::feeds
