// For those who may only read a repository and want to change a file: a fork, and back to where they were.
#include "contents/web_commit.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "repositories/lifecycle/fork.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice fork_ready{"fork-ready", Phrase("Your fork is made. What you change here goes to a new branch of it.")};

constexpr int most_tried = 10; // names of a fork

struct PagePath {
    std::string page;
};
BOOST_DESCRIBE_STRUCT(PagePath, (), (page))
constexpr auto notes(const PagePath*)
{
    return std::array{Note{"page", "the page that wants a fork, below the repository: _edit/main/a.txt"}};
}

// As it stands in the address, with what is behind "?".
Result<std::string> page_of(std::string_view target)
{
    constexpr std::string_view mark = "/_fork/";
    const auto begin = target.find(mark);
    const auto page = begin == target.npos ? std::string_view() : target.substr(begin + mark.size());
    for (const std::string_view known :
         {"_edit/", "_new/", "_upload/", "_delete/", "_diffpatch/", "_patches?", "_cherrypick/"})
        if (page.starts_with(known)) return std::string(page);
    return not_found("the page");
}

// Whoever has another repository of that name gets one with a number.
Result<void> make_fork(const Call& call, const RepositoryContext& place)
{
    for (int number = 0;; ++number) {
        const auto name = place.repository.name + (number == 0 ? "" : "-" + std::to_string(number));
        const auto made = repositories::fork_repository(call, place, {.organization = {}, .name = name});
        if (made) return {};
        if (made.error().code != Errc::conflict || number >= most_tried) return std::unexpected(made.error());
    }
}

Result<Done> fork(Call& call, const RepositoryContext& place, Path<PagePath>)
{
    auto page = TRY(page_of(call.request.target));
    if (!own_fork(call, place)) TRY(make_fork(call, place));
    return done(repository_address(place) + "/" + page, fork_ready);
}

using contents::may_propose_changes;

// clang-format off
constexpr Operation fork_first_operations[] = {
    {POST, "/{owner}/{repo}/_fork/{page*}", scope::none, may_propose_changes, does<fork>, 303, "siteForkFirst", "Fork a repository, to change a file"},
};
// clang-format on
static_assert(well_formed(fork_first_operations));

} // namespace

const Table fork_first_table{"site", fork_first_operations, Door::site, refuse_page};

} // namespace cairn::pages
