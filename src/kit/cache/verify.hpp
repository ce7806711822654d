// [cache] VERIFY: whatever a cache gives is made anew as well and compared. For tests; it costs more than no cache.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "db/database.hpp"

namespace cairn::cache {

// What is kept is not what is there, though nothing has changed since: a cache or a trigger is wrong. The request that
// met it is answered with a 500, and what() has both for the log.
struct Stale : std::logic_error {
    using std::logic_error::logic_error;
};

// Whether everything that is kept of this database is compared. It is said once, before the first request.
void set_verify(db::Database&, bool);
bool verifies(db::Attachments&);

[[noreturn]] void report_stale(std::string_view what, std::string_view key, std::string_view kept,
                               std::string_view anew);

// Of a described value, for comparing and for the log: two that differ anywhere have different texts.
std::string text_of(const Type&, const void*);
// How much memory it takes beside its own struct.
std::size_t bytes_beside(const Type&, const void*);

} // namespace cairn::cache
