#include "mail/letter.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace cairn::mail {

namespace {

using text::escape_html;

// Mail programs know no stylesheets, so that each element bears its own.
constexpr std::string_view paragraph = "<p style=\"margin:0 0 16px\">{}</p>\n";
constexpr std::string_view quotation =
    "<div style=\"margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #dfdbd3;white-space:pre-wrap\">{}</div>\n";
constexpr std::string_view address =
    "<p style=\"margin:0 0 16px;color:#5a656b;font-size:14px;overflow-wrap:anywhere\">{}</p>\n";

} // namespace

std::string as_plain(const Letter& letter, const Sender& sender)
{
    std::string out;
    if (!letter.greeting.empty()) out += letter.greeting + "\n\n";
    for (const auto& words : letter.paragraphs) out += words + "\n\n";
    if (!letter.quote.empty()) out += letter.quote + "\n\n";
    if (!letter.link.empty()) out += letter.link_label + ":\n" + letter.link + "\n\n";
    if (!letter.afterword.empty()) out += letter.afterword + "\n\n";
    if (!letter.leave.empty()) out += letter.leave_label + ":\n" + letter.leave + "\n\n";
    return out + "-- \n" + sender.name + "\n" + sender.url + "\n";
}

std::string as_html(const Letter& letter, const Sender& sender)
{
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n"
        "<body style=\"margin:0;padding:24px;color:#22282b;background:#f6f5f2;font:16px/1.55 sans-serif\">\n"
        "<div style=\"max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfdbd3;"
        "border-radius:12px\">\n",
        escape_html(letter.language), escape_html(letter.subject));
    if (!letter.greeting.empty()) out += fmt::format(paragraph, escape_html(letter.greeting));
    for (const auto& words : letter.paragraphs) out += fmt::format(paragraph, escape_html(words));
    if (!letter.quote.empty()) out += fmt::format(quotation, escape_html(letter.quote));
    if (!letter.link.empty())
        out += fmt::format("<p style=\"margin:24px 0\"><a href=\"{0}\" style=\"display:inline-block;padding:12px 20px;"
                           "color:#ffffff;background:#276955;border-radius:8px;font-weight:bold;text-decoration:none\">"
                           "{1}</a></p>\n",
                           escape_html(letter.link), escape_html(letter.link_label))
            + fmt::format(address, escape_html(letter.link));
    if (!letter.afterword.empty()) out += fmt::format(paragraph, escape_html(letter.afterword));
    if (!letter.leave.empty())
        out += fmt::format(address,
                           fmt::format("<a href=\"{0}\" style=\"color:#5a656b\">{1}</a><br>{0}",
                                       escape_html(letter.leave), escape_html(letter.leave_label)));
    return out
        + fmt::format("</div>\n<p style=\"max-width:560px;margin:16px auto 0;color:#5a656b;font-size:14px\">"
                      "<a href=\"{0}\" style=\"color:#5a656b\">{1}</a><br>{0}</p>\n</body>\n</html>\n",
                      escape_html(sender.url), escape_html(sender.name));
}

} // namespace cairn::mail
