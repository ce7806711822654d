// What a first push may say about the repository with `-o repo.private=true` and `-o repo.template=true`.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "transport/git_context.hpp"

namespace cairn::transport {

struct RepositoryOptions {
    std::optional<bool> private_{};
    std::optional<bool> template_{};

    bool any() const { return private_ || template_; }
};

// Others than these two are not ours. One without a value, or with one that is neither true nor false, means nothing.
RepositoryOptions repository_options(std::span<const std::string> options);

void apply_options(const api::Site&, const GitContext&, const RepositoryOptions&);

} // namespace cairn::transport
