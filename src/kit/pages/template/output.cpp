#include "pages/template/output.hpp"

namespace cairn::pages {

void Output::write_escaped(std::string_view text)
{
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string_view instead;
        switch (text[i]) {
        case '&': instead = "&amp;"; break;
        case '<': instead = "&lt;"; break;
        case '>': instead = "&gt;"; break;
        case '"': instead = "&quot;"; break;
        case '\'': instead = "&#39;"; break;
        case '\0': instead = "\xef\xbf\xbd"; break; // no HTML has it
        default: continue;
        }
        text_ += text.substr(done, i - done);
        text_ += instead;
        done = i + 1;
    }
    write(text.substr(done));
}

void Output::flush()
{
    if (to_ == nullptr || text_.empty()) return;
    to_->write(text_);
    text_.clear();
}

} // namespace cairn::pages
