// Why a pull request has left a merge queue, for its timeline (event_words.hpp).
#include "pages/issue/event_words.hpp"
#include "pages/issue/html_phrase.hpp"

namespace cairn::pages {

using words::Phrase;

Html EventTeller::of_queue(const issues::QueueEvent& told) const
{
    using enum issues::QueueExit;
    const auto detail = html_text(told.detail);
    switch (told.exit) {
    case conflict:
        return say(Phrase("had this in the merge queue, which it left: it conflicts with what is before it"));
    case check_failed:
        return say(Phrase("had this in the merge queue, which it left: the check {check} failed"), {{"check", detail}});
    case timed_out: return say(Phrase("had this in the merge queue, which it left: its checks took too long"));
    case pushed: return say(Phrase("had this in the merge queue, which it left: its branch has moved"));
    case retargeted: return say(Phrase("had this in the merge queue, which it left: it goes to another branch"));
    case refused: return say(Phrase("had this in the merge queue, which it left: {reason}"), {{"reason", detail}});
    case closed: return say(Phrase("had this in the merge queue, which the branch has no longer"));
    default: return say(Phrase("took this out of the merge queue"));
    }
}

} // namespace cairn::pages
