#include "pages/diff/line_recorder.hpp"

#include <functional>

namespace cairn::pages {

namespace {

constexpr std::size_t most_held = 20'000;

} // namespace

void LineRecorder::begin(std::string_view before, std::string_view after)
{
    before_ = before;
    after_ = after;
    rows_.begin(before, after);
    // Nothing can have moved in a file that is new, or gone.
    through_ = before.empty() || after.empty();
}

void LineRecorder::hunk(const git::Hunk& numbers, std::string_view words)
{
    if (through_) return rows_.hunk(numbers, words);
    held_.push_back({.what = What::hunk, .numbers = numbers, .words = std::string(words)});
}

// Only such a text lives until the end.
bool LineRecorder::is_of_a_side(std::string_view text) const
{
    const std::less_equal<const char*> not_after;
    const auto within = [&](std::string_view side) {
        return not_after(side.data(), text.data()) && not_after(text.data() + text.size(), side.data() + side.size());
    };
    return text.empty() || within(before_) || within(after_);
}

bool LineRecorder::line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view text)
{
    if (!through_ && (held_.size() >= most_held || !is_of_a_side(text))) give();
    if (through_) return rows_.line(origin, old_number, new_number, text) && rows_.wants_more();
    held_.push_back(
        {.what = What::line, .origin = origin, .old_number = old_number, .new_number = new_number, .text = text});
    return true;
}

void LineRecorder::no_end()
{
    if (through_) return rows_.no_end();
    held_.push_back({.what = What::no_end});
}

void LineRecorder::give()
{
    through_ = true;
    for (const auto& event : held_) {
        if (!rows_.wants_more()) break;
        switch (event.what) {
        case What::hunk: rows_.hunk(event.numbers, event.words); break;
        case What::line: rows_.line(event.origin, event.old_number, event.new_number, event.text); break;
        case What::no_end: rows_.no_end(); break;
        }
    }
    held_.clear();
}

void LineRecorder::end()
{
    if (!through_) {
        std::vector<NumberedLine> gone;
        std::vector<NumberedLine> come;
        for (const auto& event : held_) {
            if (event.what != What::line) continue;
            if (event.origin == '-') gone.push_back({event.old_number, event.text});
            if (event.origin == '+') come.push_back({event.new_number, event.text});
        }
        rows_.tell_moved(moved_lines(gone, come));
        give();
    }
    rows_.end();
}

} // namespace cairn::pages
