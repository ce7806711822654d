#include "pages/template/output.hpp"

#include "base/html_escape.hpp"

namespace cairn::pages {

void Output::write_escaped(std::string_view text)
{
    text::append_escaped_html(text_, text);
    write({});
}

void Output::flush()
{
    if (to_ == nullptr || text_.empty()) return;
    to_->write(text_);
    text_.clear();
}

} // namespace cairn::pages
