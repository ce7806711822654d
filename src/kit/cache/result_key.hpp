// What a statement is asked with, as bytes that no other question has.
#pragma once

#include <xxhash.h>

#include <boost/container/small_vector.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/results.hpp"

namespace cairn::cache {

// One in hand, which costs no allocation.
class ResultKeyView {
public:
    // Nothing for what is so long that it will not come again.
    static std::optional<ResultKeyView> of(const db::Question& question)
    {
        static constexpr std::size_t longest = 8 << 10;
        ResultKeyView key;
        key.add_plain(&question.container);
        key.add_plain(question.form);
        if (question.sql.literal()) key.add_plain(question.sql.text().data()); // known by its address
        else key.add_text(question.sql.text());
        for (const auto& value : question.values) {
            key.add_plain(static_cast<char>(value.index()));
            std::visit([&](const auto& plain) { key.add(plain); }, value);
            if (key.bytes_.size() > longest) return std::nullopt;
        }
        key.hash_ = XXH3_64bits(key.bytes_.data(), key.bytes_.size());
        return key;
    }

    std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }
    std::uint64_t hash() const { return hash_; }

private:
    void add(std::nullptr_t) { }
    void add(std::string_view text) { add_text(text); }
    template <class T> void add(const T& plain) { add_plain(plain); }

    void add_text(std::string_view text)
    {
        add_plain(text.size());
        bytes_.insert(bytes_.end(), text.begin(), text.end());
    }
    template <class T> void add_plain(const T& plain)
    {
        const auto* begin = reinterpret_cast<const char*>(&plain);
        bytes_.insert(bytes_.end(), begin, begin + sizeof plain);
    }

    boost::container::small_vector<char, 512> bytes_;
    std::uint64_t hash_ = 0;
};

// One that is kept.
struct ResultKey {
    explicit ResultKey(const ResultKeyView& key) : bytes(key.bytes()), hash(key.hash()) { }

    std::string bytes;
    std::uint64_t hash;

    friend bool operator==(const ResultKey& a, const ResultKey& b) { return a.bytes == b.bytes; }
    friend bool operator==(const ResultKeyView& a, const ResultKey& b) { return a.bytes() == b.bytes; }

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const ResultKey& key) const { return key.hash; }
        std::size_t operator()(const ResultKeyView& key) const { return key.hash(); }
    };
};

} // namespace cairn::cache
