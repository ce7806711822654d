// The topics of a repository, and finding topics.
#include <algorithm>

#include "accounts/guards.hpp"
#include "accounts/user_search.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "repositories/guards.hpp"
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

struct SearchTopics : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(SearchTopics, (Paging), (q))
constexpr auto notes(const SearchTopics*)
{
    return std::array{Note{"q", "a piece of the topic; without it, all of them"}};
}

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

constexpr std::string_view topic_rule =
    "a topic has at most 35 letters, digits, '-' and '.', and begins with a letter or a digit";

template <class T> Raw refuse(const T& body)
{
    return {.body = to_json(type_of<T>(), &body), .content_type = "application/json", .status = 422};
}

std::unexpected<Error> too_many()
{
    return fail(Errc::unprocessable, "a repository has at most 25 topics", ErrorForm::brief);
}

std::vector<std::string> topics_of(const StoredRepository& repository)
{
    std::vector<std::string> topics;
    for (const auto topic : text::split_list(repository.topics)) topics.emplace_back(topic);
    return topics;
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
    const auto sorted = sort_topics(body->topics);
    if (sorted.topics.size() + sorted.invalid.size() > most_topics)
        return refuse(InvalidTopics{.message = "a repository has at most 25 topics"});
    if (!sorted.invalid.empty())
        return refuse(InvalidTopics{.invalidTopics = sorted.invalid, .message = std::string(topic_rule)});
    call.db().write([&](db::Transaction& tx) { set_topics(tx, place.repository.id, sorted.topics); });
    return Raw{};
}

Result<Raw> add(Call& call, const RepositoryContext& place, Path<TopicPath> path)
{
    const auto topic = normal_topic(path->topic);
    if (!is_topic(topic)) return refuse(InvalidTopic{topic, std::string(topic_rule)});
    return call.db().write([&](db::Transaction& tx) -> Result<Raw> {
        const auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        auto topics = topics_of(*repository);
        if (std::ranges::find(topics, topic) != topics.end()) return Raw{};
        if (topics.size() >= most_topics) return too_many();
        topics.push_back(topic);
        std::ranges::sort(topics);
        set_topics(tx, repository->id, topics);
        return Raw{};
    });
}

Result<Raw> remove(Call& call, const RepositoryContext& place, Path<TopicPath> path)
{
    const auto topic = normal_topic(path->topic);
    if (!is_topic(topic)) return refuse(InvalidTopic{topic, std::string(topic_rule)});
    return call.db().write([&](db::Transaction& tx) -> Result<Raw> {
        const auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        auto topics = topics_of(*repository);
        if (std::erase(topics, topic) == 0) return not_found("the topic");
        set_topics(tx, repository->id, topics);
        return Raw{};
    });
}

Result<TopicListResponse> search(Call& call, Query<SearchTopics> query)
{
    const accounts::SearchPatterns patterns(text::trim(query->q));
    if (patterns.hopeless) {
        tell_total(call, 0);
        return TopicListResponse{};
    }
    auto found = call.db().page<TopicResponse>(
        query.value,
        "SELECT id, name AS topic_name, repository_count AS repo_count, created_at AS created, updated_at AS updated"
        " FROM topic WHERE name LIKE $1 ESCAPE '\\' ORDER BY repository_count DESC, id",
        patterns.exact);
    tell_total(call, found.total);
    return TopicListResponse{std::move(found.items)};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/topics",         scope::repository, sees_repository,                handle<list>,    200, "repoListTopics",   "List the topics of a repository", {}, "TopicNames"},
    {PUT,    "/repos/{owner}/{repo}/topics",         scope::repository, administers_repository,         handle<replace>, 204, "repoUpdateTopics", "Replace the topics of a repository", {422}},
    {PUT,    "/repos/{owner}/{repo}/topics/{topic}", scope::repository, administers_repository_at_once, handle<add>,     204, "repoAddTopic",     "Add a topic to a repository", {422}},
    {DELETE, "/repos/{owner}/{repo}/topics/{topic}", scope::repository, administers_repository_at_once, handle<remove>,  204, "repoDeleteTopic",  "Take a topic from a repository", {422}},
    {GET,    "/topics/search",                       scope::repository, accounts::anyone,               handle<search>,  200, "topicSearch",      "Search topics"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table topic_table{"repository", operations};

} // namespace cairn::repositories
