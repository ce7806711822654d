// Hooks: found, changed and removed only where they belong.
#pragma once

#include "webhooks/hook.hpp"

namespace cairn::webhooks {

// Whose hooks an operation is about. Where place is neither of the first two, they are the site's, of both kinds.
struct HookOwner {
    HookLevel place = HookLevel::repository;
    std::int64_t repository_id = 0; // where place is repository
    std::int64_t account_id = 0;    // where place is account

    bool is_site() const { return place == HookLevel::system || place == HookLevel::default_; }
};
inline constexpr HookOwner of_site{.place = HookLevel::system};

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

// The owner's from now on. One of the site is for every repository or for each new one, as its settings say.
// Errc::unprocessable for what is missing or cannot be read, Errc::bad_request for a channel of Slack that is none.
Result<StoredHook> create_hook(const api::Call&, const HookOwner&, const CreateHookOption&);

// What was not sent of its settings stays. A hook that rests, because its receiver has failed, is told of things again.
// Errc::not_found for another's hook; otherwise as above.
Result<StoredHook> edit_hook(const api::Call&, const HookOwner&, std::int64_t id, const EditHookOption&,
                             const SecretsChange& = {});

// With all that it was told. Errc::not_found for another's hook.
Result<void> delete_hook(const api::Call&, const HookOwner&, std::int64_t id);

// A row as it is, which somebody has filled.
StoredHook add_hook(db::Transaction&, const StoredHook&);

} // namespace cairn::webhooks
