// The head of every page of a pull request: what it is, where it comes from and goes to, and its tabs. A view has it as
// `pull`, beside `place`, for {% layout "pull" %}:
//
//     const auto now = current_pull(call, at);
//     .place = repository_place(call, at.place, RepositoryTab::pulls),
//     .pull = pull_place(call, now, PullTab::commits)
#pragma once

#include "pages/issue/shown_comment.hpp"
#include "pages/navigation.hpp"
#include "pulls/pull.hpp"

namespace cairn::pages {

// none: a page that belongs to no tab.
enum class PullTab : std::uint8_t { conversation, commits, checks, files, none };

enum class PullState : std::uint8_t { open, draft, closed, merged };
BOOST_DESCRIBE_ENUM(PullState, open, draft, closed, merged)

PullState pull_state(const issues::StoredIssue&);

// One of those that stand on each other.
struct StackEntry {
    std::int64_t number = 0;
    std::string title{};
    std::string address{};
    bool draft = false;
    bool current = false; // the one whose page it is
};
BOOST_DESCRIBE_STRUCT(StackEntry, (), (number, title, address, draft, current))

struct PullPlace {
    std::int64_t number = 0;
    std::string title;
    PullState state = PullState::open;
    bool locked = false;
    bool pinned = false;
    Speaker speaker{}; // who opened it
    Html sentence{};   // who wants what, or has done it
    Time created_at{};
    std::optional<Time> merged_at{};
    std::int64_t commits = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::string base{};
    std::string base_address{};
    std::string head{};         // with its owner before it where it is in another repository
    std::string head_branch{};  // alone
    std::string head_address{}; // empty: the branch is gone, or not for the reader's eyes
    bool head_gone = false;     // the repository that it came from
    std::string address{};
    std::string check_out{}; // the line to type
    bool may_edit = false;
    std::vector<StackEntry> stack{}; // the lowest first; empty: it stands alone
    std::vector<ShownEntry> tabs{};
};
BOOST_DESCRIBE_STRUCT(PullPlace, (),
                      (number, title, state, locked, pinned, speaker, sentence, created_at, merged_at, commits,
                       additions, deletions, base, base_address, head, head_branch, head_address, head_gone, address,
                       check_out, may_edit, stack, tabs))

// The pull request as it is now, brought up to date as the API does it. Where git cannot tell, as it was.
pulls::PullContext current_pull(const api::Call&, const pulls::PullContext&);

// A few small queries, and no look at git.
PullPlace pull_place(const api::Call&, const pulls::PullContext&, PullTab);

// Where its pages begin: "/ann/work/pulls/7".
std::string pull_address(const pulls::PullContext&);

// A name in a line for a shell: what could be more than a name is in quotes.
std::string in_shell(const std::string& name);

// Loads the pull request that {index} names, for its readers, as pulls::reads_pull does. The number of an issue leads
// to the same page of that issue.
Result<void> check_reads_pull_page(api::Call&);
inline constexpr api::Guard reads_pull_page =
    pulls::pull_guard("reads the pull request's pages", &check_reads_pull_page, {403, 404});

} // namespace cairn::pages
