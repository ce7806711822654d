#include "api/router.hpp"

#include <algorithm>

#include "api/challenge.hpp"
#include "api/entity_tag.hpp"
#include "api/error_body.hpp"
#include "api/limited_tokens.hpp"
#include "api/links.hpp"
#include "base/blocking_guard.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "cache/use.hpp"
#include "cache/verify.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"

namespace cairn::api {

namespace {

cache::Use use_of_answers(R"(cache="answers",found="yes")", R"(cache="answers",found="no")");

constexpr std::string_view json_type = "application/json;charset=utf-8";

// The one place where what a token may do is held against what a row demands.
Result<void> check_scope(const Caller& caller, const Operation& operation)
{
    const auto level = operation.method == Method::GET ? Level::read : Level::write;
    if (const auto missing = caller.scopes.missing(operation.scope, level); !missing.empty())
        return fail(Errc::forbidden, "the token lacks the scope " + text::join(missing, ", "));
    if (caller.public_only() && operation.scope.refuses_public_only)
        return fail(Errc::forbidden, "a token that is limited to what is public may not do this");
    if (!stays_within_list(operation)) return check_unlimited(caller);
    return {};
}

bool sent_token_in_query(const Call& call)
{
    return call.parameter("token") != nullptr || call.parameter("access_token") != nullptr;
}

void add_page_headers(http::Response& response, const Call& call, const Reply& reply)
{
    response.set("X-Total-Count", std::to_string(*reply.total));
    std::string exposed = "X-Total-Count";
    if (reply.linked) {
        Paging paging;
        if (call.operation.handler.paged)
            static_cast<void>(read_query(call, type_of<Paging>(), &paging)); // never fails for these two
        auto address = call.settings().server.root_url;
        address += call.request.path().substr(1);
        for (auto& link : page_links(address, call.query, paging, *reply.total)) response.set("Link", std::move(link));
        exposed = "Link, " + exposed;
    }
    response.set("Access-Control-Expose-Headers", std::move(exposed));
}

http::Response answer(const Call& call, Reply reply)
{
    http::Response response{
        .status = reply.status != 0 ? reply.status : call.operation.success, .headers = {}, .body = {}};
    if (reply.raw) {
        if (reply.raw->status != 0) response.status = reply.raw->status;
        response.headers = std::move(reply.raw->headers);
        if (!reply.raw->content_type.empty()) response.set("Content-Type", std::move(reply.raw->content_type));
        response.body = std::move(reply.raw->body);
    } else if (call.operation.handler.reply != nullptr && response.status != 204) {
        response.set("Content-Type", std::string(json_type));
        if (call.operation.method == Method::GET) {
            response.set("Cache-Control", "private, no-cache");
            response.set("ETag", entity_tag(reply.json));
        }
        response.body = std::move(reply.json);
    }
    if (reply.total) add_page_headers(response, call, reply);
    return response;
}

Result<void> let_in(Call& call, Result<Caller> caller)
{
    call.caller = TRY(std::move(caller));
    call.request.notes.account = call.caller.id;
    return check_scope(call.caller, call.operation);
}

// What is added to every answer.
void finish(const Call& call, const Route& route, http::Response& made, const RateLimits::Share& share)
{
    share.tell(made);
    if (route.table->door == Door::api && route.table->refusal == nullptr) challenge(call, made);
    if (sent_token_in_query(call))
        made.set("Warning", "299 - \"a token in the address may end up in logs: send it in the Authorization header\"");
}

Result<Reply> run(Call& call)
{
    {
        const Step step("guard");
        TRY(call.operation.guard.check(call));
    }
    const Step step("handler");
    return call.operation.handler.run(call);
}

} // namespace

const std::string& Call::segment(std::string_view name) const
{
    for (const auto& [key, value] : path)
        if (key == name) return value;
    throw std::logic_error("the path has no {" + std::string(name) + "}");
}

const std::string* Call::parameter(std::string_view name) const
{
    for (const auto& [key, value] : query)
        if (key == name) return &value;
    return nullptr;
}

Router::Router(Site& site, Gate& gate, Choice choice, RateLimits* limits)
    : site_(site), gate_(gate), choice_(std::move(choice)), limits_(limits),
      answers_(site.db.attachments()->get<AnswerCache>())
{
}

http::Response Router::refuse(const Error& error) const
{
    http::Response response{.status = http_status(error.code), .headers = {}, .body = {}};
    if (!error.location.empty()) {
        response.set("Location", error.location);
        response.set("Content-Type", "text/html;charset=utf-8");
        response.body = "<a href=\"" + text::escape_html(error.location) + "\">It is here.</a>\n";
    } else if (error.form != ErrorForm::empty) {
        response.set("Content-Type", std::string(json_type));
        response.body = error_body(error, site_.settings.server.root_url);
    }
    if (const int wait = error.code == Errc::unavailable ? 1 : error.retry_after; wait > 0)
        response.set("Retry-After", std::to_string(wait));
    return response;
}

http::Response Router::refuse(const Call& call, Refusal refusal, const Error& error) const
{
    auto response = refusal != nullptr ? refusal(call, error) : refuse(error);
    for (const auto& header : error.headers) response.headers.push_back(header);
    return response;
}

std::optional<http::Response> Router::work(Call& call, Refusal refusal, bool quick) const
{
    try {
        const MustNotBlock hurry(quick);
        auto reply = run(call);
        auto response = reply ? answer(call, std::move(*reply)) : refuse(call, refusal, reply.error());
        for (auto& header : call.reply_headers) response.headers.push_back(std::move(header));
        return response;
    } catch (const WouldBlock&) {
        return {};
    }
}

std::optional<http::Response> Router::work_cached(Call& call, Refusal refusal, bool quick,
                                                  const std::optional<db::CommitState>& state) const
{
    // A credential in the address is not for keeping.
    const auto key =
        state && !sent_token_in_query(call) ? AnswerCache::key_of(call.caller, call.request) : std::nullopt;
    if (key) {
        if (auto known = answers_.find(*key, *state)) {
            use_of_answers.count(true);
            if (cache::verifies(*site_.db.attachments()) && !verify(call, refusal, quick, *state, *known)) return {};
            return known;
        }
    }
    if (quick && !call.operation.handler.quick) return {};
    auto response = work(call, refusal, quick);
    if (key && response) use_of_answers.count(false);
    if (key && response && response->status == call.operation.success) answers_.keep(*key, *state, *response);
    return response;
}

bool Router::verify(Call& call, Refusal refusal, bool quick, const db::CommitState& state,
                    const http::Response& known) const
{
    if (quick) return false;
    const auto anew = work(call, refusal, false);
    call.reply_headers.clear();
    if (!anew) return false;
    const auto was = text_of(known);
    const auto is = text_of(*anew);
    if (was != is && site_.db.ask_state() == state) cache::report_stale("answers", call.request.path(), was, is);
    return true;
}

Result<Router::Address> Router::read_address(const Route& route, const http::Request& request)
{
    auto path = Routes::values(route, request.path());
    if (!path) return fail(Errc::bad_request, "a % in the address is not followed by two hexadecimal digits");
    auto query = http::parse_query(request.query());
    if (!std::ranges::all_of(*path, is_text, &PathValues::value_type::second))
        return fail(Errc::not_found, "nothing has a name that is not text");
    if (!std::ranges::all_of(query, is_text, &QueryValues::value_type::second))
        return fail(Errc::unprocessable, "a parameter of the query is not text in UTF-8");
    return Address{std::move(*path), std::move(query)};
}

std::optional<Result<Caller>> Router::identify(const Route& route, const http::Request& request,
                                               const QueryValues& query, bool quick) const
{
    if (request.notes.caller) return *static_cast<const Caller*>(request.notes.caller.get());
    if (route.operation->guard.own_credentials) return Caller{};
    const Step step("authenticate");
    return gate_.authenticate(request, query, route.table->listens, quick);
}

RateLimits::Share Router::limit(const http::Request& request, Result<Caller>& caller, RateLimits::Take take) const
{
    RateLimits::Share share;
    if (limits_ == nullptr) return share;
    auto refused = limits_->check(request.peer, caller ? &*caller : nullptr, take, &share);
    if (!refused) return share;
    caller = std::unexpected(std::move(*refused));
    return {};
}

http::Recognition Router::recognize(const Route& route, const http::Request& request, bool large, bool quick) const
{
    using Found = http::Recognition::Found;
    const auto& guard = route.operation->guard;
    const auto refusal = route.table->refusal;
    auto address = read_address(route, request);
    if (!address)
        return {Found::refused,
                refuse(Call(site_, request, *route.operation, route.table->door), refusal, address.error())};
    auto caller = identify(route, request, address->query, quick);
    if (!caller) return {Found::needs_worker, {}};
    // Who goes on is counted when the body has come.
    limit(request, *caller, RateLimits::Take::nothing);
    Call call(choice_ && *caller ? choice_(**caller) : site_, request, *route.operation, route.table->door);
    call.path = std::move(address->path);
    call.query = std::move(address->query);
    auto let = let_in(call, std::move(*caller));
    if (let && !guard.own_credentials) request.notes.caller = std::make_shared<const Caller>(call.caller);
    if (let && guard.errors.has(401) && !guard.reads_body && (call.caller.anonymous() || large)) {
        // It is cheaper to let a worker find out than to learn here that it takes long.
        if (quick) return {Found::needs_worker, {}};
        let = guard.check(call);
    }
    if (let) return {};
    RateLimits::Share share;
    if (limits_ != nullptr) limits_->check(request.peer, &call.caller, RateLimits::Take::one, &share);
    auto made = refuse(call, refusal, let.error());
    finish(call, route, made, share);
    return {Found::refused, std::move(made)};
}

std::optional<http::Response> Router::serve(const Route& route, const http::Request& request, bool quick) const
{
    const auto refusal = route.table->refusal;
    auto address = read_address(route, request);
    if (!address) return refuse(Call(site_, request, *route.operation, route.table->door), refusal, address.error());

    // Before anything is read that the answer depends on, who asks first of all: what is kept must not be older.
    const auto before = route.operation->handler.cached ? site_.db.state() : std::nullopt;
    auto caller = identify(route, request, address->query, quick);
    if (!caller) return {};
    // What a network thread leaves to a worker is counted there.
    auto share = limit(request, *caller, quick ? RateLimits::Take::nothing : RateLimits::Take::one);
    Call call(choice_ && *caller ? choice_(**caller) : site_, request, *route.operation, route.table->door);
    call.path = std::move(address->path);
    call.query = std::move(address->query);
    std::optional<http::Response> made;
    if (const auto let = let_in(call, std::move(*caller)); !let) made = refuse(call, refusal, let.error());
    else if (!route.operation->handler.cached) made = work(call, refusal, quick);
    else made = work_cached(call, refusal, quick, before ? before : call.caller.seen);
    if (!made) return {};
    if (quick && share) limits_->check(request.peer, &call.caller, RateLimits::Take::one, &share);
    finish(call, route, *made, share);
    return made;
}

} // namespace cairn::api
