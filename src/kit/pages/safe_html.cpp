#include "pages/safe_html.hpp"

#include <stdexcept>

#include "base/html_escape.hpp"
#include "pages/built_html.hpp"
#include "pages/template/address.hpp"

namespace cairn::pages {

// The only place where an HtmlWriter's pieces, or a file of the build, become an Html.
class SafeHtml {
public:
    static Html of(std::string safe) { return Html(std::move(safe)); }
};

void HtmlWriter::attribute(std::string_view name, std::string_view value)
{
    out_.append(1, ' ').append(name).append("=\"");
    text::append_escaped_html(out_, value);
    out_ += '"';
}

HtmlWriter& HtmlWriter::open(std::string_view tag, Attributes attributes)
{
    out_.append(1, '<').append(tag);
    for (const auto& [name, value] : attributes) {
        if (name.starts_with("on") || name == "style" || name == "href" || name == "src" || name == "action")
            throw std::logic_error("this attribute is not written so: " + std::string(name));
        attribute(name, value);
    }
    out_ += '>';
    return *this;
}

HtmlWriter& HtmlWriter::close(std::string_view tag)
{
    out_.append("</").append(tag).append(1, '>');
    return *this;
}

HtmlWriter& HtmlWriter::link(std::string_view path, Attributes attributes)
{
    out_ += "<a";
    attribute("href", safe_address(path, "", ""));
    for (const auto& [name, value] : attributes) attribute(name, value);
    out_ += '>';
    return *this;
}

HtmlWriter& HtmlWriter::text(std::string_view words)
{
    text::append_escaped_html(out_, words);
    return *this;
}

HtmlWriter& HtmlWriter::add(const Html& other)
{
    out_ += other.text();
    return *this;
}

Html HtmlWriter::take() { return SafeHtml::of(std::move(out_)); }

Html built_html(const EmbeddedFile& file) { return SafeHtml::of(std::string(file.bytes)); }

} // namespace cairn::pages
