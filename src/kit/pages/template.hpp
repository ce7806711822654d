// Templates: Mustache files of web/templates, filled in from described structs. What they show is escaped; only the
// layout takes HTML as it is, and that HTML comes from another template.
#pragma once

#include <span>
#include <string>

#include "base/embedded.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

namespace templates {

std::span<const EmbeddedFile> embedded_files();

} // namespace templates

// What a template can name: the members of structs. An empty text, list or optional is false in a section; a time has
// `iso` and `words`.
class TemplateValues {
public:
    template <class T> void add(const T& described) { add(type_of<T>(), &described); }
    // As one name instead of as its members' names.
    template <class T> void add(std::string_view name, const T& described) { add(name, type_of<T>(), &described); }

    TemplateValues();
    ~TemplateValues();
    TemplateValues(const TemplateValues&) = delete;
    TemplateValues& operator=(const TemplateValues&) = delete;

private:
    friend std::string render(std::string_view, const TemplateValues&);
    void add(const Type&, const void* object);
    void add(std::string_view name, const Type&, const void* object);

    struct Data;
    std::unique_ptr<Data> data_;
};

// The file NAME.mustache filled in; {{>part_other}} includes part_other.mustache. Throws std::logic_error when there is
// no such file or it is malformed.
std::string render(std::string_view name, const TemplateValues&);

// "15 Nov 2026, 06:14 UTC"
std::string in_words(Time);

} // namespace cairn::pages
