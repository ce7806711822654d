// Pieces of SQL that several statements share, put together while compiling: the whole is as good as a literal, so that
// its prepared form is found by its address.
//
//     constexpr auto list = "SELECT a.* FROM account a WHERE " + visible_sql + " ORDER BY a.lower_name";
//     db.all<Account>(list.text, ...)
#pragma once

#include <algorithm>
#include <cstddef>

namespace cairn::db {

template <std::size_t N> struct SqlText {
    char text[N + 1]{};

    constexpr SqlText() = default;
    consteval SqlText(const char (&literal)[N + 1]) // NOLINT(google-explicit-constructor)
    {
        std::copy_n(literal, N, text);
    }
};
template <std::size_t N> SqlText(const char (&)[N]) -> SqlText<N - 1>;

template <std::size_t A, std::size_t B> consteval SqlText<A + B> operator+(const SqlText<A>& a, const SqlText<B>& b)
{
    SqlText<A + B> both;
    std::copy_n(a.text, A, both.text);
    std::copy_n(b.text, B, both.text + A);
    return both;
}
template <std::size_t A, std::size_t B> consteval auto operator+(const SqlText<A>& a, const char (&b)[B])
{
    return a + SqlText(b);
}
template <std::size_t A, std::size_t B> consteval auto operator+(const char (&a)[A], const SqlText<B>& b)
{
    return SqlText(a) + b;
}

} // namespace cairn::db
