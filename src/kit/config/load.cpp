#include "config/load.hpp"

#include <filesystem>

#include "base/text.hpp"
#include "config/complete.hpp"
#include "config/elsewhere.hpp"
#include "config/file.hpp"
#include "config/ini.hpp"
#include "config/value.hpp"

namespace cairn::config {

namespace {

constexpr std::size_t largest_file = 1 << 20;
constexpr std::size_t longest_value = 64 * 1024;

std::string in_brackets(std::string_view section)
{
    return section.empty() ? "the part before the first section" : "[" + std::string(section) + "]";
}

// The end of a warning about an unknown name: what was probably meant.
std::string suggestion(std::string_view section, std::string_view name)
{
    std::vector<std::string_view> names;
    for (const auto& key : find_section(section)->keys) names.emplace_back(key.name);
    if (const auto near = text::nearest(name, names); !near.empty()) return "; did you mean " + std::string(near) + "?";
    for (const auto& other : sections())
        if (const auto* key = find_key(other.name, name)) return "; did you mean " + key->label() + "?";
    return {};
}

std::string section_suggestion(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const auto& section : sections()) names.emplace_back(section.name);
    const auto near = text::nearest(name, names);
    return near.empty() ? std::string() : "; did you mean [" + std::string(near) + "]?";
}

class Loader {
public:
    explicit Loader(const std::string& file) { loaded.file = std::filesystem::absolute(file).lexically_normal(); }

    void read_app_ini()
    {
        std::error_code unclear; // whether it is there: then reading it will say why
        if (!std::filesystem::exists(loaded.file, unclear) && !unclear) return;
        const auto text = read_file(loaded.file, largest_file);
        if (!text) return errors.push_back(text.error());
        const auto ini = parse_ini(*text);
        for (const auto& problem : ini.problems) errors.push_back(place(problem.line) + ": " + problem.text);
        for (const auto& section : ini.sections)
            if (find_section(section.name) == nullptr) warn_of_section(place(section.line), section.name);
        for (const auto& entry : ini.entries)
            if (find_section(entry.section) != nullptr)
                set(Origin::Source::file, place(entry.line), entry.section, entry.key, expand(ini, entry));
    }

    void read_variables(std::span<const std::string> environment)
    {
        auto [entries, problems] = read_environment(environment);
        errors.insert(errors.end(), problems.begin(), problems.end());
        for (const auto& entry : entries) {
            if (find_section(entry.section) == nullptr) warn_of_section(entry.variable, text::to_lower(entry.section));
            else set(Origin::Source::environment, entry.variable, entry.section, entry.key, entry.value);
        }
    }

    Loaded loaded;
    LoadErrors errors;

private:
    std::string place(std::size_t line) const { return loaded.file + ":" + std::to_string(line); }

    void warn_of_section(const std::string& where, std::string_view name)
    {
        if (const auto why = why_not_here(name, ""); !why.empty())
            loaded.warnings.push_back(where + ": [" + std::string(name) + "] has no effect here: " + std::string(why));
        else
            loaded.warnings.push_back(where + ": there is no section [" + std::string(name) + "]"
                                      + section_suggestion(name));
    }

    void warn_of_key(const std::string& where, std::string_view section, std::string_view name)
    {
        if (const auto why = why_not_here(section, name); !why.empty())
            loaded.warnings.push_back(where + ": " + label(section, name) + " has no effect here: " + std::string(why));
        else
            loaded.warnings.push_back(where + ": there is no key " + std::string(name) + " in " + in_brackets(section)
                                      + suggestion(section, name));
    }

    void set(Origin::Source source, const std::string& where, std::string_view section, std::string_view name,
             std::string_view value)
    {
        const auto* key = find_key(section, name);
        if (key == nullptr) return warn_of_key(where, text::to_lower(section), name);
        if (const auto before = loaded.origins.find(key);
            before != loaded.origins.end() && before->second.source == source)
            loaded.warnings.push_back(where + ": " + key->label() + " was already set at " + before->second.place);
        // Generated files are full of empty values that mean the default; only a list can be meant to be empty.
        if (value.empty() && key->field->type().kind != Kind::list) return;
        if (read_value(*key->field, key->in(loaded.settings), value)) loaded.origins[key] = {source, where};
        else
            errors.push_back(where + ": " + key->label() + " = " + std::string(value) + ": expected "
                             + expected_value(*key->field));
    }

    // Replaces %(NAME)s by the value of that key, of the same section or of the part before the first one.
    std::string expand(const Ini& ini, const IniEntry& entry) const
    {
        std::string value = entry.value;
        std::size_t at = 0;
        for (int rounds = 0; rounds < 100; ++rounds) {
            at = value.find("%(", at);
            const auto end = value.find(")s", at);
            if (at == value.npos || end == value.npos || value.size() > longest_value) break;
            const auto replacement = look_up(ini, entry, value.substr(at + 2, end - at - 2));
            if (!replacement) at = end;
            else value.replace(at, end + 2 - at, *replacement);
        }
        return value;
    }

    static std::optional<std::string> look_up(const Ini& ini, const IniEntry& from, std::string_view name)
    {
        for (const std::string_view section : {std::string_view(from.section), std::string_view()}) {
            std::optional<std::string> found;
            for (const auto& entry : ini.entries)
                if (text::iequals(entry.section, section) && text::iequals(entry.key, name)) found = entry.value;
            if (found) return found;
            const Settings defaults;
            if (const auto* key = find_key(section, name)) return write_value(*key->field, key->in(defaults));
        }
        return {};
    }
};

} // namespace

std::expected<Loaded, LoadErrors> load(const std::string& file, std::span<const std::string> environment)
{
    Loader loader(file);
    loader.read_app_ini();
    loader.read_variables(environment);
    complete(loader.loaded, loader.errors);
    if (!loader.errors.empty()) return std::unexpected(std::move(loader.errors));
    return std::move(loader.loaded);
}

} // namespace cairn::config
