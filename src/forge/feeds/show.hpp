// What happened, as the API shows it.
#pragma once

#include "accounts/user.hpp"
#include "feeds/activity.hpp"
#include "issues/timeline/comment.hpp"
#include "repositories/show.hpp"

namespace cairn::feeds {

struct Activity {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::string op_type;
    std::int64_t act_user_id = 0;
    accounts::User act_user;
    std::int64_t repo_id = 0;
    repositories::Repository repo;
    std::int64_t comment_id = 0;
    std::optional<issues::Comment> comment;
    std::string ref_name;
    bool is_private = false;
    std::string content;
    Time created;
};
BOOST_DESCRIBE_STRUCT(Activity, (),
                      (id, user_id, op_type, act_user_id, act_user, repo_id, repo, comment_id, comment, ref_name,
                       is_private, content, created))
constexpr auto notes(const Activity*)
{
    return std::array{
        Note{"", "Something that somebody did in a repository"},
        Note{"user_id", "whose feed it is in"},
        Note{"op_type", "what was done, such as create_repo or create_issue"},
        Note{"comment", "what was said, if it was a comment"},
        Note{"ref_name", "the branch or tag that it is about"},
        Note{"content", "more about it, in a form that depends on what was done"},
    };
}

// With who did it, where, and what was said, as far as the caller may read that; a few statements for all of them.
// `feed_owner`: whose feed it is; 0: that of each repository's owner.
Page<Activity> show_feed(const api::Call&, const Page<StoredActivity>&, std::int64_t feed_owner);

} // namespace cairn::feeds
