// Hooks in the database, found only where they belong.
#pragma once

#include "webhooks/hook.hpp"

namespace cairn::webhooks {

// Whose hooks an operation is about.
struct HookOwner {
    HookLevel place = HookLevel::repository;
    std::int64_t repository_id = 0; // where place is repository
    std::int64_t account_id = 0;    // where place is account
};

// Of the site, which has two kinds.
enum class SiteHooks : std::uint8_t { system, default_, all };
BOOST_DESCRIBE_ENUM(SiteHooks, system, default_, all)

struct HookPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(HookPath, (), (id))
constexpr auto notes(const HookPath*) { return std::array{Note{"id", "the hook's id"}}; }

Page<StoredHook> list_hooks(db::Queries&, const Paging&, const HookOwner&);
Page<StoredHook> list_site_hooks(db::Queries&, const Paging&, SiteHooks);

// Errc::not_found for another's hook.
Result<StoredHook> find_hook(db::Queries&, const HookOwner&, std::int64_t id);
Result<StoredHook> find_site_hook(db::Queries&, std::int64_t id);

StoredHook add_hook(db::Transaction&, const StoredHook&);
StoredHook save_hook(db::Transaction&, const StoredHook&);
void remove_hook(db::Transaction&, std::int64_t id);

} // namespace cairn::webhooks
