// Conversations about lines of a pull request, as its pages show them.
#pragma once

#include "pages/issue/shown_comment.hpp"
#include "pages/pull_files/old_lines.hpp"
#include "pulls/review/line_comment.hpp"

namespace cairn::pages {

// Words, or lines that somebody suggests.
struct RemarkPiece {
    Html words{};
    bool suggestion = false;
    Html rows{};
    bool may_apply = false;
};
BOOST_DESCRIBE_STRUCT(RemarkPiece, (), (words, suggestion, rows, may_apply))

struct ShownRemark {
    std::int64_t id = 0;
    std::string anchor{};
    std::string actions{}; // "/edit", "/delete", "/react" and "/unreact" are behind it
    Speaker speaker{};
    bool by_author = false; // of the pull request
    bool by_maintainer = false;
    bool draft = false;
    Time created_at{};
    Time updated_at{};
    bool edited = false;
    std::vector<RemarkPiece> pieces{};
    std::vector<ShownReaction> reactions{};
    bool may_react = false;
    bool may_edit = false;
    bool may_delete = false;
    std::string link{}; // its whole address
};
BOOST_DESCRIBE_STRUCT(ShownRemark, (),
                      (id, anchor, actions, speaker, by_author, by_maintainer, draft, created_at, updated_at, edited,
                       pieces, reactions, may_react, may_edit, may_delete, link))

struct ShownThread {
    std::string id; // on the page
    std::int64_t first_id = 0;
    std::string path{};
    std::string file{};  // the id of the file's section
    std::string where{}; // "lines 3 to 7", in words
    bool draft = false;
    bool resolved = false;
    bool outdated = false; // its line has gone
    bool folded = false;
    std::string resolver{};
    std::string opening{}; // the beginning of what it says
    std::vector<ShownLine> lines{};
    std::vector<ShownRemark> remarks{};
    bool may_reply = false;
    bool may_resolve = false;
    std::string reply_address{};
    std::string resolve_address{}; // or unresolve
    std::string send_address{};    // of a draft that is said alone
    std::string apply_address{};
    std::string swap{}; // the ids of what changes on the page
    std::string back{}; // where forms lead to
    std::vector<ShownReaction> offered{};
};
BOOST_DESCRIBE_STRUCT(ShownThread, (),
                      (id, first_id, path, file, where, draft, resolved, outdated, folded, resolver, opening, lines,
                       remarks, may_reply, may_resolve, reply_address, resolve_address, send_address, apply_address,
                       swap, back, offered))

// Remarks of one review on one line, the first of which began the conversation.
struct TalkThread {
    std::vector<std::size_t> rows{};
    std::optional<std::int64_t> line{}; // where it is in what is shown; nothing: it has gone
};

// More than that are not on one page.
inline constexpr std::int64_t most_remarks = 3'000;

// Where the talk is read.
struct TalkPlace {
    pulls::CommitPair sides{}; // commits; empty: nobody asks where lines are now
    std::string back{};        // the address of the page
    bool is_many = false;      // the page is so long that a form leads to one file of it
    bool may_apply = false;    // suggestions can be applied
};

// All talk about the lines of a pull request that the reader may see, read at once; texts become HTML when they are
// shown. Holds on to no call.
class Talk {
public:
    // `repository` may be null where nobody asks where lines are now.
    Talk(const api::Call&, const pulls::PullContext&, const git::Repository* repository, TalkPlace);
    Talk(const Talk&) = delete;
    Talk& operator=(const Talk&) = delete;

    bool empty() const { return rows_.empty(); }
    bool is_cut() const { return cut_; }
    std::int64_t drafts() const { return drafts_; }
    // By the paths of files; those of a file in the order of their lines.
    const std::map<std::string, std::vector<TalkThread>>& threads() const { return threads_; }
    const pulls::StoredLineComment& first_of(const TalkThread& thread) const { return rows_[thread.rows.front()]; }
    bool is_resolved(const TalkThread& thread) const { return first_of(thread).resolver_id != 0; }

    // `away`: its line is not on the page, and is shown with it.
    ShownThread show(const TalkThread&, bool away = false) const;
    std::optional<ShownRemark> find(std::int64_t id) const;

private:
    ShownRemark show_remark(const pulls::StoredLineComment&) const;
    std::string where_words(const pulls::StoredLineComment&, std::optional<std::int64_t> now) const;

    std::vector<pulls::StoredLineComment> rows_;
    bool cut_ = false;
    std::int64_t drafts_ = 0;
    std::map<std::string, std::vector<TalkThread>> threads_;
    const words::Language* language_;
    TalkPlace place_;
    std::string link_;       // of the page, whole
    std::string repository_; // its address
    std::string pull_;       // that of the pull request
    std::int64_t viewer_id_ = 0;
    std::int64_t author_id_ = 0;
    ThreadRights rights_;
    bool may_resolve_ = false;
    CommentTexts texts_;
    std::map<std::int64_t, Speaker> speakers_;
    std::set<std::int64_t> maintainers_;
    std::map<std::int64_t, std::int64_t> edits_; // how often texts were changed
    std::map<std::int64_t, std::vector<ShownReaction>> reactions_;
    std::vector<ShownReaction> offered_;
};

} // namespace cairn::pages
