#include "git/objects/abbreviation.hpp"

#include <git2.h>

#include <algorithm>

#include "git/libgit2.hpp"

namespace cairn::git {

namespace {

// The library tells whether one object begins so, none, or several: with each digit added to what several begin with.
Result<> collect(git_odb* odb, const std::string& digits, std::size_t most, std::vector<ObjectId>& found)
{
    git_oid prefix;
    if (git_oid_fromstrn(&prefix, digits.data(), digits.size()) != 0) return {};
    git_oid whole;
    const auto code = git_odb_exists_prefix(&whole, odb, &prefix, digits.size());
    if (code == 0) found.push_back(object_id(whole));
    if (code == 0 || code == GIT_ENOTFOUND) return {};
    if (code != GIT_EAMBIGUOUS) return libgit2_error(code, "the objects");
    for (const char digit : std::string_view("0123456789abcdef")) {
        if (found.size() >= most || digits.size() >= ObjectId::hex_size) return {};
        TRY(collect(odb, digits + digit, most, found));
    }
    return {};
}

} // namespace

Result<std::vector<ObjectId>> ids_beginning_with(const Repository& repository, std::string_view digits,
                                                 std::size_t most)
{
    constexpr std::size_t fewest = 4;
    std::vector<ObjectId> found;
    if (digits.size() < fewest || digits.size() > ObjectId::hex_size) return found;
    git_odb* raw = nullptr;
    if (const auto code = git_repository_odb(&raw, repository.raw()); code < 0)
        return libgit2_error(code, "the repository");
    const Owned<git_odb> odb(raw);
    TRY(collect(raw, std::string(digits), most, found));
    return found;
}

} // namespace cairn::git
