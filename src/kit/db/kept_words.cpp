#include "db/kept_words.hpp"

#include <utility>

namespace cairn::db {

namespace {

constexpr std::size_t most_bytes = 4 << 20; // of each generation

std::int64_t key_of(const Worded& worded) { return worded.id * 16 + static_cast<std::int64_t>(worded.rights); }

} // namespace

std::vector<Words> KeptWords::find(std::span<const Worded> wanted)
{
    std::vector<Words> found;
    found.reserve(wanted.size());
    const std::lock_guard lock(mutex_);
    for (const auto& one : wanted) found.push_back(find(one));
    return found;
}

void KeptWords::keep(const Worded& worded, Words words)
{
    const std::lock_guard lock(mutex_);
    put(key_of(worded), {worded.versions, std::move(words)});
}

Words KeptWords::find(const Worded& wanted)
{
    const auto key = key_of(wanted);
    if (const auto entry = young_.find(key); entry != young_.end())
        return entry->second.versions == wanted.versions ? entry->second.words : nullptr;
    const auto entry = old_.find(key);
    if (entry == old_.end() || entry->second.versions != wanted.versions) return nullptr;
    Entry again = std::move(entry->second);
    old_.erase(entry);
    auto words = again.words;
    put(key, std::move(again));
    return words;
}

void KeptWords::put(std::int64_t key, Entry entry)
{
    weight_ += entry.words->size() + sizeof(Entry);
    young_.insert_or_assign(key, std::move(entry));
    if (weight_ < most_bytes) return;
    old_ = std::exchange(young_, {});
    weight_ = 0;
}

} // namespace cairn::db
