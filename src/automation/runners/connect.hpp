// Calls of the Connect protocol (unary, by POST, in JSON or in binary) as rows of an operation table:
//
//     Result<FetchTaskResponse> fetch(Call&, const Runner&, const FetchTaskRequest&);
//     {POST, "/api/actions/runner.v1.RunnerService/FetchTask", scope::none, identified_runner, handle<unary<fetch>>,
//      200, "runnerFetchTask", "..."}
//
// in a Table with Door::site, &refuse_call and Listens{true, false, true}. The caller is known before the body is read.
#pragma once

#include "api/call.hpp"
#include "runners/runner.hpp"

namespace cairn::runners {

// All of a body. Errc::too_large when it is more.
Result<std::string> read_all(const api::Upload&, std::size_t most);

// Of a runner, which sends logs; and of whoever has not said yet who they are.
inline constexpr std::size_t largest_message = 8UL * 1024 * 1024;
inline constexpr std::size_t largest_of_strangers = 64UL * 1024;

// The body in whichever form it came.
Result<void> read_message(const api::Call&, const api::Upload&, std::size_t most, const Type&, void* into);
// In the same form.
api::Raw write_message(const api::Call&, const Type&, const void* message);

// The word that Connect, and Twirp as well, have for it.
std::string_view connect_code(Errc);

// Errors as Connect tells them: {"code", "message"}.
http::Response refuse_call(const api::Call&, const Error&);

namespace detail {

template <auto F> struct Unary;
template <class Reply, class Request, Result<Reply> (*F)(api::Call&, const Runner&, const Request&)> struct Unary<F> {
    static Result<api::Raw> answer(api::Call& call, const Runner& runner, api::Upload sent)
    {
        Request request;
        TRY(read_message(call, sent, largest_message, type_of<Request>(), &request));
        const Reply reply = TRY(F(call, runner, request));
        return write_message(call, type_of<Reply>(), &reply);
    }
};
// For what is asked before the runner has a name.
template <class Reply, class Request, Result<Reply> (*F)(api::Call&, const Request&)> struct Unary<F> {
    static Result<api::Raw> answer(api::Call& call, api::Upload sent)
    {
        Request request;
        TRY(read_message(call, sent, largest_of_strangers, type_of<Request>(), &request));
        const Reply reply = TRY(F(call, request));
        return write_message(call, type_of<Reply>(), &reply);
    }
};

} // namespace detail

template <auto F> inline constexpr auto unary = &detail::Unary<F>::answer;

} // namespace cairn::runners
