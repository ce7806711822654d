// Writes HTML that is well formed whatever it is told: every element is closed, in order, and nested only so deep.
//
// Two kinds of hands write: the renderer, whose elements nest by themselves (Hand::own), and somebody's raw tags, which
// may be anything (Hand::raw). A raw end tag never closes what the renderer opened; what raw tags left open is closed
// with the element of the renderer's that it is in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::markup {

enum class Hand : std::uint8_t { own, raw };

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

class Writer {
public:
    void start(std::string_view name, const Attributes& = {}, Hand = Hand::own);
    // Takes the place of an element that is not to be seen, so that its end tag does not close another.
    void start_unseen(std::string_view name, Hand);
    void end(std::string_view name, Hand = Hand::own);
    // An element that has no content.
    void empty(std::string_view name, const Attributes& = {});
    void text(std::string_view);

    bool in_link() const { return links_ > 0; }
    bool in_picture() const { return pictures_ > 0; }
    // Where text is what it says: in links, code, and what keeps its form.
    bool is_literal() const { return literals_ > 0; }

    std::size_t position() const { return out_.size(); }

    // Closes what is open.
    std::string finish();

private:
    struct Open {
        std::string name;
        Hand hand;
        bool seen;
    };
    void make_room_for(std::string_view name);
    bool push(std::string_view name, Hand, bool seen);
    void pop();
    void count(std::string_view name, int by);
    void tag(std::string_view name, const Attributes&);

    std::string out_{};
    std::vector<Open> open_{};
    std::size_t too_deep_ = 0; // elements of the renderer's that were left out
    int links_ = 0;
    int pictures_ = 0;
    int literals_ = 0;
};

bool is_void_element(std::string_view name);

} // namespace cairn::markup
