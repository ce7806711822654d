#include "repositories/social/topic.hpp"

#include <algorithm>

#include "accounts/user_search.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using namespace api;

namespace {

constexpr std::string_view too_many_topics = "a repository has at most 25 topics";

} // namespace

std::string normal_topic(std::string_view topic) { return text::to_lower(text::trim(topic)); }

bool is_topic(std::string_view normal)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || text::is_digit(c); };
    return !normal.empty() && normal.size() <= 35 && letter(normal.front())
        && std::ranges::all_of(normal, [&](char c) { return letter(c) || c == '-' || c == '.'; });
}

SortedTopics sort_topics(std::span<const std::string> sent)
{
    SortedTopics sorted;
    for (const auto& word : sent) {
        auto topic = normal_topic(word);
        if (topic.empty()) continue;
        auto& list = is_topic(topic) ? sorted.topics : sorted.invalid;
        if (std::ranges::find(list, topic) == list.end()) list.push_back(std::move(topic));
    }
    std::ranges::sort(sorted.topics);
    return sorted;
}

void set_topics(db::Transaction& tx, std::int64_t repository_id, std::span<const std::string> topics)
{
    tx.run("UPDATE topic SET repository_count = repository_count - 1, updated_at = $2"
           " WHERE id IN (SELECT topic_id FROM repository_topic WHERE repository_id = $1)",
           repository_id, Time::now());
    tx.run("DELETE FROM repository_topic WHERE repository_id = $1", repository_id);
    for (const auto& topic : topics) {
        const auto id = tx.scalar<std::int64_t>(
            "INSERT INTO topic (name, repository_count, created_at, updated_at) VALUES ($1, 1, $2, $2)"
            " ON CONFLICT (name) DO UPDATE SET repository_count = topic.repository_count + 1, updated_at = $2"
            " RETURNING id",
            topic, Time::now());
        tx.run("INSERT INTO repository_topic (repository_id, topic_id) VALUES ($1, $2)", repository_id, id);
    }
    tx.run("UPDATE repository SET topics = $2 WHERE id = $1", repository_id, text::join(topics, ","));
}

std::vector<std::string> topics_of(const StoredRepository& repository)
{
    std::vector<std::string> topics;
    for (const auto topic : text::split_list(repository.topics)) topics.emplace_back(topic);
    return topics;
}

std::expected<std::vector<std::string>, RefusedTopics> check_topics(std::span<const std::string> sent)
{
    auto sorted = sort_topics(sent);
    if (sorted.topics.size() + sorted.invalid.size() > most_topics)
        return std::unexpected(RefusedTopics{.message = std::string(too_many_topics)});
    if (!sorted.invalid.empty())
        return std::unexpected(RefusedTopics{.message = std::string(topic_rule), .invalid = sorted.invalid});
    return std::move(sorted.topics);
}

std::expected<void, RefusedTopics> replace_topics(const Call& call, const RepositoryContext& place,
                                                  const RepoTopicOptions& wanted)
{
    const auto topics = check_topics(wanted.topics);
    if (!topics) return std::unexpected(topics.error());
    call.db().write([&](db::Transaction& tx) { set_topics(tx, place.repository.id, *topics); });
    return {};
}

Result<void> add_topic(const Call& call, const RepositoryContext& place, const std::string& topic)
{
    if (!is_topic(topic)) return fail(Errc::unprocessable, std::string(topic_rule));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        auto topics = topics_of(*repository);
        if (std::ranges::find(topics, topic) != topics.end()) return {};
        if (topics.size() >= most_topics)
            return fail(Errc::unprocessable, std::string(too_many_topics), ErrorForm::brief);
        topics.push_back(topic);
        std::ranges::sort(topics);
        set_topics(tx, repository->id, topics);
        return {};
    });
}

Result<void> remove_topic(const Call& call, const RepositoryContext& place, const std::string& topic)
{
    if (!is_topic(topic)) return fail(Errc::unprocessable, std::string(topic_rule));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        auto topics = topics_of(*repository);
        if (std::erase(topics, topic) == 0) return not_found("the topic");
        set_topics(tx, repository->id, topics);
        return {};
    });
}

Page<TopicResponse> search_topics(const View& view, const SearchTopics& wanted)
{
    const accounts::SearchPatterns patterns(text::trim(wanted.q));
    if (patterns.hopeless) return {};
    return view.db().page<TopicResponse>(
        wanted,
        "SELECT id, name AS topic_name, repository_count AS repo_count, created_at AS created, updated_at AS updated"
        " FROM topic WHERE name LIKE $1 ESCAPE '\\' ORDER BY repository_count DESC, id",
        patterns.exact);
}

} // namespace cairn::repositories
