// JSON out of any described value, straight into the answer's buffer: no tree is built in between.
#pragma once

#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::api {

// Appends the value to `out`. The result is valid JSON whatever bytes the value's strings hold.
void write_json(std::string& out, const Type&, const void* value);

// The same for a map, each of whose items is written by `write_item`.
void write_json_map(std::string& out, const Type&, const void* value,
                    void (*write_item)(std::string& out, const Type&, const void* value));

// Appends the text as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
void write_json_string(std::string& out, std::string_view text);

} // namespace cairn::api
