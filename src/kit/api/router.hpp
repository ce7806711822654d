// Finds the operation for a request and takes the request through it: route, authenticate, scope, guard, decode, run,
// reply. Every door of the service goes through here; there is no second way in.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "api/answer_cache.hpp"
#include "api/call.hpp"
#include "api/rate_limits.hpp"
#include "api/routes.hpp"
#include "http/server.hpp"

namespace cairn::api {

// Turns a request's credentials into a Caller. Implemented by accounts/sign_in/gate.cpp.
class Gate {
public:
    virtual ~Gate() = default;
    // `quick`: on a network thread. Nothing: telling would take long (a password to hash), ask again on a worker.
    virtual std::optional<Result<Caller>> authenticate(const http::Request&, const QueryValues&, Listens,
                                                       bool quick) = 0;
};

class Router {
public:
    // Which site a caller acts in: what some do has other consequences.
    using Choice = std::function<Site&(const Caller&)>;

    // `limits`, where there are any, are asked about every request.
    Router(Site& site, Gate& gate, Choice choice = {}, RateLimits* limits = nullptr);

    // Nothing when `quick` and the call turned out to need a worker. What a handler throws is the caller's to catch.
    std::optional<http::Response> serve(const Route&, const http::Request&, bool quick) const;

    // Before the body is read: whoever the credentials in the head are of, and whether it is of any use to go on. Of a
    // row that asks for an account the guard is asked too, where nobody is known or the body is `large`. Who was
    // recognized is noted in the request, and serve() does not look at the credentials again.
    http::Recognition recognize(const Route&, const http::Request&, bool large, bool quick) const;

    // An error as the API tells it.
    http::Response refuse(const Error&) const;

private:
    // The parts of an address, where they can be read at all.
    struct Address {
        PathValues path;
        QueryValues query;
    };
    static Result<Address> read_address(const Route&, const http::Request&);
    std::optional<Result<Caller>> identify(const Route&, const http::Request&, const QueryValues&, bool quick) const;
    // What the limits say to it; the error takes the caller's place. What is left to the client otherwise.
    RateLimits::Share limit(const http::Request&, Result<Caller>&, RateLimits::Take) const;
    http::Response refuse(const Call&, Refusal, const Error&) const;
    // Nothing: it turned out to need a worker.
    std::optional<http::Response> work(Call&, Refusal, bool quick) const;
    // The answer of before, where the database is still in the same state.
    std::optional<http::Response> work_cached(Call&, Refusal, bool quick, const std::optional<db::CommitState>&) const;
    // For [cache] VERIFY: throws where the answer made now is another, though nothing was committed meanwhile.
    bool verify(Call&, Refusal, bool quick, const db::CommitState&, const http::Response& known) const;

    Site& site_;
    Gate& gate_;
    Choice choice_;
    RateLimits* limits_;
    AnswerCache& answers_; // the database's
};

} // namespace cairn::api
