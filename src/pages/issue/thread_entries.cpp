#include "pages/issue/thread_entries.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "issues/boards/project.hpp"
#include "notifications/thread_marks.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using api::View;
using issues::EventKind;
using issues::IssueContext;
using issues::StoredComment;
using issues::TimelineComment;
using Ids = std::vector<std::int64_t>;

namespace {

constexpr std::size_t first_entries = 10;
constexpr std::size_t last_entries = 60;
constexpr std::size_t around_entries = 15; // on each side
constexpr std::size_t at_a_time = 100;     // of all of them, while they are sent

// A review says something by itself where it has words.
bool is_card(const StoredComment& row)
{
    return row.kind == EventKind::comment || (row.kind == EventKind::review && !row.body.empty());
}

// What it takes to show entries when the call is over: the site's services, and everything else by value.
struct Reader {
    api::Site& site;
    api::Caller caller;
    IssueContext at;
    ThreadRights rights;
    const words::Language& language;
    ExtendEntries extend;

    View view() const { return {site.db, site.settings(), caller}; }
};

std::vector<ThreadEntry> show_rows(const Reader& reader, const std::vector<StoredComment>& rows,
                                   const CommentCards& cards)
{
    const auto view = reader.view();
    const auto& at = reader.at;
    std::vector<StoredComment> said;
    Ids project_ids;
    for (const auto& row : rows) {
        if (is_card(row)) said.push_back(row);
        if (row.project_id != 0) project_ids.push_back(row.project_id);
        if (row.old_project_id != 0) project_ids.push_back(row.old_project_id);
    }
    const auto comments = issues::show_comments(view, said, {{at.issue.id, at.issue}},
                                                {{at.place.repository.id, issues::home_of(at.place)}});
    std::vector<StoredComment> happened;
    std::ranges::copy_if(rows, std::back_inserter(happened), [](const auto& row) { return !is_card(row); });
    const auto events = issues::show_timeline(view, at, happened);
    const EventTeller teller(reader.language, view.settings(), at.place, issues::visible_projects(view, project_ids));

    std::vector<ThreadEntry> entries;
    std::size_t comment = 0;
    std::size_t event = 0;
    for (std::size_t n = 0; n < rows.size();) {
        if (is_card(rows[n])) {
            entries.push_back({.comment = cards.of_comment(at, comments[comment], said[comment])});
            ++comment;
            ++n;
            continue;
        }
        const auto begin = event;
        do {
            ++event;
            ++n;
        } while (n < rows.size() && !is_card(rows[n]) && belong_together(events[begin], events[event]));
        const std::span<const TimelineComment> together(&events[begin], event - begin);
        const auto& first = together.front();
        ShownEvent shown{.id = first.id, .told = teller.tell(together), .created_at = first.created_at};
        if (first.user)
            shown.speaker = {.login = first.user->login,
                             .avatar = first.user->id > 0 ? first.user->avatar_url : std::string(),
                             .known = first.user->id > 0};
        for (const auto& other : together.subspan(1)) shown.others.push_back(other.id);
        entries.push_back({.event = std::move(shown)});
    }
    if (reader.extend) reader.extend(view, rows, entries);
    return entries;
}

CommentCards cards_for(const Reader& reader, const std::vector<StoredComment>& rows)
{
    std::vector<std::string_view> texts{reader.at.issue.body};
    Ids posters{reader.at.issue.poster_id};
    for (const auto& row : rows) {
        if (!is_card(row)) continue;
        texts.emplace_back(row.body);
        posters.push_back(row.poster_id.value_or(0));
    }
    std::ranges::sort(posters);
    posters.erase(std::ranges::unique(posters).begin(), posters.end());
    return {reader.view(), reader.language, reader.at, reader.rights, posters, texts};
}

void send_all(const Reader& reader, const Ids& ids, const Stream<ThreadEntry>::Visit& visit)
{
    for (std::size_t begin = 0; begin < ids.size(); begin += at_a_time) {
        const auto end = std::min(begin + at_a_time, ids.size());
        const auto rows = issues::find_comments(
            reader.site.db,
            Ids(ids.begin() + static_cast<std::ptrdiff_t>(begin), ids.begin() + static_cast<std::ptrdiff_t>(end)));
        for (const auto& entry : show_rows(reader, rows, cards_for(reader, rows))) visit(entry);
    }
}

// With a gap before each range but the first.
std::vector<ThreadEntry> show_ranges(const Reader& reader, const Ids& ids, const std::vector<Range>& ranges,
                                     const std::vector<StoredComment>& rows, const CommentCards& cards)
{
    std::vector<ThreadEntry> entries;
    std::size_t row = 0;
    std::size_t shown_up_to = 0;
    for (const auto& range : ranges) {
        if (range.begin > shown_up_to)
            entries.push_back({.gap = ShownGap{.after = shown_up_to > 0 ? ids[shown_up_to - 1] : 0,
                                               .count = static_cast<std::int64_t>(range.begin - shown_up_to)}});
        // One that was deleted since is missing among the rows.
        std::vector<StoredComment> part;
        for (auto n = range.begin; n < range.end; ++n)
            if (row < rows.size() && rows[row].id == ids[n]) part.push_back(rows[row++]);
        for (auto& entry : show_rows(reader, part, cards)) entries.push_back(std::move(entry));
        shown_up_to = range.end;
    }
    return entries;
}

} // namespace

std::vector<Range> shown_ranges(std::size_t total, std::optional<std::size_t> around)
{
    if (total <= static_cast<std::size_t>(most_entries_at_once)) return {{0, total}};
    std::vector<Range> ranges{{0, first_entries}};
    const Range last{total - last_entries, total};
    if (around && *around >= first_entries && *around < last.begin) {
        Range middle{std::max(*around, first_entries + around_entries) - around_entries,
                     std::min(*around + around_entries + 1, last.begin)};
        // What leaves no gap is one part.
        if (middle.begin <= ranges.front().end) ranges.front().end = middle.end;
        else ranges.push_back(middle);
    }
    if (ranges.back().end >= last.begin) ranges.back().end = last.end;
    else ranges.push_back(last);
    return ranges;
}

Thread show_thread(const Call& call, const IssueContext& at, const ThreadRights& rights, const ThreadWanted& wanted)
{
    notifications::mark_opened(call, at.issue.id);
    const auto reader = std::make_shared<const Reader>(Reader{.site = call.site,
                                                              .caller = call.caller,
                                                              .at = at,
                                                              .rights = rights,
                                                              .language = language_of(call),
                                                              .extend = wanted.extend});
    auto ids = issues::timeline_ids(call, at);
    Thread thread{.first = {}, .total = static_cast<std::int64_t>(ids.size())};
    if (wanted.all) {
        thread.first = cards_for(*reader, {}).of_issue(call, at);
        thread.all = Stream<ThreadEntry>(
            [reader, ids = std::move(ids)](const Stream<ThreadEntry>::Visit& visit) { send_all(*reader, ids, visit); });
        return thread;
    }
    std::optional<std::size_t> around;
    if (const auto found = std::ranges::find(ids, wanted.around); wanted.around != 0 && found != ids.end())
        around = static_cast<std::size_t>(found - ids.begin());
    const auto ranges = shown_ranges(ids.size(), around);
    Ids shown;
    for (const auto& range : ranges)
        shown.insert(shown.end(), ids.begin() + static_cast<std::ptrdiff_t>(range.begin),
                     ids.begin() + static_cast<std::ptrdiff_t>(range.end));
    const auto rows = issues::find_comments(call.db(), shown);
    const auto cards = cards_for(*reader, rows);
    thread.first = cards.of_issue(call, at);
    thread.entries = show_ranges(*reader, ids, ranges, rows, cards);
    return thread;
}

} // namespace cairn::pages
