#include "feeds/xml_feed.hpp"

#include <ctime>

#include "base/utf8.hpp"

namespace cairn::feeds {

namespace {

// Text as XML can hold it: what no document may have, escaped or not, becomes U+FFFD.
std::string escaped(std::string_view bytes)
{
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    const auto text = to_text(bytes);
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        const auto size = std::max<std::size_t>(utf8_sequence(rest), 1);
        const auto character = rest.substr(0, size);
        rest.remove_prefix(size);
        const char c = character.front();
        if (character == "&") out += "&amp;";
        else if (character == "<") out += "&lt;";
        else if (character == ">") out += "&gt;";
        else if (character == "\"") out += "&#34;";
        else if (character == "\r") out += "&#13;";
        else if ((static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n') || character == "\xEF\xBF\xBE"
                 || character == "\xEF\xBF\xBF")
            out += replacement;
        else out += character;
    }
    return out;
}

std::string element(std::string_view name, std::string_view text)
{
    return "<" + std::string(name) + ">" + escaped(text) + "</" + std::string(name) + ">\n";
}

std::string rss(const Feed& feed)
{
    auto out = std::string("<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\""
                           " xmlns:content=\"http://purl.org/rss/1.0/modules/content/\""
                           " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n")
        + element("title", feed.title) + element("link", feed.link)
        + element("description", feed.description.empty() ? feed.title : feed.description)
        + element("lastBuildDate", http_date(feed.updated)) + "<atom:link href=\"" + escaped(feed.self)
        + "\" rel=\"self\" type=\"application/rss+xml\"/>\n";
    for (const auto& item : feed.items)
        out += "<item>\n" + element("title", item.title) + element("link", item.link) + "<guid isPermaLink=\"false\">"
            + escaped(item.id) + "</guid>\n" + element("pubDate", http_date(item.updated))
            + element("dc:creator", item.author)
            + (item.content.empty() ? std::string() : element("content:encoded", item.content)) + "</item>\n";
    return out + "</channel>\n</rss>\n";
}

std::string atom(const Feed& feed)
{
    auto out = "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n" + element("title", feed.title)
        + element("id", feed.link) + element("updated", to_rfc3339(feed.updated))
        + (feed.description.empty() ? std::string() : element("subtitle", feed.description)) + "<link href=\""
        + escaped(feed.link) + "\" rel=\"alternate\" type=\"text/html\"/>\n<link href=\"" + escaped(feed.self)
        + "\" rel=\"self\" type=\"application/atom+xml\"/>\n";
    for (const auto& item : feed.items)
        out += "<entry>\n" + element("title", item.title) + element("id", item.id)
            + element("updated", to_rfc3339(item.updated)) + "<link href=\"" + escaped(item.link)
            + "\" rel=\"alternate\"/>\n<author>\n" + element("name", item.author) + "</author>\n<content type=\"html\">"
            + escaped(item.content) + "</content>\n</entry>\n";
    return out + "</feed>\n";
}

} // namespace

std::string write_feed(const Feed& feed, FeedForm form)
{
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + (form == FeedForm::rss ? rss(feed) : atom(feed));
}

std::string http_date(Time time)
{
    static constexpr const char* days[]{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[]{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t seconds = time.seconds;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    const auto text = to_rfc3339(time); // "2026-11-15T02:40:00Z"
    return std::string(days[parts.tm_wday]) + ", " + text.substr(8, 2) + " " + months[parts.tm_mon] + " "
        + text.substr(0, 4) + " " + text.substr(11, 8) + " GMT";
}

} // namespace cairn::feeds
