#include "pages/pull_place/pull_place.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "base/text.hpp"
#include "contents/revision.hpp"
#include "contents/status.hpp"
#include "issues/timeline/imported_author.hpp"
#include "pages/issue/html_phrase.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/thread_rights.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/safe_html.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/stack.hpp"

namespace cairn::pages {

using api::Call;
using pulls::PullContext;
using words::Phrase;

namespace {

struct TabRow {
    PullTab tab;
    std::string_view path;
    std::string_view icon;
    Phrase words;
    std::int64_t (*count)(const Call&, const PullContext&);
};

std::int64_t comments_of(const Call&, const PullContext& at)
{
    return at.issue.comment_count + at.pull.review_comment_count;
}
std::int64_t commits_of(const Call&, const PullContext& at) { return at.pull.commit_count; }
std::int64_t files_of(const Call&, const PullContext& at) { return at.pull.changed_files; }
std::int64_t checks_of(const Call& call, const PullContext& at)
{
    return contents::latest_statuses(call.db(), at.place.repository.id, at.pull.head_sha, {.limit = 1}).total;
}

// clang-format off
constexpr TabRow tab_rows[] = {
    {PullTab::conversation, "",         "comment", Phrase("Conversation"),  comments_of},
    {PullTab::commits,      "/commits", "commit",  Phrase("Commits"),       commits_of},
    {PullTab::checks,       "/checks",  "play",    Phrase("Checks"),        checks_of},
    {PullTab::files,        "/files",   "file",    Phrase("Files changed"), files_of},
};
// clang-format on

Speaker speaker_of(const accounts::ShownAccount& account)
{
    return {.login = account.name, .avatar = avatar_address(account), .known = account.id > 0};
}

std::string branch_address(const std::string& repository, const std::string& branch)
{
    return repository + "/src/branch/" + contents::escape_path(branch);
}

// Where it comes from, as far as the reader may see that.
void show_head(const Call& call, const PullContext& at, PullPlace& place)
{
    const auto& pull = at.pull;
    place.head = place.head_branch = pull.head_branch;
    place.head_gone = pull.head_repository_id == 0;
    if (pull.head_repository_id == pull.repository_id) {
        if (!pull.head_tip.empty()) place.head_address = branch_address(repository_address(at.place), pull.head_branch);
        return;
    }
    const auto from =
        place.head_gone ? std::nullopt : repositories::find_repository(call.db(), pull.head_repository_id);
    if (!from || !access::access_to(call.db(), access::Viewer::of(call.caller), from->facts()).sees()) return;
    const auto owner = accounts::find_account(call.db(), from->owner_id);
    if (!owner) return;
    place.head = owner->name + ":" + pull.head_branch;
    if (!pull.head_tip.empty())
        place.head_address = branch_address(repository_address(owner->name, from->name), pull.head_branch);
}

Html person(const std::string& root, const Speaker& speaker)
{
    HtmlWriter out;
    if (speaker.known) out.link(root + "/" + http::encode_path_segment(speaker.login), {{"class", "quiet"}});
    out.open("strong").text(speaker.login).close("strong");
    if (speaker.known) out.close("a");
    return out.take();
}

Html branch(const std::string& root, const std::string& address, const std::string& words)
{
    HtmlWriter out;
    if (address.empty()) return out.open("span", {{"class", "ref"}}).text(words).close("span").take();
    return out.link(root + address, {{"class", "ref"}}).text(words).close("a").take();
}

void show_people(const Call& call, const PullContext& at, PullPlace& place)
{
    const accounts::ShownAccounts people(call.db(), {at.issue.poster_id, at.pull.merger_id});
    place.speaker = speaker_of(people.at(at.issue.poster_id));
    if (at.issue.poster_id == 0) {
        const auto imported = issues::authors_of_issues(call.db(), {at.issue.id});
        if (const auto found = imported.find(at.issue.id); found != imported.end())
            place.speaker = {.login = found->second.name, .imported = true};
    }
    const auto root = root_of(call.settings());
    const auto who = person(root, at.issue.merged() ? speaker_of(people.at(at.pull.merger_id)) : place.speaker);
    const auto words = at.issue.merged() ? Phrase("{who} merged {count} commit into {base} from {head}",
                                                  "{who} merged {count} commits into {base} from {head}")
                                         : Phrase("{who} wants to merge {count} commit into {base} from {head}",
                                                  "{who} wants to merge {count} commits into {base} from {head}");
    place.sentence = html_phrase(language_of(call), words, at.pull.commit_count,
                                 {{"who", who},
                                  {"base", branch(root, place.base_address, place.base)},
                                  {"head", branch(root, place.head_address, place.head)}});
}

} // namespace

std::string in_shell(const std::string& name)
{
    const auto is_plain = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '/' || c == '.';
    };
    if (std::ranges::all_of(name, is_plain)) return name;
    std::string quoted = "'";
    for (const char c : name) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

PullState pull_state(const issues::StoredIssue& issue)
{
    if (issue.merged()) return PullState::merged;
    if (issue.closed) return PullState::closed;
    return issue.draft ? PullState::draft : PullState::open;
}

PullContext current_pull(const Call& call, const PullContext& at)
{
    auto now = at;
    pulls::follow(call, now);
    return now;
}

std::string pull_address(const PullContext& at) { return issue_address(at); }

PullPlace pull_place(const Call& call, const PullContext& at, PullTab current)
{
    const auto& issue = at.issue;
    const auto& pull = at.pull;
    const auto repository = repository_address(at.place);
    PullPlace place{.number = issue.number,
                    .title = issue.title,
                    .state = pull_state(issue),
                    .locked = issue.locked,
                    .pinned = issue.pin_order > 0,
                    .created_at = issue.created_at,
                    .commits = pull.commit_count,
                    .additions = pull.additions,
                    .deletions = pull.deletions,
                    .base = pull.base_branch,
                    .address = pull_address(at),
                    .may_edit = thread_rights(call, at).may_edit};
    if (issue.merged()) place.merged_at = issue.merged_at;
    if (!pull.base_tip.empty()) place.base_address = branch_address(repository, pull.base_branch);
    show_head(call, at, place);
    show_people(call, at, place);
    place.check_out = "git fetch origin pull/" + std::to_string(issue.number) + "/head:" + in_shell(pull.head_branch);
    for (const auto& one : pulls::stack_of(call.db(), issue, pull))
        place.stack.push_back({.number = one.number,
                               .title = one.title,
                               .address = repository + "/pulls/" + std::to_string(one.number),
                               .draft = one.draft,
                               .current = one.issue_id == issue.id});
    const auto& kit = call.site.get<Kit>();
    const auto& in = language_of(call);
    for (const TabRow& row : tab_rows) {
        if (!kit.has_page("/{owner}/{repo}/pulls/{index}" + std::string(row.path))) continue;
        place.tabs.push_back({.address = place.address + std::string(row.path),
                              .icon = std::string(row.icon),
                              .words = in.say(row.words),
                              .current = row.tab == current,
                              .count = row.count(call, at)});
    }
    return place;
}

Result<void> check_reads_pull_page(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    const auto number = text::parse_integer(call.segment("index"), 1);
    if (number)
        if (const auto issue = issues::find_issue(call.db(), place.repository.id, *number);
            issue && !issue->is_pull && issues::reads_issues(place))
            return elsewhere(Errc::see_other, issue_address(place, *issue));
    TRY(pulls::question::reads_pulls(call, place));
    call.load(TRY(pulls::find_pull_at(call, std::move(place))));
    return {};
}

} // namespace cairn::pages
