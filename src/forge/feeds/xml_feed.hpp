// A feed as programs read it: RSS 2.0 and Atom (RFC 4287).
#pragma once

#include <string>
#include <vector>

#include "base/time.hpp"

namespace cairn::feeds {

struct FeedItem {
    std::string id; // an address, though nothing need be there
    std::string title;
    std::string link;
    std::string author;
    std::string content; // HTML
    Time updated;
};

struct Feed {
    std::string title;
    std::string link; // the page that it belongs to
    std::string self; // where it is itself
    std::string description;
    Time updated; // of what is newest in it
    std::vector<FeedItem> items;
};

enum class FeedForm : std::uint8_t { rss, atom };

std::string write_feed(const Feed&, FeedForm);

// "Sun, 06 Nov 1994 08:49:37 GMT", which HTTP's headers and RSS share.
std::string http_date(Time);

} // namespace cairn::feeds
