// How long a text in a body may be. People's texts end where the settings say ([limits] MAX_TEXT_BYTES); a member whose
// note has a max_length of its own ends there.
#pragma once

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::api {

// The max_length of a member that carries a file: it ends with the body.
inline constexpr std::size_t whole_file = std::size_t{1} << 30;

// Errc::unprocessable with the name of the first member that is longer than `most` bytes.
Result<void> check_texts(const Type&, const void* body, std::size_t most);

} // namespace cairn::api
