// The tabs of a place and the lists of pages beside a page: rows of a table, of which a reader sees those that are for
// him and that are there.
#pragma once

#include <span>

#include "api/call.hpp"
#include "base/reflect.hpp"
#include "words/phrase.hpp"

namespace cairn::pages {

// A row of the table. The page's path may have {names}, which the page that one is on has as well.
struct Entry {
    std::string_view path;
    std::string_view icon;
    words::Phrase words;
    words::Phrase group{};                     // above this one and those that follow
    bool (*shown)(const api::Call&) = nullptr; // null: to everybody
};

struct ShownEntry {
    std::string address; // a path of ours
    std::string icon{};
    std::string words{};
    bool current = false;
    std::int64_t count = 0; // 0: none is shown
};
BOOST_DESCRIBE_STRUCT(ShownEntry, (), (address, icon, words, current, count))

struct EntryGroup {
    std::string title;
    std::vector<ShownEntry> entries{};
};
BOOST_DESCRIBE_STRUCT(EntryGroup, (), (title, entries))

// For layouts with a list beside the page: {% layout "settings" %} shows `navigation`.
struct Navigation {
    std::string name; // for those who do not see it
    std::vector<EntryGroup> groups{};
};
BOOST_DESCRIBE_STRUCT(Navigation, (), (name, groups))

// `current`: the path of the row that one is on, or that the page belongs to; empty: the row whose path the page has,
// or else the longest that the page's path begins with.
Navigation navigation(const api::Call&, words::Phrase name, std::span<const Entry>, std::string_view current = {});

// Those of one's own settings and of the site's administration.
Navigation settings_navigation(const api::Call&, std::string_view current = {});
Navigation administration_navigation(const api::Call&, std::string_view current = {});

} // namespace cairn::pages
