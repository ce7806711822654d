// Holds templates against types, and makes the programs that are rendered.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <span>

#include "pages/template/program.hpp"
#include "words/language.hpp"

namespace cairn::pages {

// What every template can name beside what it shows: `site` and `page`.
struct Global {
    std::string_view name;
    const Type* type;
};

// What a binding knows of the world; the functions throw std::invalid_argument for what there is not.
struct Around {
    std::span<const Global> globals;
    std::span<const words::Language> languages;
    std::function<std::string(std::string_view)> asset_address; // of a file of the pages, below the site's root
    std::function<void(std::string_view)> check_icon;
    std::string root{}; // the path of ROOT_URL without its last '/'
};

// What a part is given. A constant is bound into the part's own program.
struct Argument {
    std::string name;
    const Type* type = nullptr;
    const bound::Expression* constant = nullptr; // null: it is known when the page is rendered
};

class Binding {
public:
    // Both must outlive it.
    Binding(const std::map<std::string, syntax::File, std::less<>>& files, const Around& around)
        : files_(files), around_(around)
    {
    }

    // The program of a file for that type. One for each pair, so that parts are bound once. Throws TemplateError.
    const Program& bind(std::string_view file, const Type& root);

private:
    friend class Binder;
    // A part that includes itself sees itself before it is made.
    bool is_under_way(const Program& program) const
    {
        return std::ranges::find(under_way_, &program) != under_way_.end();
    }
    const Program& bind_part(std::string_view file, const Type* root, std::span<const Argument> arguments);

    const std::map<std::string, syntax::File, std::less<>>& files_;
    const Around& around_;
    std::deque<Program> programs_;
    std::map<std::string, const Program*> known_;
    std::vector<const Program*> under_way_;
};

} // namespace cairn::pages
