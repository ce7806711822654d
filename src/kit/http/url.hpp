// Percent-encoding of addresses and the query strings that forms and clients send.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::http {

// A path segment: '+' is itself. Nothing when a '%' is not followed by two hexadecimal digits.
std::optional<std::string> decode_path_segment(std::string_view);

// A name or value of a query or a form: '+' is a blank. Nothing for a malformed escape.
std::optional<std::string> decode_query(std::string_view);

// Both leave what Go's url.PathEscape and url.QueryEscape leave, so that addresses made here and there are equal.
std::string encode_path_segment(std::string_view);
std::string encode_query(std::string_view);

using QueryPairs = std::vector<std::pair<std::string, std::string>>;

// "a=1&b=x+y" in its order. A pair with a malformed escape or a raw ';' is dropped and the others count, as today's
// servers do; what comes after `most` pairs is not read, so that a stranger cannot make it expensive.
QueryPairs parse_query(std::string_view, std::size_t most = 1000);

} // namespace cairn::http
