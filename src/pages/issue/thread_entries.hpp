// The timeline of an issue or a pull request as its page shows it: comments as cards, events as lines. A long one is
// shown in parts, with gaps between them; or all of it, while it is sent.
#pragma once

#include <functional>

#include "pages/issue/event_words.hpp"
#include "pages/issue/shown_comment.hpp"
#include "pages/issue/shown_talk.hpp"
#include "pages/stream.hpp"

namespace cairn::pages {

// A commit that a push has brought.
struct PushedCommit {
    std::string sha;
    std::string subject{};
    std::string address{};
    std::string checks{}; // "success", "failure" or "pending"; empty: none
};
BOOST_DESCRIBE_STRUCT(PushedCommit, (), (sha, subject, address, checks))

// Events of one person that came together, as one line.
struct ShownEvent {
    std::int64_t id = 0;                // of the first
    std::vector<std::int64_t> others{}; // the ids of the rest
    Speaker speaker{};
    EventWords told{};
    Time created_at{};
    bool above_card = false; // what was said with it follows, and has the address
    std::vector<PushedCommit> commits{};
    std::int64_t more_commits = 0; // than are listed
};
BOOST_DESCRIBE_STRUCT(ShownEvent, (), (id, others, speaker, told, created_at, above_card, commits, more_commits))

// Entries that are not shown.
struct ShownGap {
    std::int64_t after = 0; // the id of the entry before them
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(ShownGap, (), (after, count))

// One of the three. A review has an event, and a comment where it says something.
struct ThreadEntry {
    std::optional<ShownComment> comment{};
    std::optional<ShownEvent> event{};
    std::optional<ShownGap> gap{};
    std::vector<ShownTalk> talks{}; // of a review, about lines
};
BOOST_DESCRIBE_STRUCT(ThreadEntry, (), (comment, event, gap, talks))

// What the page of a pull request knows beside: rows of the timeline, and what is shown of them so far. It is called
// for one part of the timeline after the other, perhaps when the call is over.
using ExtendEntries =
    std::function<void(const api::View&, std::span<const issues::StoredComment>, std::vector<ThreadEntry>&)>;

struct Thread {
    ShownComment first;                 // the issue's own text
    std::vector<ThreadEntry> entries{}; // those that are shown first
    Stream<ThreadEntry> all{};          // instead of them, where all was asked for
    std::int64_t total = 0;
};

// Which part of it.
struct ThreadWanted {
    bool all = false;
    std::int64_t around = 0; // the id of an entry that must be shown; 0: none
    ExtendEntries extend{};  // empty: nothing is added
};

Thread show_thread(const api::Call&, const issues::IssueContext&, const ThreadRights&, const ThreadWanted&);

// Which entries of so many are shown first, as ranges [begin, end) of their places: all of them, or the first, the
// last, and those around the one at that place.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool operator==(const Range&) const = default;
};
std::vector<Range> shown_ranges(std::size_t total, std::optional<std::size_t> around);

} // namespace cairn::pages
