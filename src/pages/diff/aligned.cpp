#include "pages/diff/aligned.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace cairn::pages {

namespace {

constexpr std::size_t most_pairs = 10'000; // of items that are held against each other

using Places = std::pair<std::size_t, std::size_t>; // of one item in both lists

// The longest list of places that go up on both sides. They are sorted by the first.
std::vector<Places> rising(const std::vector<Places>& places)
{
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> ends; // of the best list of each length: its last place
    std::vector<std::size_t> previous(places.size(), none);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto at =
            std::ranges::lower_bound(ends, places[i].second, {}, [&](std::size_t end) { return places[end].second; });
        if (at != ends.begin()) previous[i] = *std::prev(at);
        if (at == ends.end()) ends.push_back(i);
        else *at = i;
    }
    std::vector<Places> found;
    for (auto i = ends.empty() ? none : ends.back(); i != none; i = previous[i]) found.push_back(places[i]);
    std::ranges::reverse(found);
    return found;
}

class Aligning {
public:
    Aligning(std::span<const std::size_t> before, std::span<const std::size_t> after, const Likeness& likeness)
        : before_(before), after_(after), likeness_(likeness)
    {
    }

    std::vector<Aligned> run()
    {
        Span left{0, before_.size()};
        Span right{0, after_.size()};
        while (!left.empty() && !right.empty() && before_[left.begin] == after_[right.begin])
            pair(left.begin++, right.begin++);
        std::size_t tail = 0;
        while (!left.empty() && !right.empty() && before_[left.end - 1] == after_[right.end - 1])
            --left.end, --right.end, ++tail;
        for (const auto& [one, other] : rising(unique(left, right))) {
            gap({left.begin, one}, {right.begin, other});
            pair(one, other);
            left.begin = one + 1;
            right.begin = other + 1;
        }
        gap(left, right);
        for (std::size_t i = 0; i < tail; ++i) pair(left.end + i, right.end + i);
        return std::move(found_);
    }

private:
    struct Span {
        std::size_t begin;
        std::size_t end;

        std::size_t size() const { return end - begin; }
        bool empty() const { return begin == end; }
    };

    void pair(std::size_t one, std::size_t other) { found_.push_back({one, other}); }
    void went(std::size_t one) { found_.push_back({one, {}}); }
    void came(std::size_t other) { found_.push_back({{}, other}); }

    // What each list has once.
    std::vector<Places> unique(Span left, Span right) const
    {
        struct Seen {
            int before = 0;
            int after = 0;
            Places places{};
        };
        std::unordered_map<std::size_t, Seen> seen;
        for (auto i = left.begin; i < left.end; ++i) {
            auto& one = seen[before_[i]];
            ++one.before;
            one.places.first = i;
        }
        for (auto i = right.begin; i < right.end; ++i) {
            auto& one = seen[after_[i]];
            ++one.after;
            one.places.second = i;
        }
        std::vector<Places> places;
        for (const auto& [key, one] : seen)
            if (one.before == 1 && one.after == 1) places.push_back(one.places);
        std::ranges::sort(places);
        return places;
    }

    void gap(Span left, Span right)
    {
        if (left.size() * right.size() <= most_pairs) return most_alike(left, right);
        for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
            const bool one = i < left.size();
            const bool other = i < right.size();
            if (one && other && alike(left.begin + i, right.begin + i) > 0) {
                pair(left.begin + i, right.begin + i);
                continue;
            }
            if (one) went(left.begin + i);
            if (other) came(right.begin + i);
        }
    }

    unsigned alike(std::size_t one, std::size_t other) const
    {
        constexpr unsigned same = 1'000;
        return before_[one] == after_[other] ? same : std::min(likeness_(one, other), same - 1);
    }

    // The pairs that have most in common, all together.
    void most_alike(Span left, Span right)
    {
        const auto width = right.size() + 1;
        std::vector<unsigned> likeness(left.size() * right.size());
        std::vector<std::uint64_t> sums((left.size() + 1) * width);
        const auto at = [&](std::size_t row, std::size_t column) -> std::uint64_t& {
            return sums[row * width + column];
        };
        const auto paired = [&](std::size_t row, std::size_t column) -> std::uint64_t {
            const auto much = likeness[row * right.size() + column];
            return much == 0 ? 0 : much + at(row + 1, column + 1);
        };
        for (auto row = left.size(); row-- > 0;)
            for (auto column = right.size(); column-- > 0;) {
                likeness[row * right.size() + column] = alike(left.begin + row, right.begin + column);
                at(row, column) = std::max({paired(row, column), at(row + 1, column), at(row, column + 1)});
            }
        std::size_t row = 0;
        std::size_t column = 0;
        while (row < left.size() && column < right.size()) {
            if (const auto sum = paired(row, column); sum > 0 && sum == at(row, column))
                pair(left.begin + row++, right.begin + column++);
            else if (at(row + 1, column) == at(row, column)) went(left.begin + row++);
            else came(right.begin + column++);
        }
        while (row < left.size()) went(left.begin + row++);
        while (column < right.size()) came(right.begin + column++);
    }

    std::span<const std::size_t> before_;
    std::span<const std::size_t> after_;
    const Likeness& likeness_;
    std::vector<Aligned> found_;
};

} // namespace

std::vector<Aligned> align(std::span<const std::size_t> keys_before, std::span<const std::size_t> keys_after,
                           const Likeness& likeness)
{
    return Aligning(keys_before, keys_after, likeness).run();
}

} // namespace cairn::pages
