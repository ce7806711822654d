#include "repositories/protection/regular_expression.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <cstdint>

namespace cairn::repositories {

namespace {

constexpr std::size_t longest_expression = 1024;
constexpr std::uint32_t most_steps = 100'000;
constexpr std::uint32_t most_memory = 1024; // KiB
constexpr std::uint32_t always = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;

template <auto release> struct Release {
    template <class T> void operator()(T* pointer) const { release(pointer); }
};

pcre2_real_code_8* compile_with(std::string_view expression, std::uint32_t options)
{
    if (expression.size() > longest_expression) return nullptr;
    int error = 0;
    std::size_t offset = 0;
    return pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(), options, &error, &offset,
                         nullptr);
}

} // namespace

void RegularExpression::Free::operator()(pcre2_real_code_8* code) const { pcre2_code_free(code); }

std::optional<RegularExpression> RegularExpression::compile(std::string_view expression, Where where)
{
    std::uint32_t options = always | PCRE2_NEVER_BACKSLASH_C;
    if (where == Where::whole) options |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    auto* code = compile_with(expression, options);
    if (code == nullptr) return std::nullopt;
    return RegularExpression(code);
}

std::optional<RegularExpression> RegularExpression::compile(std::string_view expression, Search search)
{
    // PCRE2 takes no other option beside LITERAL than these.
    std::uint32_t options = always;
    if (search.literal) options |= PCRE2_LITERAL;
    else options |= PCRE2_NEVER_BACKSLASH_C | PCRE2_MULTILINE;
    if (search.any_case) options |= PCRE2_CASELESS;
    auto* code = compile_with(expression, options);
    if (code == nullptr) return std::nullopt;
    // Where the library cannot make machine code it interprets, and finds the same.
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return RegularExpression(code);
}

std::optional<RegularExpression::Match> RegularExpression::find(std::string_view text, std::size_t from) const
{
    if (from > text.size()) return Match();
    const std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>> limits(
        pcre2_match_context_create(nullptr));
    const std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>> found(pcre2_match_data_create(1, nullptr));
    if (!limits || !found) return std::nullopt;
    pcre2_set_match_limit(limits.get(), most_steps);
    pcre2_set_heap_limit(limits.get(), most_memory);
    const auto result = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                    PCRE2_NOTEMPTY, found.get(), limits.get());
    if (result == PCRE2_ERROR_NOMATCH) return Match();
    if (result < 0) return std::nullopt;
    const auto* places = pcre2_get_ovector_pointer(found.get());
    // \K can put the beginning behind the end.
    if (places[1] <= places[0]) return Match();
    return Match{places[0], places[1] - places[0]};
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
