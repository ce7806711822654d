// Which of a language's forms goes with a number: the expression of gettext's Plural-Forms header.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::words {

class PluralRule {
public:
    // "nplurals=2; plural=(n != 1);". Throws std::invalid_argument for what is no such header, or gives a form that
    // there is not.
    explicit PluralRule(std::string_view header = "nplurals=2; plural=(n != 1);");

    std::size_t forms() const { return forms_; }
    std::size_t form(std::int64_t number) const;

private:
    std::size_t forms_ = 1;
    std::string expression_;
};

} // namespace cairn::words
