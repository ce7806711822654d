// Who may call an operation about a repository. Each guard finds the repository that the path names, which does not
// exist for those who may not see it, and then asks access::Access the one question that it is named after.
#pragma once

#include "api/call.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

struct RepositoryPath {
    std::string owner;
    std::string repo;
};
BOOST_DESCRIBE_STRUCT(RepositoryPath, (), (owner, repo))
constexpr auto notes(const RepositoryPath*)
{
    return std::array{Note{"owner", "the name of the account that owns the repository"},
                      Note{"repo", "the name of the repository"}};
}

// What a guard leaves for the handler: the repository, whose it is, and how far the caller's rights in it go.
struct RepositoryContext {
    StoredRepository repository;
    accounts::Account owner;
    access::Access access;
};

// The repository at {owner}/{repo}, or what the path calls them. The error leads on where it was renamed or given away.
Result<RepositoryContext> find_place(api::Call&, std::string_view owner_segment = "owner",
                                     std::string_view repo_segment = "repo");

// What else a guard asks of the caller, once the repository was found. A refusal of somebody who has not signed in asks
// for that first.
using Question = Result<void> (*)(const api::Call&, const RepositoryContext&);
template <Question ask> Result<void> check_place(api::Call& call)
{
    auto place = TRY(find_place(call));
    TRY(ask(call, place));
    call.load(std::move(place));
    return {};
}

namespace question {

Result<void> sees(const api::Call&, const RepositoryContext&);
Result<void> signed_in(const api::Call&, const RepositoryContext&);
Result<void> administers(const api::Call&, const RepositoryContext&);
Result<void> owns(const api::Call&, const RepositoryContext&);
// Nothing of an archived repository changes.
Result<void> not_archived(const api::Call&, const RepositoryContext&);
// The same as administers, for what does not ask anybody to sign in first.
Result<void> administers_at_once(const api::Call&, const RepositoryContext&);

// Reading a unit: some refuse those who may not, some do not exist for them. Whoever administers the repository may
// read what is switched off, and write to it.
Result<void> reads_or_forbidden(const api::Call&, const RepositoryContext&, access::Unit);
Result<void> reads_or_unknown(const api::Call&, const RepositoryContext&, access::Unit);
Result<void> writes(const api::Call&, const RepositoryContext&, access::Unit);

template <access::Unit unit> Result<void> reads_openly(const api::Call& call, const RepositoryContext& place)
{
    return reads_or_forbidden(call, place, unit);
}
template <access::Unit unit> Result<void> reads_quietly(const api::Call& call, const RepositoryContext& place)
{
    return reads_or_unknown(call, place, unit);
}
template <access::Unit unit> Result<void> writes_unit(const api::Call& call, const RepositoryContext& place)
{
    return writes(call, place, unit);
}

// Both, in this order.
template <Question first, Question second> Result<void> both(const api::Call& call, const RepositoryContext& place)
{
    TRY(first(call, place));
    return second(call, place);
}

} // namespace question

template <Question ask> constexpr api::Guard repository_guard(std::string_view name, api::Errors errors = {404})
{
    return {.name = name,
            .path = &type_of<RepositoryPath>(),
            .loads = &api::tag<RepositoryContext>,
            .errors = errors,
            .check = &check_place<ask>};
}

inline constexpr api::Guard sees_repository = repository_guard<question::sees>("sees the repository");
inline constexpr api::Guard sees_repository_signed_in =
    repository_guard<question::signed_in>("sees the repository, signed in", {401, 404});
inline constexpr api::Guard administers_repository =
    repository_guard<question::administers>("administers the repository", {401, 403, 404});
inline constexpr api::Guard administers_repository_at_once =
    repository_guard<question::administers_at_once>("administers the repository", {403, 404});
inline constexpr api::Guard administers_live_repository =
    repository_guard<question::both<question::administers, question::not_archived>>(
        "administers the repository, which is not archived", {401, 403, 404, 423});
inline constexpr api::Guard owns_repository = repository_guard<question::owns>("owns the repository", {401, 403, 404});
inline constexpr api::Guard reads_code =
    repository_guard<question::reads_openly<access::Unit::code>>("reads code", {403, 404});
inline constexpr api::Guard reads_code_signed_in =
    repository_guard<question::both<question::signed_in, question::reads_openly<access::Unit::code>>>(
        "reads code, signed in", {401, 403, 404});
inline constexpr api::Guard writes_code =
    repository_guard<question::writes_unit<access::Unit::code>>("writes code", {401, 403, 404});
inline constexpr api::Guard writes_live_code =
    repository_guard<question::both<question::writes_unit<access::Unit::code>, question::not_archived>>(
        "writes code of a repository that is not archived", {401, 403, 404, 423});

} // namespace cairn::repositories
