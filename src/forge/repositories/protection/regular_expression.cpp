#include "repositories/protection/regular_expression.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <cstdint>

namespace cairn::repositories {

namespace {

constexpr std::size_t longest_expression = 1024;
constexpr std::uint32_t most_steps = 100'000;
constexpr std::uint32_t most_memory = 1024; // KiB

template <auto release> struct Release {
    template <class T> void operator()(T* pointer) const { release(pointer); }
};

} // namespace

void RegularExpression::Free::operator()(pcre2_real_code_8* code) const { pcre2_code_free(code); }

std::optional<RegularExpression> RegularExpression::compile(std::string_view expression, Where where)
{
    if (expression.size() > longest_expression) return std::nullopt;
    std::uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
    if (where == Where::whole) options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    int error = 0;
    std::size_t offset = 0;
    auto* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error,
                               &offset, nullptr);
    if (code == nullptr) return std::nullopt;
    return RegularExpression(code);
}

std::optional<bool> RegularExpression::found_in(std::string_view text) const
{
    const std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>> limits(
        pcre2_match_context_create(nullptr));
    const std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>> found(pcre2_match_data_create(1, nullptr));
    if (!limits || !found) return std::nullopt;
    pcre2_set_match_limit(limits.get(), most_steps);
    pcre2_set_heap_limit(limits.get(), most_memory);
    const auto result = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0,
                                    found.get(), limits.get());
    if (result == PCRE2_ERROR_NOMATCH) return false;
    if (result < 0) return std::nullopt;
    return true;
}

std::optional<bool> found_in(std::string_view expression, std::string_view text)
{
    const auto compiled = RegularExpression::compile(expression);
    return compiled ? compiled->found_in(text) : std::nullopt;
}

} // namespace cairn::repositories
