// What all pages share, made once for a site: the templates with their programs, the catalog of operations for the API
// drawer, and who tells about people. A service of the site (api/site.hpp).
//
// A template is parsed, and held against its view, when its page is asked for the first time: most sites show few of
// all pages, and what nobody looks at takes no memory. The tests bind all of them.
//
// Threads: any thread may ask.
#pragma once

#include <memory>
#include <span>

#include "api/call.hpp"
#include "base/embedded.hpp"
#include "pages/site_view.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct Program;

namespace template_files {
std::span<const EmbeddedFile> embedded_files(); // web/templates
} // namespace template_files

// What this part of the kit cannot know of those who are signed in. They are asked for every page.
struct People {
    Viewer (*viewer)(const api::Call&) = nullptr;
    std::string_view (*language)(const api::Caller&) = nullptr; // that they have chosen; empty: none
    Announcement (*announcement)(const api::Call&) = nullptr;   // of the site, for the caller
};

class Kit {
public:
    // The tables must outlive it.
    Kit(std::span<const api::Table* const> tables, const config::Settings&, People people = {});
    ~Kit();
    Kit(const Kit&) = delete;
    Kit& operator=(const Kit&) = delete;

    // Throws std::logic_error for a pair that is in no row and in no PageOf, TemplateError for one that does not fit.
    const Program& program(std::string_view file, const Type& view) const;
    // All of them, to see whether they fit.
    void bind_all() const;

    // By its id; null when there is none.
    const api::Operation* operation(std::string_view id) const;
    // Whether a page is there, by the path of its row: "/{owner}/{repo}/issues". The names do not matter.
    bool has_page(std::string_view path) const;
    bool has_action(std::string_view path) const;

    // All but `registration`, which is as the settings of the call have it.
    const SiteLinks& links() const { return links_; }
    const People& people() const { return people_; }

private:
    struct Data;
    std::unique_ptr<Data> data_;
    SiteLinks links_;
    People people_;
};

// The language that a page for this call is in.
const words::Language& language_of(const api::Call&);

// The path of ROOT_URL without its last '/'.
std::string root_of(const config::Settings&);

} // namespace cairn::pages
