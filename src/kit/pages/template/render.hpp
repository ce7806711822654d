// Renders programs.
#pragma once

#include <span>

#include "pages/template/output.hpp"
#include "pages/template/program.hpp"
#include "words/language.hpp"

namespace cairn::pages {

// What a page depends on beside what it shows. Must outlive the rendering.
struct Surroundings {
    const words::Language& language;
    std::size_t language_number = 0; // its place among those that were bound
    Time now{};
    std::string_view root{};     // the path of ROOT_URL without its last '/'
    std::string_view root_url{}; // with it
    std::span<const void* const> globals{};
};

void render(const Program&, const void* root, const Surroundings&, Output&);

} // namespace cairn::pages
