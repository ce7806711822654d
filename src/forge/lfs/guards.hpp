// Who may use LFS of a repository, and how far. A repository's large files are open to those who may fetch from it, and
// to write for those who may push code. Those of its wiki are kept among them, so that whoever asks by the wiki's
// address needs both rights.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"

namespace cairn::lfs {

inline constexpr std::string_view media_type = "application/vnd.git-lfs+json";

struct LfsContext {
    repositories::StoredRepository repository;
    accounts::Account owner;
    access::Viewer viewer;                           // nobody, for a deploy key
    std::shared_ptr<const accounts::Account> person; // null for nobody and for a deploy key
    bool wiki = false;                               // it was asked for by the wiki's address

    // The address of the API as it was asked for, without a slash at its end.
    std::string address(const config::Settings&) const;
};

enum class Need : std::uint8_t {
    read,           // whoever may fetch
    read_signed_in, // the same, but never strangers
    write,
};

// Errc::unauthorized for everybody who may not, since a client then asks for other credentials; Errc::forbidden for a
// token that may not, whoever it is from, and where the code is switched off.
Result<LfsContext> find_lfs_place(api::Call&, Need);

// Errc::not_found where LFS is off; Errc::unsupported_media_type for a client that does not say that it speaks LFS.
Result<void> check_offered(const api::Call&);
Result<void> check_accepts(const api::Call&);

template <Need need, bool speaks_lfs> Result<void> check_place(api::Call& call)
{
    TRY(check_offered(call));
    if (speaks_lfs) TRY(check_accepts(call));
    call.load(TRY(find_lfs_place(call, need)));
    return {};
}

template <Need need, bool speaks_lfs> constexpr api::Guard lfs_guard(std::string_view name)
{
    return {.name = name,
            .path = &type_of<repositories::RepositoryPath>(),
            .loads = &api::tag<LfsContext>,
            .errors = {401, 403, 404},
            .check = &check_place<need, speaks_lfs>};
}

// A body of JSON. Errc::bad_request for anything else.
Result<void> read_lfs_body(const api::Call&, const Type&, void* into);
template <class T> Result<T> read_lfs_body(const api::Call& call)
{
    T value;
    TRY(read_lfs_body(call, type_of<T>(), &value));
    return value;
}

// How errors are told: {"Message"} about objects, {"message"} about locks.
http::Response refuse_object(const api::Call&, const Error&);
http::Response refuse_lock(const api::Call&, const Error&);

} // namespace cairn::lfs
