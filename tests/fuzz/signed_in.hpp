// A site with one account, a repository of hers and a token that opens all: for targets behind credentials.
#pragma once

#include "accounts/account.hpp"
#include "accounts/tokens/tokens.hpp"
#include "base/encoding.hpp"
#include "demand.hpp"
#include "repositories/lifecycle/create.hpp"
#include "site.hpp"

namespace cairn::fuzz {

struct SignedInSite : Site {
    SignedInSite()
    {
        settings.server.lfs_start_server = true;
        ann = db->write([](db::Transaction& tx) {
                    return accounts::create_account(tx, {.name = "ann", .email = "ann@example.com"});
                }).value();
        const auto made = db->write([&](db::Transaction& tx) {
            return accounts::make_token(tx, ann.id, "fuzz", *api::ScopeSet::parse(std::array<std::string, 1>{"all"}),
                                        {});
        });
        authorization = "Basic " + base64_encode("ann:" + made.value().value);
        application.emplace(*db, settings);
        application->furnish();
        demand(repositories::create_repository(application->site(), ann, ann, {.name = "engine"}).has_value());
    }

    // Whatever is asked, it is not the server that fails.
    http::Response answer(http::Request& request)
    {
        request.headers.push_back({"Authorization", authorization});
        request.peer = "127.0.0.1";
        request.id = "fuzz";
        const auto admitted = application->admit(request);
        if (const auto* refused = std::get_if<http::Response>(&admitted)) {
            demand(refused->status >= 300 && refused->status < 500);
            return *refused;
        }
        auto response = application->serve(request);
        demand(response.status >= 200 && response.status < 500);
        return response;
    }

    accounts::Account ann;
    std::string authorization;
};

} // namespace cairn::fuzz
