// The page of an issue, for those who show it: when it is asked for, and when a form on it comes back.
#pragma once

#include "pages/issue/facts.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/issue/thread_entries.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

// What stands above a timeline.
struct ThreadHead {
    std::int64_t number = 0;
    std::string title;
    bool is_pull = false;
    bool closed = false;
    bool locked = false;
    bool pinned = false;
    Speaker speaker{};
    Time created_at{};
    Time updated_at{};
    std::int64_t comments = 0;
    std::string address{};
    std::string actions{};
    std::string new_address{}; // of the form for another one
    bool may_open = false;
    // Where a page hears of what has changed since it was in this state; empty where nobody is told.
    std::string news{};
    std::string state{};
};
BOOST_DESCRIBE_STRUCT(ThreadHead, (),
                      (number, title, is_pull, closed, locked, pinned, speaker, created_at, updated_at, comments,
                       address, actions, new_address, may_open, news, state))

struct IssueView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    ShownComment first;
    std::vector<ThreadEntry> entries{};
    Stream<ThreadEntry> all{};
    std::vector<ShownReaction> offered{}; // reactions
    ThreadRights rights{};
    WriteView reply{};
    IssueFacts facts;
};
BOOST_DESCRIBE_STRUCT(IssueView, (), (head, place, thread, first, entries, all, offered, rights, reply, facts))

ThreadHead thread_head(const api::Call&, const issues::IssueContext&, const Speaker&);

// For pages that show all of it. Whoever is signed in to them is told news; `state` was read before anything that they
// show.
bool is_told_news(const api::Call&);
void offer_news(ThreadHead&, std::string state);

// `sent`: a comment that came back; null: none.
IssueView issue_view(api::Call&, const issues::IssueContext&, const ThreadWanted&, const SentText* sent = nullptr);

} // namespace cairn::pages
