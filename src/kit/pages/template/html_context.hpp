// Where in a page of HTML a place of a template is: it decides how what is put there is escaped, and whether anything
// may be put there at all.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cairn::pages {

// How something is put into the page.
enum class Place : std::uint8_t {
    text,          // between tags
    attribute,     // between the quotes of an attribute
    address,       // at the beginning of an attribute that is an address: a whole one, whose scheme is checked
    address_path,  // further on in it, where it is encoded as a path
    address_query, // behind its '?', where it is encoded as a value
};

struct ContextError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Reads the template's own HTML. A value.
class HtmlContext {
public:
    // Throws ContextError for HTML that the pages do not have: styles, scripts and handlers in the page itself.
    void feed(std::string_view html)
    {
        for (const char c : html) feed(c);
    }
    void feed(char);

    // Where something that stands here goes. Throws ContextError where nothing may stand.
    Place place() const;
    // Something stood here.
    void put();
    // A statement stands here, which ends a name.
    void pause();

    // At the first character of an attribute that is an address.
    bool begins_address() const { return state_ == State::value && address_ == Address::begin; }
    bool in_text() const { return state_ == State::text; }
    // Inside of a tag, between its attributes.
    bool in_tag() const { return state_ == State::tag; }

    // After a choice between this and `other`, which began alike. Throws ContextError where they end differently.
    void join(const HtmlContext& other);

private:
    enum class State : std::uint8_t { text, open, name, tag, attribute, equals, value, bare, comment, raw };
    enum class Address : std::uint8_t { no, begin, path, query, either };

    void begin_value();
    void end_name();
    void end_tag();

    State state_ = State::text;
    Address address_ = Address::no;
    bool closing_ = false; // a closing tag
    std::string name_;     // of the tag
    std::string attribute_;
    std::string tail_; // what a comment or a raw element ends with is looked for here
};

} // namespace cairn::pages
