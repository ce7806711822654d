// The names of wiki pages. A page has a title for people, an address for clients, and a file in the wiki's repository:
//
//     Two Words     Two-Words       Two-Words.md
//     well-known    well-known.-    well-known.-.md     the mark ".-" says that dashes are no blanks
//     a/b           a%2Fb           a%2Fb.md            there are no folders
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::wiki {

class PageName {
public:
    static PageName of_title(std::string_view title);
    // As it stands in the path of a request, with its escapes: the address, the escaped title, or the file's name.
    static PageName of_request(std::string_view escaped_path);
    // Nothing for a file that is no page.
    static std::optional<PageName> of_file(std::string_view file);

    // As it was asked for, where that was another form than ours.
    const std::string& address() const { return address_; }
    std::string title() const;
    std::string file() const;
    // That, and the names that a file may have which only git can have made: without escapes, with blanks for dashes.
    std::vector<std::string> files() const;

    // Names that are addresses of the pages around a wiki.
    bool is_reserved() const;

private:
    explicit PageName(std::string address) : address_(std::move(address)) { }

    std::string address_;
};

} // namespace cairn::wiki
