// The operations on the topics of a repository, and finding topics.
#include <algorithm>

#include "accounts/guards.hpp"
#include "repositories/social/topic.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct TopicName {
    std::vector<std::string> topics;
};
BOOST_DESCRIBE_STRUCT(TopicName, (), (topics))
constexpr auto notes(const TopicName*) { return std::array{Note{"", "The topics of a repository, by name"}}; }

struct TopicListResponse {
    std::vector<TopicResponse> topics;
};
BOOST_DESCRIBE_STRUCT(TopicListResponse, (), (topics))

struct TopicPath {
    std::string topic;
};
BOOST_DESCRIBE_STRUCT(TopicPath, (), (topic))
constexpr auto notes(const TopicPath*) { return std::array{Note{"topic", "the name of the topic"}}; }

struct ListTopics : Paging { };
BOOST_DESCRIBE_STRUCT(ListTopics, (Paging), ())

// What today's clients read where a topic cannot be: a list for many, a text for one.
struct InvalidTopics {
    std::optional<std::vector<std::string>> invalidTopics; // NOLINT(readability-identifier-naming)
    std::string message;
};
BOOST_DESCRIBE_STRUCT(InvalidTopics, (), (invalidTopics, message))
struct InvalidTopic {
    std::string invalidTopics; // NOLINT(readability-identifier-naming)
    std::string message;
};
BOOST_DESCRIBE_STRUCT(InvalidTopic, (), (invalidTopics, message))

template <class T> Raw refuse(const T& body)
{
    return {.body = to_json(type_of<T>(), &body), .content_type = "application/json", .status = 422};
}

// Today's clients are told how many there are, and not where the other pages are.
void tell_total(Call& call, std::int64_t total)
{
    call.reply_headers.emplace_back("X-Total-Count", std::to_string(total));
}

Result<TopicName> list(Call& call, const RepositoryContext& place, Query<ListTopics> query)
{
    auto topics = topics_of(place.repository);
    const auto total = static_cast<std::int64_t>(topics.size());
    const auto begin = topics.begin() + std::min(query->offset(), total);
    const auto end = begin + std::min<std::int64_t>(query->limit, topics.end() - begin);
    tell_total(call, total);
    return TopicName{std::vector(begin, end)};
}

Result<Raw> replace(Call& call, const RepositoryContext& place, Body<RepoTopicOptions> body)
{
    const auto done = replace_topics(call, place, body.value);
    if (done) return Raw{};
    InvalidTopics shown{.message = done.error().message};
    if (!done.error().invalid.empty()) shown.invalidTopics = done.error().invalid;
    return refuse(shown);
}

Result<Raw> add(Call& call, const RepositoryContext& place, Path<TopicPath> path)
{
    const auto topic = normal_topic(path->topic);
    if (!is_topic(topic)) return refuse(InvalidTopic{topic, std::string(topic_rule)});
    TRY(add_topic(call, place, topic));
    return Raw{};
}

Result<Raw> remove(Call& call, const RepositoryContext& place, Path<TopicPath> path)
{
    const auto topic = normal_topic(path->topic);
    if (!is_topic(topic)) return refuse(InvalidTopic{topic, std::string(topic_rule)});
    TRY(remove_topic(call, place, topic));
    return Raw{};
}

Result<TopicListResponse> search(Call& call, Query<SearchTopics> query)
{
    auto found = search_topics(call, query.value);
    tell_total(call, found.total);
    return TopicListResponse{std::move(found.items)};
}

// clang-format off
constexpr Operation topic_operations[] = {
    {GET,    "/repos/{owner}/{repo}/topics",         scope::repository, sees_repository,                handle<list>,    200, "repoListTopics",   "List the topics of a repository", {}, "TopicNames"},
    {PUT,    "/repos/{owner}/{repo}/topics",         scope::repository, administers_repository,         handle<replace>, 204, "repoUpdateTopics", "Replace the topics of a repository", {422}},
    {PUT,    "/repos/{owner}/{repo}/topics/{topic}", scope::repository, administers_repository_at_once, handle<add>,     204, "repoAddTopic",     "Add a topic to a repository", {422}},
    {DELETE, "/repos/{owner}/{repo}/topics/{topic}", scope::repository, administers_repository_at_once, handle<remove>,  204, "repoDeleteTopic",  "Take a topic from a repository", {422}},
    {GET,    "/topics/search",                       scope::repository, accounts::anyone,               handle<search>,  200, "topicSearch",      "Search topics"},
};
// clang-format on
static_assert(well_formed(topic_operations));

} // namespace

const Table topic_table{"repository", topic_operations};

} // namespace cairn::repositories
