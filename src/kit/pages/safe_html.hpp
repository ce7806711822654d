// HTML that is made piece by piece: for what a template would be too slow for, or too coarse. The lines of files,
// differences and logs are written with it.
//
//     HtmlWriter out;
//     out.open("td", {{"class", "c"}});
//     out.text(line);
//     out.close("td");
//     return out.take();
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/html.hpp"

namespace cairn::pages {

// A value. Names of tags and attributes are ours, literals; everything else is escaped. An address is given to link(),
// which checks it.
class HtmlWriter {
public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    // Throws std::logic_error for an attribute that could do something.
    HtmlWriter& open(std::string_view tag, Attributes = {});
    HtmlWriter& close(std::string_view tag);
    // A path of ours, which the caller has encoded and put the site's root before.
    HtmlWriter& link(std::string_view path, Attributes = {});
    HtmlWriter& text(std::string_view);
    // What was made by another.
    HtmlWriter& add(const Html&);

    std::size_t size() const { return out_.size(); }
    Html take();

private:
    void attribute(std::string_view name, std::string_view value);

    std::string out_;
};

} // namespace cairn::pages
