// Lines of code that a search has found, for parts/found_code.html.
#pragma once

#include "api/call.hpp"
#include "base/html.hpp"
#include "code_search/search.hpp"

namespace cairn::pages {

struct ShownCode {
    std::string owner;
    std::string repository;
    std::string path;
    std::string language{};
    std::string address{};         // of the file, a path of ours that is encoded already
    std::int64_t lines = 0;        // that fit
    std::vector<Html> fragments{}; // rows of a table, lines that follow each other
};
BOOST_DESCRIBE_STRUCT(ShownCode, (), (owner, repository, path, language, address, lines, fragments))

std::vector<ShownCode> show_code(const api::Call&, std::span<const code_search::FoundFile>);

} // namespace cairn::pages
