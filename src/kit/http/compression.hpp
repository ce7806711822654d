// Gzip, where it pays.
#pragma once

#include <string>
#include <string_view>

namespace cairn::http {

// Whether an Accept-Encoding header allows gzip, by name or by "*", with a weight above zero.
bool accepts_gzip(std::string_view accept_encoding);

// Text in the widest sense: what is not compressed already.
bool is_compressible(std::string_view content_type);

std::string gzip(std::string_view);
// Of our own making: throws where it is broken, and believes what it says of its length.
std::string gunzip(std::string_view packed);

} // namespace cairn::http
