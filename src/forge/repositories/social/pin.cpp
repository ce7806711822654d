#include "repositories/social/pin.hpp"

#include <algorithm>

#include "access/repositories.hpp"
#include "db/composition.hpp"
#include "repositories/listing.hpp"

namespace cairn::repositories {

using api::View;
using db::bound;

namespace {

constexpr std::int64_t most_choices = 300;

} // namespace

std::vector<std::int64_t> pinned_by(const View& view, const accounts::Account& account)
{
    db::Composition query("SELECT r.id AS value FROM pinned_repository p JOIN repository r ON r.id = p.repository_id"
                          " WHERE p.account_id = ");
    query << bound(account.id) << " AND ";
    access::add_sees(query, access::Viewer::of(view.caller));
    query << " ORDER BY p.position, r.id";
    return view.db().all<std::int64_t>(query);
}

std::vector<PinChoice> pin_choices(const View& view, const accounts::Account& account)
{
    db::Composition query("SELECT r.id, o.name AS owner, r.name, r.private, EXISTS (SELECT 1 FROM pinned_repository p"
                          " WHERE p.repository_id = r.id AND p.account_id = ");
    query << bound(account.id)
          << ") AS pinned FROM repository r JOIN account o ON o.id = r.owner_id WHERE (r.owner_id = "
          << bound(account.id)
          << " OR r.id IN (SELECT p.repository_id FROM pinned_repository p WHERE p.account_id = " << bound(account.id)
          << ") OR ";
    add_collaborates(query, account.id, false);
    query << ") AND ";
    access::add_sees(query, access::Viewer::of(view.caller));
    query << " ORDER BY r.lower_name, r.id LIMIT " << bound(most_choices);
    return view.db().all<PinChoice>(query);
}

Result<void> pin(const api::Call& call, const accounts::Account& account, const std::vector<std::int64_t>& wanted)
{
    std::vector<std::int64_t> ids;
    for (const auto id : wanted)
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    if (ids.size() > most_pins)
        return fail(Errc::unprocessable, "at most " + std::to_string(most_pins) + " repositories can be pinned");
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!ids.empty()) {
            db::Composition seen("SELECT count(*) AS value FROM repository r WHERE r.id IN ");
            seen << bound(ids) << " AND ";
            access::add_sees(seen, access::Viewer::of(call.caller));
            if (tx.first<std::int64_t>(seen).value_or(0) != std::ssize(ids))
                return fail(Errc::unprocessable, "one of the repositories is not there");
        }
        tx.run("DELETE FROM pinned_repository WHERE account_id = $1", account.id);
        std::int64_t position = 0;
        for (const auto id : ids)
            tx.run("INSERT INTO pinned_repository (account_id, repository_id, position) VALUES ($1, $2, $3)",
                   account.id, id, ++position);
        return {};
    });
}

} // namespace cairn::repositories
