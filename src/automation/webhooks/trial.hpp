// Trying a hook out: a push of what is there, as if it had just come.
#pragma once

#include "repositories/guards.hpp"
#include "webhooks/hook_store.hpp"

namespace cairn::webhooks {

struct TestHook {
    std::string ref;
};
BOOST_DESCRIBE_STRUCT(TestHook, (), (ref))
constexpr auto notes(const TestHook*)
{
    return std::array{Note{"ref", "the reference that is told of in place of the default branch"}};
}

// The hook is told of a push of the newest commit of the default branch, by the caller, whether or not it rests.
// Errc::not_found for another's hook and for a repository without that branch.
Result<void> try_hook(const api::Call&, const repositories::RepositoryContext&, std::int64_t hook_id, const TestHook&);

} // namespace cairn::webhooks
