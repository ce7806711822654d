// The templates of the site: every file of web/templates, parsed once, and a program for each type that one shows.
//
// One thread at a time binds; what is bound never changes, and any thread may render it.
#pragma once

#include <memory>

#include "base/embedded.hpp"
#include "pages/template/binding.hpp"
#include "pages/template/render.hpp"

namespace cairn::pages {

class Templates {
public:
    // Throws TemplateError.
    Templates(std::span<const EmbeddedFile> files, Around around);

    // The file NAME.html for that type. Throws TemplateError.
    const Program& bind(std::string_view name, const Type& view) { return binding_.bind(name, view); }

    const std::map<std::string, syntax::File, std::less<>>& files() const { return files_; }

private:
    std::map<std::string, syntax::File, std::less<>> files_;
    Around around_;
    Binding binding_;
};

} // namespace cairn::pages
