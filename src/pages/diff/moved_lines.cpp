#include "pages/diff/moved_lines.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t shortest_block = 4;
constexpr std::size_t fewest_signs = 20; // letters and digits, in a block
constexpr std::size_t most_places = 20;  // that are tried for a line, where the same stands again and again

std::size_t signs_in(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0; }));
}

class Search {
public:
    Search(std::span<const NumberedLine> gone, std::span<const NumberedLine> come)
        : gone_(gone), come_(come), used_(gone.size(), false)
    {
        for (std::size_t i = 0; i < gone_.size(); ++i) {
            auto& places = places_[gone_[i].text];
            if (places.size() < most_places) places.push_back(i);
        }
    }

    MovedLines run()
    {
        for (std::size_t i = 0; i < come_.size();) {
            const auto [at, length] = longest_from(i);
            if (length >= shortest_block && has_enough(i, length)) keep(at, i, length);
            i += std::max<std::size_t>(length >= shortest_block ? length : 1, 1);
        }
        return std::move(moved_);
    }

private:
    struct Block {
        std::size_t at = 0;
        std::size_t length = 0;
    };

    Block longest_from(std::size_t i) const
    {
        Block longest;
        const auto places = places_.find(come_[i].text);
        if (places == places_.end()) return longest;
        for (const auto at : places->second) {
            const auto length = length_of(at, i);
            if (length > longest.length) longest = {at, length};
        }
        return longest;
    }

    // Lines in a row, on both sides.
    std::size_t length_of(std::size_t at, std::size_t i) const
    {
        std::size_t length = 0;
        for (; at + length < gone_.size() && i + length < come_.size(); ++length) {
            const auto& went = gone_[at + length];
            const auto& came = come_[i + length];
            const auto step = static_cast<std::int64_t>(length);
            if (used_[at + length] || went.text != came.text || went.number != gone_[at].number + step
                || came.number != come_[i].number + step)
                break;
        }
        return length;
    }

    bool has_enough(std::size_t i, std::size_t length) const
    {
        std::size_t signs = 0;
        for (std::size_t k = 0; k < length && signs < fewest_signs; ++k) signs += signs_in(come_[i + k].text);
        return signs >= fewest_signs;
    }

    void keep(std::size_t at, std::size_t i, std::size_t length)
    {
        for (std::size_t k = 0; k < length; ++k) {
            used_[at + k] = true;
            moved_.from.emplace(come_[i + k].number, gone_[at + k].number);
            moved_.to.emplace(gone_[at + k].number, come_[i + k].number);
        }
    }

    std::span<const NumberedLine> gone_;
    std::span<const NumberedLine> come_;
    std::vector<bool> used_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> places_;
    MovedLines moved_;
};

} // namespace

MovedLines moved_lines(std::span<const NumberedLine> gone, std::span<const NumberedLine> come)
{
    if (gone.size() < shortest_block || come.size() < shortest_block) return {};
    return Search(gone, come).run();
}

} // namespace cairn::pages
