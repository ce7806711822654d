// What running text means beyond its words: addresses, mentions, references, emoji, links into the wiki.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::markup {

struct Find {
    enum class Kind : std::uint8_t { address, mail, mention, issue, pull, emoji, page };
    Kind kind;
    std::size_t begin; // in the text
    std::size_t end;
    std::string_view subject{};    // the name, the page, the emoji's characters
    std::string_view repository{}; // of an issue or pull: "owner/name"; empty: this one
    std::string_view label{};      // of a page: what the link says
};

// The first at or behind `from`. The short references (#1, !1) only where they mean something.
std::optional<Find> find_next(std::string_view text, std::size_t from, bool short_references);

} // namespace cairn::markup
