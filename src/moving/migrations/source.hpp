// Another server with the same API, read page by page: what of its answers is taken over.
#pragma once

#include "api/codec.hpp"
#include "base/reflect.hpp"
#include "config/settings.hpp"
#include "remotes/client.hpp"

namespace cairn::migrations {

struct SourceUser {
    std::int64_t id = 0;
    std::string login;
    std::string email;
};
BOOST_DESCRIBE_STRUCT(SourceUser, (), (id, login, email))

struct SourceReaction {
    std::optional<SourceUser> user;
    std::string content;
    std::optional<Time> created_at;
};
BOOST_DESCRIBE_STRUCT(SourceReaction, (), (user, content, created_at))

struct SourceRepository {
    std::string full_name;
    std::string description;
    std::string website;
    std::vector<std::string> topics;
};
BOOST_DESCRIBE_STRUCT(SourceRepository, (), (full_name, description, website, topics))

struct SourceLabel {
    std::string name;
    std::string color;
    std::string description;
    bool exclusive = false;
    bool is_archived = false;
};
BOOST_DESCRIBE_STRUCT(SourceLabel, (), (name, color, description, exclusive, is_archived))

struct SourceMilestone {
    std::string title;
    std::string description;
    std::string state;
    std::optional<Time> created_at;
    std::optional<Time> updated_at;
    std::optional<Time> closed_at;
    std::optional<Time> due_on;
};
BOOST_DESCRIBE_STRUCT(SourceMilestone, (), (title, description, state, created_at, updated_at, closed_at, due_on))

struct SourceAsset {
    std::string name;
    std::int64_t size = 0;
    std::string uuid;
    std::string browser_download_url;
};
BOOST_DESCRIBE_STRUCT(SourceAsset, (), (name, size, uuid, browser_download_url))

struct SourceIssue {
    std::int64_t number = 0;
    SourceUser user;
    std::string title;
    std::string body;
    std::string ref;
    std::string state;
    bool is_locked = false;
    std::vector<SourceLabel> labels;
    std::optional<SourceMilestone> milestone;
    std::int64_t comments = 0;
    std::vector<SourceAsset> assets;
    std::optional<std::vector<SourceUser>> assignees;
    std::int64_t pin_order = 0;
    std::optional<Time> created_at;
    std::optional<Time> updated_at;
    std::optional<Time> closed_at;
    std::optional<Time> due_date;
};
BOOST_DESCRIBE_STRUCT(SourceIssue, (),
                      (number, user, title, body, ref, state, is_locked, labels, milestone, comments, assets, assignees,
                       pin_order, created_at, updated_at, closed_at, due_date))

struct SourceHome {
    std::string full_name;
};
BOOST_DESCRIBE_STRUCT(SourceHome, (), (full_name))

// Of an issue that another one waits for, or that time was spent on.
struct SourceIssueNumber {
    std::int64_t number = 0;
    std::optional<SourceHome> repository;
};
BOOST_DESCRIBE_STRUCT(SourceIssueNumber, (), (number, repository))

struct SourceTime {
    std::string user_name;
    std::int64_t time = 0; // in seconds
    std::optional<Time> created;
    std::optional<SourceIssueNumber> issue;
};
BOOST_DESCRIBE_STRUCT(SourceTime, (), (user_name, time, created, issue))

struct SourceBranch {
    std::string ref;
    std::string sha;
    std::int64_t repo_id = 0;
    std::optional<SourceHome> repo;
};
BOOST_DESCRIBE_STRUCT(SourceBranch, (), (ref, sha, repo_id, repo))

struct SourcePull : SourceIssue {
    SourceBranch head;
    SourceBranch base;
    std::string merge_base;
    bool draft = false;
    bool merged = false;
    std::optional<Time> merged_at;
    std::optional<std::string> merge_commit_sha;
    bool allow_maintainer_edit = false;
};
BOOST_DESCRIBE_STRUCT(SourcePull, (SourceIssue),
                      (head, base, merge_base, draft, merged, merged_at, merge_commit_sha, allow_maintainer_edit))

struct SourceReview {
    std::int64_t id = 0;
    std::optional<SourceUser> user; // none: a team is asked
    std::string state;
    std::string body;
    std::string commit_id;
    bool stale = false;
    bool dismissed = false;
    std::int64_t comments_count = 0;
    std::optional<Time> submitted_at;
};
BOOST_DESCRIBE_STRUCT(SourceReview, (),
                      (id, user, state, body, commit_id, stale, dismissed, comments_count, submitted_at))

struct SourceLineComment {
    std::optional<SourceUser> user;
    std::string body;
    std::string path;
    std::string commit_id;
    std::string original_commit_id;
    std::string diff_hunk;
    std::int64_t position = 0;
    std::int64_t original_position = 0;
    std::optional<Time> created_at;
    std::optional<Time> updated_at;
};
BOOST_DESCRIBE_STRUCT(SourceLineComment, (),
                      (user, body, path, commit_id, original_commit_id, diff_hunk, position, original_position,
                       created_at, updated_at))

struct SourceComment {
    std::int64_t id = 0;
    SourceUser user;
    std::string body;
    std::vector<SourceAsset> assets;
    std::optional<Time> created_at;
    std::optional<Time> updated_at;
};
BOOST_DESCRIBE_STRUCT(SourceComment, (), (id, user, body, assets, created_at, updated_at))

struct SourceRelease {
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    bool draft = false;
    bool prerelease = false;
    std::optional<Time> created_at;
    std::optional<Time> published_at;
    std::optional<SourceUser> author;
    std::vector<SourceAsset> assets;
};
BOOST_DESCRIBE_STRUCT(SourceRelease, (),
                      (tag_name, target_commitish, name, body, draft, prerelease, created_at, published_at, author,
                       assets))

class Source {
public:
    // Errc::unprocessable where the address does not end in an owner and a name. `goes_on` as in remotes::Question.
    static Result<Source> of(const config::Settings&, const remotes::Remote&, std::function<bool()> goes_on);

    template <class T> Result<T> read(const std::string& path) const
    {
        const auto reply = TRY(get(path));
        T value;
        TRY(understand(type_of<T>(), reply.body, &value));
        return value;
    }

    // Somebody there, as they are told to us.
    Result<SourceUser> user(const std::string& login) const;

    template <class T> struct Items {
        std::vector<T> items;
        std::int64_t total = 0; // of all pages; 0: the server does not say
    };
    // `path` has its "?" already. The pages count from 1.
    template <class T> Result<Items<T>> page(const std::string& path, std::int64_t number) const
    {
        const auto reply =
            TRY(get(path + "&limit=" + std::to_string(items_of_page) + "&page=" + std::to_string(number)));
        Items<T> found;
        TRY(understand(type_of<std::vector<T>>(), reply.body, &found.items));
        found.total = count(reply.total);
        return found;
    }

    // A file, wherever it is; the credentials are for the server itself alone. Errc::not_found for one that is not
    // there, or not for us.
    Result<> download(const std::string& url, std::uint64_t most_bytes,
                      const std::function<void(std::string_view)>& receive) const;

private:
    static constexpr std::int64_t items_of_page = 50;

    Source(const config::Settings& settings, remotes::Remote remote, std::string api, std::string_view repository,
           std::function<bool()> goes_on)
        : settings_(settings.migrations), client_(settings), remote_(std::move(remote)), api_(std::move(api)),
          root_(api_ + "/repos" + std::string(repository)), goes_on_(std::move(goes_on))
    {
    }
    Result<remotes::Reply> get(const std::string& path) const { return ask(root_ + path); }
    Result<remotes::Reply> ask(const std::string& url) const;
    std::vector<std::string> headers() const;
    static Result<> understand(const Type&, const std::string& json, void* into);
    static std::int64_t count(const std::string& total);

    const config::Migrations& settings_;
    remotes::Client client_;
    remotes::Remote remote_;
    std::string api_;               // its root
    std::string root_;              // of the repository in it
    std::function<bool()> goes_on_; // as in remotes::Question
};

} // namespace cairn::migrations
