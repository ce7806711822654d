#include "repositories/social/topic.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

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

} // namespace cairn::repositories
