// What we have to say to a person, written once and laid out twice: as plain text and as HTML.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cairn::mail {

// Names and values; a value that is not plain ASCII is text.
using Headers = std::vector<std::pair<std::string, std::string>>;

struct Letter {
    std::string to; // an address
    std::string subject;
    std::string greeting{};
    std::vector<std::string> paragraphs{};
    std::string quote{}; // what somebody wrote, in their own lines
    std::string link{};  // the one thing to do, if there is any
    std::string link_label{};
    std::string afterword{};
    std::string leave{}; // the address that ends such letters
    std::string leave_label{};
    std::string message_id{};    // without angle brackets; empty: one of its own
    Headers headers{};           // beside the usual ones
    std::string language = "en"; // that it is written in
    std::string due_while{};     // what must still hold when it is sent, for the outbox to ask; empty: nothing
};

// `sender` closes the letter: the name of the site, and its address.
struct Sender {
    std::string name;
    std::string url;
};

std::string as_plain(const Letter&, const Sender&);
std::string as_html(const Letter&, const Sender&);

} // namespace cairn::mail
