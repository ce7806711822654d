#include "pages/pull_files/shown_thread.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/timeline/former_text.hpp"
#include "pages/diff/diff_query.hpp"
#include "pages/diff/diff_rows.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/review/suggestions.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using api::Call;
using pulls::PullContext;
using pulls::Side;
using pulls::StoredLineComment;
using words::Phrase;

namespace {

constexpr std::size_t opening_size = 80;

std::vector<StoredLineComment> read_rows(const Call& call, const PullContext& at)
{
    return pulls::line_comments_on(call.db(), at.issue.id, call.caller.anonymous() ? 0 : call.caller.id,
                                   most_remarks + 1);
}

std::vector<std::string_view> texts_of(const std::vector<StoredLineComment>& rows)
{
    std::vector<std::string_view> texts;
    for (const auto& row : rows) texts.push_back(row.body);
    return texts;
}

// The first words, on one line.
std::string opening_of(std::string_view body)
{
    std::string words;
    for (const auto line : text::split(body, '\n')) {
        if (text::trim(line).starts_with("```")) break;
        words += (words.empty() ? "" : " ") + std::string(text::trim(line));
        if (words.size() > opening_size) break;
    }
    if (words.size() <= opening_size) return to_text(words);
    auto cut = opening_size;
    while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xC0U) == 0x80U) --cut;
    return to_text(words.substr(0, cut)) + "…";
}

bool may_resolve(const Call& call, const PullContext& at, const ThreadRights& rights)
{
    if (!rights.signed_in || rights.archived || (rights.blocked && !rights.may_write)) return false;
    return at.is_poster(call.caller) || at.may_write()
        || pulls::is_official(call.db(), at.place.repository, at.pull, accounts::account_of(call.caller));
}

} // namespace

Talk::Talk(const Call& call, const PullContext& at, const git::Repository* repository, TalkPlace place)
    : rows_(read_rows(call, at)), language_(&language_of(call)), place_(std::move(place)),
      link_(call.settings().server.root_url + pull_address(at).substr(1) + "/files"),
      repository_(repository_address(at.place)), pull_(pull_address(at)),
      viewer_id_(call.caller.anonymous() ? 0 : call.caller.id), author_id_(at.issue.poster_id),
      rights_(thread_rights(call, at)), texts_(call, at.place, texts_of(rows_))
{
    if (rows_.empty()) return;
    if (rows_.size() > static_cast<std::size_t>(most_remarks)) {
        cut_ = true;
        rows_.pop_back();
    }
    may_resolve_ = may_resolve(call, at, rights_);
    offered_ = offered_reactions(*language_);
    std::set<std::int64_t> ids;
    for (const auto& row : rows_) ids.insert({row.poster_id, row.resolver_id});
    const std::vector<std::int64_t> posters(ids.begin(), ids.end());
    const issues::People people(call, posters);
    for (const auto id : posters) {
        const auto user = people.plainly(id);
        speakers_[id] = {.login = user.login, .avatar = user.id > 0 ? user.avatar_url : "", .known = user.id > 0};
    }
    edits_ = issues::count_former(call.db(), at.issue.id);
    maintainers_ = repositories::maintainers_among(call, at.place, posters);
    for (const auto& given : issues::count_reactions(call, at)) {
        const auto sign = std::ranges::find(offered_, given.content, &ShownReaction::content);
        auto shown = sign != offered_.end()
            ? *sign
            : ShownReaction{.content = given.content, .sign = ":" + given.content + ":", .words = given.content};
        shown.count = given.count;
        shown.mine = given.mine;
        reactions_[given.comment_id].push_back(std::move(shown));
    }

    std::map<std::int64_t, std::optional<std::int64_t>> now;
    if (repository != nullptr) now = pulls::lines_in(*repository, place_.sides, rows_);
    std::map<std::tuple<std::int64_t, std::string, Side, std::int64_t, std::string>,
             std::pair<std::string, std::size_t>>
        known;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const auto& row = rows_[i];
        drafts_ += row.in_draft ? 1 : 0;
        auto& list = threads_[row.path];
        const auto [found, is_new] =
            known.try_emplace({row.review_id, row.path, row.side, row.line, row.commit_id}, row.path, list.size());
        if (is_new) {
            list.push_back({.rows = {}, .line = row.line});
            if (const auto line = now.find(row.id); line != now.end()) list.back().line = line->second;
        }
        list[found->second.second].rows.push_back(i);
    }
    for (auto& [path, list] : threads_)
        std::ranges::stable_sort(list, {}, [](const TalkThread& thread) { return thread.line.value_or(0); });
}

std::string Talk::where_words(const StoredLineComment& row, std::optional<std::int64_t> now) const
{
    if (row.line == 0) return language_->say(Phrase("the file"));
    const auto last = now.value_or(row.line);
    const auto first = last - (row.line - row.first());
    const bool is_old = row.side == Side::old_file;
    if (first == last)
        return is_old ? language_->say(Phrase("old line {number}"), {{"number", std::to_string(last)}})
                      : language_->say(Phrase("line {number}"), {{"number", std::to_string(last)}});
    const words::Values both{{"first", std::to_string(first)}, {"last", std::to_string(last)}};
    return is_old ? language_->say(Phrase("old lines {first} to {last}"), both)
                  : language_->say(Phrase("lines {first} to {last}"), both);
}

ShownRemark Talk::show_remark(const StoredLineComment& row) const
{
    const bool own = viewer_id_ != 0 && row.poster_id == viewer_id_;
    const auto id = std::to_string(row.id);
    ShownRemark shown{.id = row.id, .anchor = "issuecomment-" + id};
    shown.actions = repository_ + "/pulls/comments/" + id;
    if (const auto speaker = speakers_.find(row.poster_id); speaker != speakers_.end()) shown.speaker = speaker->second;
    shown.by_author = row.poster_id != 0 && row.poster_id == author_id_;
    shown.by_maintainer = maintainers_.contains(row.poster_id);
    shown.draft = row.in_draft;
    shown.created_at = row.created_at;
    shown.updated_at = row.updated_at;
    shown.edited = !row.in_draft && edits_.contains(row.id);
    bool first_suggestion = true;
    for (const auto& part : pulls::parts_of(row.body)) {
        if (!part.suggestion) {
            shown.pieces.push_back({.words = texts_.html(part.text)});
            continue;
        }
        shown.pieces.push_back({.suggestion = true,
                                .rows = suggested_rows(row, part.text),
                                .may_apply = first_suggestion && place_.may_apply && !row.in_draft
                                    && row.side == Side::new_file && row.line > 0});
        first_suggestion = false;
    }
    if (const auto found = reactions_.find(row.id); found != reactions_.end()) shown.reactions = found->second;
    shown.may_react = rights_.may_talk && !row.in_draft;
    const bool may_change = rights_.signed_in && !rights_.archived && (own || rights_.may_write);
    shown.may_edit = may_change && !rights_.blocked;
    shown.may_delete = may_change;
    shown.link = link_ + "#" + shown.anchor;
    return shown;
}

ShownThread Talk::show(const TalkThread& thread, bool away) const
{
    const auto& first = first_of(thread);
    const auto id = std::to_string(first.id);
    const auto section = section_id(first.path);
    ShownThread shown{.id = "thread-" + id, .first_id = first.id, .path = first.path, .file = section};
    shown.where = where_words(first, thread.line);
    shown.draft = first.in_draft;
    shown.resolved = first.resolver_id != 0;
    shown.outdated = away || !thread.line.has_value();
    shown.folded = !shown.draft && (shown.resolved || shown.outdated);
    if (shown.resolved)
        if (const auto speaker = speakers_.find(first.resolver_id); speaker != speakers_.end())
            shown.resolver = speaker->second.login;
    shown.opening = opening_of(first.body);
    if (shown.outdated) shown.lines = old_lines(first);
    for (const auto row : thread.rows) shown.remarks.push_back(show_remark(rows_[row]));
    shown.may_reply = rights_.may_talk && !shown.draft;
    shown.may_resolve = may_resolve_ && !shown.draft;
    shown.reply_address = pull_ + "/comments/" + id + "/reply";
    shown.resolve_address = repository_ + "/pulls/comments/" + id + (shown.resolved ? "/unresolve" : "/resolve");
    if (shown.draft && rights_.may_talk) shown.send_address = pull_ + "/comments/" + id + "/send";
    if (place_.may_apply) shown.apply_address = pull_ + "/review/apply";
    shown.swap = shown.id;
    shown.back = place_.is_many ? with_parameter(place_.back, "file", first.path) : place_.back;
    shown.offered = offered_;
    return shown;
}

std::optional<ShownRemark> Talk::find(std::int64_t id) const
{
    const auto row = std::ranges::find(rows_, id, &StoredLineComment::id);
    if (row == rows_.end()) return std::nullopt;
    return show_remark(*row);
}

} // namespace cairn::pages
