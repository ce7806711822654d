#include "backup/parts.hpp"

#include <algorithm>

namespace cairn::backup {

namespace {

constexpr std::size_t at_once = 256U << 10;
constexpr std::size_t most_held = 4U << 20; // of content that is read once

std::string words_of(const Part& part) { return "the part " + part.sha256; }

} // namespace

Opening opening_of(std::string_view bytes)
{
    return [bytes] {
        return [rest = bytes](std::span<char> into) mutable {
            const auto count = rest.copy(into.data(), into.size());
            rest.remove_prefix(count);
            return count;
        };
    };
}

bool PartWriter::is_there(const Part& part) { return elsewhere_.contains(part.sha256) || place_.has(part); }

bool PartWriter::keep_known(const Part& part)
{
    if (!is_there(part)) return false;
    ++totals_.parts;
    totals_.bytes += part.size;
    return true;
}

Part PartWriter::keep(const Opening& open)
{
    crypto::RunningSha256 digest;
    Part part;
    std::string held;
    std::string buffer(at_once, '\0');
    for (const auto source = open(); const auto count = source(buffer);) {
        const auto piece = std::string_view(buffer).substr(0, count);
        digest.add(piece);
        part.size += static_cast<std::int64_t>(count);
        if (static_cast<std::size_t>(part.size) <= most_held) held += piece;
    }
    part.sha256 = digest.hex();
    if (keep_known(part)) return part;
    const bool is_held = static_cast<std::size_t>(part.size) <= most_held;
    crypto::RunningSha256 again;
    const auto source = is_held ? opening_of(held)() : open();
    place_.put(name_of(part), static_cast<std::uint64_t>(part.size), [&](std::span<char> into) {
        const auto count = source(into);
        if (!is_held) again.add({into.data(), count});
        return count;
    });
    if (!is_held && again.hex() != part.sha256)
        throw std::runtime_error("a file has changed while it was read; run the backup again");
    ++totals_.parts;
    ++totals_.new_parts;
    totals_.bytes += part.size;
    totals_.new_bytes += part.size;
    return part;
}

storage::Source PartReader::open(const Part& part) const
{
    const auto name = name_of(part);
    Reading* place = nullptr;
    std::uint64_t size = 0;
    for (auto* each : places_)
        if (const auto there = each->size(name)) {
            place = each;
            size = *there;
            if (size == static_cast<std::uint64_t>(part.size)) break;
        }
    if (place == nullptr) throw Damaged(words_of(part) + " is missing");
    if (size != static_cast<std::uint64_t>(part.size)) throw Damaged(words_of(part) + " has another size");
    struct State {
        crypto::RunningSha256 digest;
        std::string ahead;
        std::size_t used = 0;
        std::uint64_t offset = 0;
        bool checked = false;
    };
    return [=, state = std::make_shared<State>()](std::span<char> into) -> std::size_t {
        if (state->used == state->ahead.size() && !state->checked) {
            state->ahead = state->offset < size ? place->read(name, state->offset, most_held) : std::string();
            if (state->ahead.empty() && state->offset < size) throw Damaged(words_of(part) + " ends early");
            state->used = 0;
            state->offset += state->ahead.size();
            state->digest.add(state->ahead);
            if (state->offset == size) { // before the last bytes are given away
                state->checked = true;
                if (state->digest.hex() != part.sha256) throw Damaged(words_of(part) + " is damaged");
            }
        }
        const auto count = state->ahead.copy(into.data(), into.size(), state->used);
        state->used += count;
        return count;
    };
}

std::string PartReader::read(const Part& part) const
{
    std::string bytes;
    std::string buffer(at_once, '\0');
    for (const auto source = open(part); const auto count = source(buffer);) bytes.append(buffer, 0, count);
    return bytes;
}

void PartReader::check(const Part& part) const
{
    std::string buffer(at_once, '\0');
    const auto source = open(part);
    while (source(buffer) > 0) { }
}

} // namespace cairn::backup
