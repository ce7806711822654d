// Where something happened and who did it, read in the transaction in which it happened: what every payload has.
#pragma once

#include "api/view.hpp"
#include "repositories/guards.hpp"

namespace cairn::webhooks {

template <class T> Json json_of(const T& value) { return {api::to_json(type_of<T>(), &value)}; }

class PayloadContext {
public:
    // Nothing where the repository is gone. An actor whom nobody knows is Ghost.
    static std::optional<PayloadContext> find(db::Transaction&, const config::Settings&, std::int64_t repository_id,
                                              std::int64_t actor_id);

    const repositories::RepositoryContext& place() const { return place_; }
    // For what is told otherwise than it is kept: receivers know some counts as they were before, or will be after.
    repositories::StoredRepository& told() { return place_.repository; }
    const accounts::Account& actor() const { return *actor_; }
    // As the actor sees it; as somebody else who has signed in if the actor hides their address.
    api::View view() const { return {tx_, settings_, viewer_}; }
    db::Transaction& tx() const { return tx_; }
    const config::Settings& settings() const { return settings_; }

    // With all rights in it, unless told otherwise: hooks are for those who administer it.
    Json repository() const { return repository(place_.access); }
    Json repository(const access::Access& rights) const;
    // As it was made: nobody watched it yet.
    Json new_repository() const;
    Json sender() const;
    Json owner() const; // as an account

private:
    PayloadContext(db::Transaction&, const config::Settings&, repositories::RepositoryContext,
                   std::shared_ptr<const accounts::Account>);

    db::Transaction& tx_;
    const config::Settings& settings_;
    repositories::RepositoryContext place_;
    std::shared_ptr<const accounts::Account> actor_;
    api::Caller viewer_{};
};

} // namespace cairn::webhooks
