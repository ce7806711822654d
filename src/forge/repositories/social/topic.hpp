// Topics: the words that a repository is filed under.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

inline constexpr std::size_t most_topics = 25;

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

// Files the repository under these and no others; they are sorted.
void set_topics(db::Transaction&, std::int64_t repository_id, std::span<const std::string> topics);

} // namespace cairn::repositories
