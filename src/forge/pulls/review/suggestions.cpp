#include "pulls/review/suggestions.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace cairn::pulls {

namespace {

// The sign that opens or closes a block ("```", "~~~~"), if the line is one; `rest` is what stands behind it.
std::string_view fence_of(std::string_view line, std::string_view& rest)
{
    std::size_t blanks = 0;
    while (blanks < 3 && line.substr(blanks).starts_with(' ')) ++blanks;
    line.remove_prefix(blanks);
    if (!line.starts_with("```") && !line.starts_with("~~~")) return {};
    const auto end = std::min(line.find_first_not_of(line.front()), line.size());
    rest = text::trim(line.substr(end));
    return line.substr(0, end);
}

// A line with its end, taken off the text.
std::string_view take_line(std::string_view& text)
{
    const auto end = text.find('\n');
    const auto line = text.substr(0, end == text.npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    return line;
}

std::string_view without_end(std::string_view line)
{
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool closes(std::string_view line, std::string_view fence)
{
    std::string_view rest;
    const auto sign = fence_of(line, rest);
    return sign.size() >= fence.size() && sign.front() == fence.front() && rest.empty();
}

// The lines up to the one that closes the block; nothing where none does, and then the text is as it was.
std::optional<std::string> take_block(std::string_view& text, std::string_view fence)
{
    auto ahead = text;
    std::string block;
    while (!ahead.empty()) {
        const auto line = without_end(take_line(ahead));
        if (closes(line, fence)) {
            text = ahead;
            return block;
        }
        block.append(line).append(1, '\n');
    }
    return std::nullopt;
}

std::string_view end_of(std::string_view line)
{
    return line.ends_with("\r\n") ? "\r\n" : line.ends_with('\n') ? "\n" : "";
}

} // namespace

std::vector<RemarkPart> parts_of(std::string_view body)
{
    std::vector<RemarkPart> parts;
    std::string words;
    const auto end_words = [&] {
        if (!text::trim(words).empty()) parts.push_back({.suggestion = false, .text = words});
        words.clear();
    };
    while (!body.empty()) {
        const auto line = take_line(body);
        std::string_view info;
        const auto fence = fence_of(without_end(line), info);
        if (fence.empty()) {
            words += line;
            continue;
        }
        auto block = take_block(body, fence);
        if (block && text::to_lower(info) == "suggestion") {
            end_words();
            parts.push_back({.suggestion = true, .text = std::move(*block)});
            continue;
        }
        words += line;
        // What stands in another block is no suggestion, whatever it looks like.
        if (block) words.append(*block).append(fence).append(1, '\n');
        else words.append(std::exchange(body, {}));
    }
    end_words();
    return parts;
}

std::optional<std::string> suggestion_of(std::string_view body)
{
    for (auto& part : parts_of(body))
        if (part.suggestion) return std::move(part.text);
    return std::nullopt;
}

Result<std::string> with_replacements(std::string_view text, std::vector<Replacement> replacements)
{
    std::ranges::sort(replacements, {}, &Replacement::first);
    for (std::size_t i = 1; i < replacements.size(); ++i)
        if (replacements[i].first <= replacements[i - 1].last)
            return fail(Errc::conflict, "two of the suggestions are about one line: apply them one after the other");
    std::string made;
    made.reserve(text.size());
    std::int64_t number = 1;
    for (const auto& replacement : replacements) {
        for (; number < replacement.first && !text.empty(); ++number) made += take_line(text);
        std::string_view ending = "\n";
        for (; number <= replacement.last; ++number) {
            if (text.empty()) return fail(Errc::conflict, "the lines are not there any more");
            const auto line = take_line(text);
            if (const auto end = end_of(line); !end.empty()) ending = end;
            else if (text.empty()) ending = {};
        }
        std::string_view proposed = replacement.text;
        while (!proposed.empty()) {
            made += without_end(take_line(proposed));
            // A file whose last line has no end keeps that, unless more lines follow.
            made += proposed.empty() ? ending : ending.empty() ? std::string_view("\n") : ending;
        }
    }
    return made.append(text);
}

} // namespace cairn::pulls
