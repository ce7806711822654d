// What the audit trail says of sign-in sources.
#pragma once

#include <string>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::accounts {

struct AuditedSource {
    std::string source; // its name
    std::vector<std::string> changed{};
};
BOOST_DESCRIBE_STRUCT(AuditedSource, (), (source, changed))
constexpr auto notes(const AuditedSource*) { return std::array{Note{.member = "changed", .omit_empty = true}}; }

// As an administrator's change of an account is told.
struct AuditedChange {
    std::vector<std::string> changed;
};
BOOST_DESCRIBE_STRUCT(AuditedChange, (), (changed))

} // namespace cairn::accounts
