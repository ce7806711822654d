// Messages of Protocol Buffers, for what speaks Connect or Twirp: described structs from and into the binary form and
// the JSON that goes with it. A member's number is its place in the struct, counted from 1; a string whose note says
// format "byte" is of type bytes, a Json is a google.protobuf.Struct.
#pragma once

#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::api::protobuf {

// google.protobuf.Timestamp
struct Timestamp {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;

    static Timestamp of(Time time) { return {.seconds = time.seconds}; }
    Time time() const { return {seconds}; }
    // From year 1 to 9999, as the standard has it.
    bool is_valid() const
    {
        return seconds >= Time::never().seconds && seconds <= 253'402'300'799 && nanoseconds >= 0
            && nanoseconds < 1'000'000'000;
    }
};
BOOST_DESCRIBE_STRUCT(Timestamp, (), (seconds, nanoseconds))

// Unknown members are skipped, and text that is no UTF-8 or has a NUL is mended: what runs elsewhere prints what it
// wants. A Json is not read. Errc::bad_request for what is no message, is nested too deeply or has too many elements.
Result<void> decode(const Type&, std::string_view bytes, void* into);
std::string encode(const Type&, const void*);

// Names as in the struct or in camel case; whole numbers as numbers or text; enumerators by word or number.
Result<void> decode_json(const Type&, std::string_view text, void* into);
// In camel case, without what is empty, whole numbers as text.
std::string encode_json(const Type&, const void*);

} // namespace cairn::api::protobuf
