// Topics: the words that a repository is filed under.
#pragma once

#include <expected>

#include "api/view.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

inline constexpr std::size_t most_topics = 25;
inline constexpr std::string_view topic_rule =
    "a topic has at most 35 letters, digits, '-' and '.', and begins with a letter or a digit";

struct RepoTopicOptions {
    std::vector<std::string> topics;
};
BOOST_DESCRIBE_STRUCT(RepoTopicOptions, (), (topics))
constexpr auto notes(const RepoTopicOptions*) { return std::array{Note{"topics", "all that it shall have"}}; }

struct TopicResponse {
    std::int64_t id = 0;
    std::string topic_name;
    std::int64_t repo_count = 0;
    Time created;
    Time updated;
};
BOOST_DESCRIBE_STRUCT(TopicResponse, (), (id, topic_name, repo_count, created, updated))
constexpr auto notes(const TopicResponse*)
{
    return std::array{Note{"", "A topic that repositories are filed under"},
                      Note{"repo_count", "how many repositories have it"}};
}

struct SearchTopics : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(SearchTopics, (Paging), (q))
constexpr auto notes(const SearchTopics*)
{
    return std::array{Note{"q", "a piece of the topic; without it, all of them"}};
}

// As it is kept: in lower case, without white space around it.
std::string normal_topic(std::string_view);

// At most 35 letters, digits, '-' and '.', of which the first is a letter or a digit.
bool is_topic(std::string_view normal);

// What people have sent, in its normal form, each once, sorted; and which of that is no topic.
struct SortedTopics {
    std::vector<std::string> topics;
    std::vector<std::string> invalid;
};
SortedTopics sort_topics(std::span<const std::string>);

std::vector<std::string> topics_of(const StoredRepository&);

// Why topics were refused, and which of them; none where there are too many.
struct RefusedTopics {
    std::string message{};
    std::vector<std::string> invalid{};
};

// What was sent in its normal form, sorted, where a repository can have all of it.
std::expected<std::vector<std::string>, RefusedTopics> check_topics(std::span<const std::string>);

// Files the repository under what was sent, in its normal form, and nothing else.
std::expected<void, RefusedTopics> replace_topics(const api::Call&, const RepositoryContext&, const RepoTopicOptions&);

// One topic in its normal form more or less. Errc::unprocessable for what is no topic and where there are too many,
// Errc::not_found for one to be removed that is not there.
Result<void> add_topic(const api::Call&, const RepositoryContext&, const std::string& topic);
Result<void> remove_topic(const api::Call&, const RepositoryContext&, const std::string& topic);

// The topics that have the piece in them, those of most repositories first.
Page<TopicResponse> search_topics(const api::View&, const SearchTopics&);

// Inside of a transaction: files the repository under these and no others; they are sorted.
void set_topics(db::Transaction&, std::int64_t repository_id, std::span<const std::string> topics);

} // namespace cairn::repositories
