// Who on another server is who here: docs/decisions/0035.
#pragma once

#include <map>
#include <optional>

#include "api/call.hpp"
#include "migrations/source.hpp"

namespace cairn::migrations {

// For one import, on one thread.
class Authors {
public:
    Authors(const api::Site&, const Source&, const remotes::Remote&);

    // Lists name people without their addresses: this asks for them, once, and so not in a transaction.
    void learn(const SourceUser&) const;
    void learn(const std::vector<SourceReaction>&) const;

    // The account here; nothing for those who are nobody here, and for everybody of a server that is not linked.
    std::optional<std::int64_t> account_of(const SourceUser&) const;

private:
    std::optional<std::int64_t> find(const SourceUser&) const;

    const api::Site& site_;
    const Source& source_;
    bool linked_;
    mutable std::map<std::string, std::optional<std::int64_t>> known_{}; // by name there, in lower case
};

} // namespace cairn::migrations
