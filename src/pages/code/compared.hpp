// A comparison as pages show it: the page of comparisons, and the one on which a pull request is opened.
#pragma once

#include <functional>

#include "contents/comparison.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/diff/diff_view.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

struct ComparePath {
    std::string basehead;
};
BOOST_DESCRIBE_STRUCT(ComparePath, (), (basehead))
constexpr auto notes(const ComparePath*)
{
    return std::array{Note{"basehead", "base...head or base..head; the head may be owner:branch or owner/repo:branch"}};
}

struct ComparedPull {
    std::int64_t number = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(ComparedPull, (), (number, title))

struct CompareView {
    PageHead head{.fluid = true};
    RepositoryPlace place;
    std::string base_name{};
    std::string head_name{};             // with its owner, as it stands in the address
    std::vector<std::string> branches{}; // to choose from
    std::string problem{};               // "base", "head", "fork", "unrelated": what is missing; empty: nothing
    std::vector<CommitDay> days{};
    std::int64_t total = 0;
    bool more = false;        // commits than are listed
    std::string commits_of{}; // "/owner/name" of the repository that the head is in
    std::string swapped{};    // the address of the same the other way round
    std::vector<std::string> conflicts{};
    std::string merges{}; // "yes", "no"; empty: nobody has tried
    std::optional<ComparedPull> pull{};
    bool may_propose = false;
    bool may_upload = false; // patches, for a branch of their own
    std::string here{};      // the address of the comparison
    DiffView diff{};
};
BOOST_DESCRIBE_STRUCT(CompareView, (),
                      (head, place, base_name, head_name, branches, problem, days, total, more, commits_of, swapped,
                       conflicts, merges, pull, may_propose, may_upload, here, diff))

using VisitComparison = std::function<void(const contents::Comparison&)>;

// What is not there is said in the view. `visit` gets the two sides where they can be compared.
Result<CompareView> compare_view(api::Call&, const repositories::RepositoryContext&, const std::string& basehead,
                                 const DiffQuery&, const VisitComparison& visit = {});

} // namespace cairn::pages
