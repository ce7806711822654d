// A text that somebody has written about an issue, as a card: the issue's own, or a comment.
#pragma once

#include "attachments/attachment.hpp"
#include "issues/moved_issue.hpp"
#include "issues/timeline/comment.hpp"
#include "issues/timeline/reaction.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/thread_rights.hpp"
#include "words/language.hpp"

namespace cairn::pages {

// A sign and how often it was given.
struct ShownReaction {
    std::string content; // as the API calls it
    std::string sign;
    std::string words;
    std::int64_t count = 0;
    bool mine = false;
};
BOOST_DESCRIBE_STRUCT(ShownReaction, (), (content, sign, words, count, mine))

// All that can be given, in the order in which they are offered.
std::vector<ShownReaction> offered_reactions(const words::Language&);

// Who has said something.
struct Speaker {
    std::string login;
    std::string avatar{};  // an address; empty: none
    bool known = false;    // has a page of their own
    bool imported = false; // said it on another server
};
BOOST_DESCRIBE_STRUCT(Speaker, (), (login, avatar, known, imported))

struct ShownComment {
    std::string anchor;    // its id on the page
    std::int64_t id = 0;   // 0: the issue's own text
    std::string actions{}; // where its forms are sent to: this, and "/edit", "/delete", "/reactions/react" ...
    Speaker speaker{};
    bool by_author = false; // of the issue
    bool by_owner = false;
    bool by_maintainer = false;
    Time created_at{};
    std::int64_t edits = 0; // versions that were replaced
    bool edited = false;    // though nobody kept how
    Html body{};
    bool empty = false;
    std::vector<attachments::Attachment> files{}; // but for those that the text shows or links
    std::vector<ShownReaction> reactions{};
    bool may_react = false;
    bool may_quote = false; // there is a form to answer with
    bool may_edit = false;
    bool may_delete = false;
    bool may_refer = false;    // in a new issue
    std::string task_form{};   // the id of the form that its tasks are ticked by; empty: they are not
    std::string mark{};        // of the text that is shown
    std::string link{};        // its whole address
    std::string new_address{}; // of the form for an issue that refers to it
};
BOOST_DESCRIBE_STRUCT(ShownComment, (),
                      (anchor, id, actions, speaker, by_author, by_owner, by_maintainer, created_at, edits, edited,
                       body, empty, files, reactions, may_react, may_quote, may_edit, may_delete, may_refer, task_form,
                       mark, link, new_address))

// What cards of one page need to know, read at once for all of them. Holds on to no call.
class CommentCards {
public:
    // `posters`: the ids of who has written the texts that are shown.
    CommentCards(const api::View&, const words::Language&, const issues::IssueContext&, const ThreadRights&,
                 const std::vector<std::int64_t>& posters, std::span<const std::string_view> texts);

    ShownComment of_issue(const api::View&, const issues::IssueContext&) const;
    // Comments, as the API shows them and as they are kept, in the same order.
    ShownComment of_comment(const issues::IssueContext&, const issues::Comment&, const issues::StoredComment&) const;

private:
    ShownComment card(const issues::IssueContext&, std::int64_t comment_id, std::int64_t poster_id,
                      const std::string& body, const std::vector<attachments::Attachment>& files) const;

    std::string root_url_;
    std::int64_t viewer_id_;
    std::int64_t owner_id_;
    ThreadRights rights_;
    CommentTexts texts_;
    std::set<std::int64_t> maintainers_;
    std::map<std::int64_t, std::vector<ShownReaction>> reactions_{}; // by comment; 0: the issue's own
    std::map<std::int64_t, std::int64_t> edits_;
    std::vector<issues::FormerPlace> former_places_;
};

} // namespace cairn::pages
