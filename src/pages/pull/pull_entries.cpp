#include "pages/pull/pull_entries.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "contents/status.hpp"
#include "git/objects/objects.hpp"
#include "git/store/repositories.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/issue/html_phrase.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/pull/talked_lines.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pages/safe_html.hpp"
#include "pulls/review/line_comment.hpp"
#include "pulls/review/reviewer_states.hpp"

namespace cairn::pages {

using api::View;
using issues::EventKind;
using issues::StoredComment;
using pulls::PullContext;
using pulls::ReviewState;
using pulls::StoredLineComment;
using pulls::StoredReview;
using words::Phrase;
using Entries = std::vector<ThreadEntry>;
using Rows = std::span<const StoredComment>;

namespace {

constexpr std::size_t most_pushed = 20; // of the commits of one push
constexpr std::int64_t most_remarks = 1000;

ThreadEntry* entry_of(Entries& entries, std::int64_t id)
{
    const auto found = std::ranges::find_if(entries, [&](const ThreadEntry& entry) {
        return entry.comment ? entry.comment->id == id : entry.event && entry.event->id == id;
    });
    return found == entries.end() ? nullptr : &*found;
}

// Remarks that belong together: of one review, on one line.
bool is_one_talk(const StoredLineComment& one, const StoredLineComment& other)
{
    return one.review_id == other.review_id && one.path == other.path && one.side == other.side
        && one.line == other.line && one.commit_id == other.commit_id;
}

class PullEntries {
public:
    PullEntries(const api::Call& call, const PullContext& at, const ThreadRights& rights)
        : site_(call.site), language_(language_of(call)), at_(at), rights_(rights)
    {
        may_resolve_ = rights.signed_in && !rights.archived && !rights.blocked
            && (at.is_poster(call.caller) || at.may_write()
                || pulls::is_official(call.db(), at.place.repository, at.pull, accounts::account_of(call.caller)));
    }

    void extend(const View& view, Rows rows, Entries& entries) const
    {
        const auto repository = site_.get<git::Repositories>().open(at_.place.repository.storage);
        if (repository) add_pushes(view, **repository, rows, entries);
        add_reviews(view, repository ? &**repository : nullptr, rows, entries);
    }

private:
    void add_pushes(const View& view, const git::Repository& repository, Rows rows, Entries& entries) const
    {
        std::vector<std::string> all;
        std::vector<std::pair<ThreadEntry*, PushedCommits>> pushes;
        for (const auto& row : rows) {
            if (row.kind != EventKind::pull_push) continue;
            auto* entry = entry_of(entries, row.id);
            auto pushed = pushed_commits(row.body);
            if (entry == nullptr || !entry->event || !pushed || pushed->is_force_push) continue;
            auto& ids = pushed->commit_ids;
            if (ids.size() > most_pushed) {
                entry->event->more_commits = static_cast<std::int64_t>(ids.size() - most_pushed);
                ids.erase(ids.begin(), ids.end() - most_pushed);
            }
            all.insert(all.end(), ids.begin(), ids.end());
            pushes.emplace_back(entry, std::move(*pushed));
        }
        if (pushes.empty()) return;
        const auto states = contents::combined_states(view.db(), at_.place.repository.id, all);
        for (const auto& [entry, pushed] : pushes)
            for (const auto& sha : pushed.commit_ids) {
                PushedCommit shown{
                    .sha = sha, .subject = sha.substr(0, 10), .address = pull_address(at_) + "/commits/" + sha};
                const auto id = git::ObjectId::parse(sha);
                if (const auto commit = id ? git::read_commit(repository, *id) : not_found("the commit"))
                    if (auto subject = subject_of(commit->message); !subject.empty())
                        shown.subject = std::move(subject);
                if (const auto found = states.find(sha); found != states.end()) shown.checks = found->second;
                entry->event->commits.push_back(std::move(shown));
            }
    }

    void add_reviews(const View& view, const git::Repository* repository, Rows rows, Entries& entries) const
    {
        std::vector<std::int64_t> ids;
        for (const auto& row : rows)
            if (row.kind == EventKind::review && row.review_id != 0) ids.push_back(row.review_id);
        if (ids.empty()) return;
        const auto reviews = pulls::find_reviews(view.db(), ids);
        auto talks = talks_of(view, repository, pulls::line_comments_of(view.db(), ids, most_remarks));
        for (const auto& row : rows) {
            if (row.kind != EventKind::review) continue;
            auto* entry = entry_of(entries, row.id);
            const auto review = reviews.find(row.review_id);
            if (entry == nullptr || review == reviews.end()) continue;
            if (entry->comment)
                entry->event = ShownEvent{
                    .id = row.id, .speaker = entry->comment->speaker, .created_at = row.created_at, .above_card = true};
            entry->event->told = told(review->second);
            if (const auto found = talks.find(row.review_id); found != talks.end())
                entry->talks = std::move(found->second);
        }
    }

    EventWords told(const StoredReview& review) const
    {
        EventWords told{.words = {}, .icon = "comment"};
        auto words = Phrase("reviewed");
        if (review.state == ReviewState::approved) {
            words = Phrase("approved");
            told.icon = "check";
            told.tone = review.dismissed ? "" : "good";
        } else if (review.state == ReviewState::request_changes) {
            words = Phrase("asked for changes");
            told.icon = "cross";
            told.tone = review.dismissed ? "" : "bad";
        }
        std::vector<Html> parts{html_phrase(language_, words)};
        const auto tag = [&](Phrase what, std::string_view tone) {
            parts.push_back(
                HtmlWriter().open("span", {{"class", tone}}).text(language_.say(what)).close("span").take());
        };
        if (review.dismissed) tag(Phrase("Dismissed"), "tag");
        else if (review.stale && pulls::is_verdict(review.state)) tag(Phrase("Before the last push"), "tag wait");
        told.words = html_row(parts);
        return told;
    }

    // By review.
    std::map<std::int64_t, std::vector<ShownTalk>> talks_of(const View& view, const git::Repository* repository,
                                                            const std::vector<StoredLineComment>& remarks) const
    {
        std::map<std::int64_t, std::vector<ShownTalk>> talks;
        if (remarks.empty()) return talks;
        std::map<std::int64_t, std::optional<std::int64_t>> now;
        if (repository != nullptr)
            now = pulls::lines_in(*repository, {.before = at_.pull.merge_base, .after = at_.pull.head_sha}, remarks);
        auto cards = cards_of(view, remarks);
        std::vector<std::int64_t> resolvers;
        for (const auto& remark : remarks) resolvers.push_back(remark.resolver_id);
        const issues::People people(view, std::move(resolvers));

        std::vector<std::pair<const StoredLineComment*, ShownTalk*>> begun;
        for (const auto& remark : remarks) talks[remark.review_id].reserve(remarks.size()); // they stay where they are
        for (const auto& remark : remarks) {
            const auto known =
                std::ranges::find_if(begun, [&](const auto& one) { return is_one_talk(*one.first, remark); });
            auto* talk = known != begun.end() ? known->second : nullptr;
            if (talk == nullptr) {
                talk = &talks[remark.review_id].emplace_back(begin_talk(remark));
                if (const auto line = now.find(remark.id); line != now.end()) talk->outdated = !line->second;
                begun.emplace_back(&remark, talk);
            }
            if (remark.resolver_id != 0) {
                talk->resolved = true;
                talk->resolver = people.at(remark.resolver_id).name;
            }
            if (auto card = cards.find(remark.id); card != cards.end()) talk->said.push_back(std::move(card->second));
        }
        return talks;
    }

    ShownTalk begin_talk(const StoredLineComment& remark) const
    {
        const auto id = std::to_string(remark.id);
        return {.id = remark.id,
                .path = remark.path,
                .first = remark.first(),
                .last = remark.line,
                .address = pull_address(at_) + "/files#issuecomment-" + id,
                .lines = talked_lines(remark.diff_hunk),
                .may_answer = rights_.may_talk,
                .may_resolve = may_resolve_,
                .actions = pull_address(at_) + "/comments/" + id,
                .remarks = repository_address(at_.place) + "/pulls/comments",
                .back = pull_address(at_)};
    }

    std::map<std::int64_t, ShownComment> cards_of(const View& view, const std::vector<StoredLineComment>& remarks) const
    {
        std::vector<std::int64_t> ids;
        std::vector<std::int64_t> posters;
        std::vector<std::string_view> texts;
        for (const auto& remark : remarks) {
            ids.push_back(remark.id);
            posters.push_back(remark.poster_id);
            texts.emplace_back(remark.body);
        }
        std::ranges::sort(posters);
        posters.erase(std::ranges::unique(posters).begin(), posters.end());
        const CommentCards cards(view, language_, at_, rights_, posters, texts);
        const auto rows = issues::find_comments(view.db(), ids);
        const auto comments = issues::show_comments(view, rows, {{at_.issue.id, at_.issue}},
                                                    {{at_.place.repository.id, issues::home_of(at_.place)}});
        std::map<std::int64_t, ShownComment> shown;
        for (std::size_t i = 0; i < rows.size() && i < comments.size(); ++i)
            shown.emplace(rows[i].id, cards.of_comment(at_, comments[i], rows[i]));
        return shown;
    }

    api::Site& site_;
    const words::Language& language_;
    PullContext at_;
    ThreadRights rights_;
    bool may_resolve_ = false;
};

} // namespace

ExtendEntries pull_entries(const api::Call& call, const PullContext& at, const ThreadRights& rights)
{
    return [entries = std::make_shared<const PullEntries>(call, at, rights)](
               const View& view, Rows rows, Entries& shown) { entries->extend(view, rows, shown); };
}

} // namespace cairn::pages
