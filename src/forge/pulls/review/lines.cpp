#include "pulls/review/lines.hpp"

namespace cairn::pulls {

namespace {

// A file of one hunk may be long, and each remark on it keeps its own piece.
constexpr std::size_t longest_piece = 16 << 10;

// "3,5", and "3" for a single line, as git writes it.
std::string range(std::int64_t start, std::int64_t count)
{
    return count == 1 ? std::to_string(start) : std::to_string(start) + "," + std::to_string(count);
}

std::int64_t number_of(const git::DiffLine& line, Side side)
{
    return side == Side::new_file ? line.new_number : line.old_number;
}

// What the hunk would be if it began with its line `first`.
git::Hunk cut(const git::Hunk& hunk, std::size_t first)
{
    git::Hunk rest{.old_start = hunk.old_start,
                   .old_count = hunk.old_count,
                   .new_start = hunk.new_start,
                   .new_count = hunk.new_count};
    for (std::size_t i = 0; i < first; ++i) {
        if (hunk.lines[i].origin != '+') ++rest.old_start, --rest.old_count;
        if (hunk.lines[i].origin != '-') ++rest.new_start, --rest.new_count;
    }
    return rest;
}

std::string written(const git::Hunk& hunk, std::size_t last)
{
    std::size_t first = last;
    for (std::size_t size = 0; first > 0; --first) {
        size += hunk.lines[first - 1].text.size() + 2;
        if (size > longest_piece) break;
    }
    const auto head = first == 0 ? hunk : cut(hunk, first);
    std::string text =
        "@@ -" + range(head.old_start, head.old_count) + " +" + range(head.new_start, head.new_count) + " @@";
    for (std::size_t i = first; i <= last; ++i) {
        text += "\n";
        text += hunk.lines[i].origin;
        text += hunk.lines[i].text.substr(0, longest_piece);
    }
    return text;
}

} // namespace

std::string hunk_up_to(std::span<const git::Hunk> hunks, Side side, std::int64_t line)
{
    if (line <= 0) return {};
    for (const auto& hunk : hunks)
        for (std::size_t i = 0; i < hunk.lines.size(); ++i)
            if (number_of(hunk.lines[i], side) == line) return written(hunk, i);
    return {};
}

std::optional<std::int64_t> moved_line(std::span<const git::Hunk> hunks, std::int64_t line)
{
    std::int64_t by = 0;
    for (const auto& hunk : hunks) {
        // One that only adds lines names the line after which it does.
        const auto first = hunk.old_count == 0 ? hunk.old_start + 1 : hunk.old_start;
        if (line < first) break;
        if (line >= first + hunk.old_count) {
            by += hunk.new_count - hunk.old_count;
            continue;
        }
        for (const auto& changed : hunk.lines)
            if (changed.old_number == line)
                return changed.origin == ' ' ? std::optional(changed.new_number) : std::nullopt;
    }
    return line + by;
}

} // namespace cairn::pulls
