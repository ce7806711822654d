// Private to pages/diff: holds the lines of a comparison back until all of them are known, so that blocks that have
// moved can be told; then gives them on. Of a file with very many changes nothing is held back for long, and nothing is
// told.
#pragma once

#include <string>
#include <vector>

#include "git/objects/file_diff.hpp"
#include "pages/diff/diff_rows.hpp"

namespace cairn::pages {

class LineRecorder final : public git::LineTaker {
public:
    explicit LineRecorder(DiffRows& rows) : rows_(rows) { }

    void begin(std::string_view before, std::string_view after) override;
    void hunk(const git::Hunk& numbers, std::string_view words) override;
    bool line(char origin, std::int64_t old_number, std::int64_t new_number, std::string_view text) override;
    void no_end() override;
    void end() override;

private:
    enum class What : std::uint8_t { hunk, line, no_end };
    struct Event {
        What what = What::line;
        char origin = ' ';
        std::int64_t old_number = 0;
        std::int64_t new_number = 0;
        std::string_view text{}; // of one of both sides
        git::Hunk numbers{};
        std::string words{};
    };

    bool is_of_a_side(std::string_view text) const;
    void give();

    DiffRows& rows_;
    std::string_view before_;
    std::string_view after_;
    std::vector<Event> held_;
    bool through_ = false; // nothing is held any longer
};

} // namespace cairn::pages
