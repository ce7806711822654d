#include "contents/people.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::contents {

using accounts::Account;

namespace {

struct Found : Account {
    std::string lower_email;
};
BOOST_DESCRIBE_STRUCT(Found, (Account), (lower_email))

// The account's number in "7+ann@noreply.example.com".
std::optional<std::int64_t> hidden_account(std::string_view lower_email, std::string_view domain)
{
    const auto at = lower_email.rfind('@');
    if (at == lower_email.npos || !text::iequals(lower_email.substr(at + 1), domain)) return {};
    return text::parse_integer(lower_email.substr(0, lower_email.find('+')), 1);
}

} // namespace

People::People(db::Queries& db, const config::Settings& settings, std::span<const std::string> emails)
{
    std::vector<std::string> lower;
    for (const auto& email : emails) lower.push_back(text::to_lower(email));
    make_distinct(lower);

    std::vector<std::string> addresses;
    std::vector<std::int64_t> hidden;
    std::unordered_map<std::int64_t, std::vector<std::string>> placeholders;
    for (auto& email : lower) {
        if (const auto id = hidden_account(email, settings.service.no_reply_address)) {
            hidden.push_back(*id);
            placeholders[*id].push_back(std::move(email));
        } else {
            addresses.push_back(std::move(email));
        }
    }
    if (addresses.empty() && hidden.empty()) return;
    db::Composition query;
    query << "SELECT a.*, e.lower_email FROM email_address e JOIN account a ON a.id = e.account_id"
             " WHERE e.verified AND a.kind = 'individual' AND e.lower_email IN "
          << db::bound(addresses);
    if (!hidden.empty())
        query << " UNION ALL SELECT a.*, '' AS lower_email FROM account a WHERE a.kind = 'individual' AND a.id IN "
              << db::bound(hidden);
    for (auto& found : db.all<Found>(query)) {
        const auto number = accounts_.size();
        if (!found.lower_email.empty()) by_email_.emplace(found.lower_email, number);
        else // the name in it may be an older one: the number does not change
            for (const auto& email : placeholders[found.id]) by_email_.emplace(email, number);
        accounts_.push_back(std::move(static_cast<Account&>(found)));
    }
}

const Account* People::find(std::string_view email) const
{
    const auto found = by_email_.find(text::to_lower(email));
    return found != by_email_.end() ? &accounts_[found->second] : nullptr;
}

} // namespace cairn::contents
