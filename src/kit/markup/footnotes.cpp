#include "markup/footnotes.hpp"

#include "markup/policy.hpp"

namespace cairn::markup {

// In a comment the same number comes again on one page.
std::string Footnotes::id_of(std::string_view number) const
{
    return prefixed_id(number) + (sheet_.mode() == Mode::comment ? "-preview" : "");
}

void Footnotes::refer(std::string_view number)
{
    auto place = "fnref:" + id_of(number);
    if (const int count = ++references_[std::string(number)]; count > 1) place += "-" + std::to_string(count);
    out_.start("sup", {{"id", place}});
    out_.start("a", {{"href", "#fn:" + id_of(number)}, {"rel", "nofollow"}});
    out_.text(number);
    out_.end("a");
    out_.end("sup");
}

void Footnotes::start(std::string_view number)
{
    if (number == "1") {
        out_.start("div", {{"class", "footnotes"}});
        out_.empty("hr");
        out_.start("ol");
    }
    out_.start("li", {{"id", "fn:" + id_of(number)}});
}

void Footnotes::lead_back(std::string_view number)
{
    out_.text(" ");
    out_.start("a", {{"href", "#fnref:" + id_of(number)}, {"rel", "nofollow"}});
    out_.text("↩︎");
    out_.end("a");
}

} // namespace cairn::markup
