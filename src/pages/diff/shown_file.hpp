// Private to pages/diff: makes what is shown of each file of a difference, one after the other.
#pragma once

#include <chrono>
#include <memory>

#include "git/objects/attributes.hpp"
#include "pages/diff/diff_rows.hpp"
#include "pages/diff/diff_view.hpp"

namespace cairn::pages {

// All that is needed when the call is over.
struct DiffWork {
    db::Database* db; // that caches belong to
    DiffSource source;
    DiffQuery query;
    std::vector<git::FileChange> files;
    std::string root;   // the path of ROOT_URL
    std::string target; // of the page
    bool many = false;  // a link to more lines leads to a page with that file alone
    const words::Language* language = nullptr;
    std::chrono::seconds time{};
};

// Sends every file to `visit`, as long as there is time and the budget lasts.
void send_files(const std::shared_ptr<const DiffWork>&, const Stream<ShownFile>::Visit& visit);

} // namespace cairn::pages
