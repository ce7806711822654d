// The e-mail addresses of people.
#include "accounts/profile/email_addresses.hpp"
#include "base/text.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct AddressRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::string email;
    bool is_activated = false;
};
BOOST_DESCRIBE_STRUCT(AddressRow, (), (id, uid, email, is_activated))

Outcome take(Batch& batch, AddressRow& row)
{
    const auto account = batch.account(row.uid);
    if (!account) return refuse("its account was not moved", row.email);
    // The primary one came with the account.
    if (batch.tx.run("UPDATE email_address SET verified = $3 WHERE account_id = $1 AND lower_email = $2", *account,
                     text::to_lower(row.email), row.is_activated)
        > 0)
        return {};
    if (auto added = accounts::add_address(batch.tx, *account, row.email, row.is_activated); !added)
        return refuse("it is malformed, or an account here has it", row.email);
    return {};
}

} // namespace

const Kind addresses_kind{.name = "e-mail addresses",
                          .table = "email_address",
                          .run = &move_rows<AddressRow, &take>,
                          .needed = "id uid email"};

} // namespace cairn::import
