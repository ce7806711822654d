// HTML that is safe to show as it is: the one thing that a page's template does not escape.
#pragma once

#include <string>
#include <utility>

#include "base/reflect.hpp"

namespace cairn {

namespace markup {
class SafeHtml; // markup/safe_html.cpp: what people write, cleaned
} // namespace markup
namespace pages {
class SafeHtml; // pages/safe_html.cpp: code, differences and logs, made of escaped pieces
} // namespace pages

// Only those who see to it that it is safe can make one; everybody else can copy it and show it.
class Html {
public:
    Html() = default;

    const std::string& text() const { return text_; }
    bool empty() const { return text_.empty(); }

private:
    friend class markup::SafeHtml;
    friend class pages::SafeHtml;
    explicit Html(std::string safe) : text_(std::move(safe)) { }

    std::string text_;
};

// An object without members, which templates know by its address.
template <> inline constexpr Type detail::type<Html> = {.kind = Kind::object, .name = "Html"};

} // namespace cairn
