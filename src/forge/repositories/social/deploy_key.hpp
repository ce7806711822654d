// Deploy keys: SSH keys that open one repository and no account.
#pragma once

#include "accounts/keys/public_key.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

// A row of deploy_key with its key.
struct StoredDeployKey {
    std::int64_t id = 0;
    std::int64_t key_id = 0;
    std::string title;
    bool read_only = false;
    Time created_at;
    std::string fingerprint;
    std::string content;
    std::string comment;
};
BOOST_DESCRIBE_STRUCT(StoredDeployKey, (), (id, key_id, title, read_only, created_at, fingerprint, content, comment))

struct ListKeys : Paging {
    std::int64_t key_id = 0;
    std::string fingerprint;
};
BOOST_DESCRIBE_STRUCT(ListKeys, (Paging), (key_id, fingerprint))
constexpr auto notes(const ListKeys*)
{
    return std::array{Note{"key_id", "only the key with this number"},
                      Note{"fingerprint", "only the key with this one"}};
}

// The page of a repository's keys, the oldest first.
Page<StoredDeployKey> deploy_keys(const api::Call&, const RepositoryContext&, const ListKeys&);

// Errc::not_found.
Result<StoredDeployKey> find_deploy_key(const api::Call&, const RepositoryContext&, std::int64_t id);

// Lets a key open the repository. Errc::unprocessable for what is no key, for one that opens an account, and where the
// repository has that key or one of its title.
Result<StoredDeployKey> add_deploy_key(const api::Call&, const RepositoryContext&, const accounts::CreateKeyOption&);

// One that is not there is gone.
void delete_deploy_key(const api::Call&, const RepositoryContext&, std::int64_t id);

// After deploy keys are gone: the keys themselves that open nothing any more.
void forget_unused_keys(db::Transaction&);

} // namespace cairn::repositories
