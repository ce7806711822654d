#include "pages/template.hpp"

#include <kainjow/mustache.hpp>

#include <array>
#include <chrono>
#include <stdexcept>

namespace cairn::pages {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

const EmbeddedFile* find_file(std::string_view name)
{
    for (const EmbeddedFile& file : templates::embedded_files())
        if (file.name.starts_with(name) && file.name.substr(name.size()) == ".mustache") return &file;
    return nullptr;
}

// Rendering changes a parsed template, so that each thread needs its own.
mustache& parsed(std::string_view name)
{
    thread_local std::map<std::string, mustache, std::less<>> cache;
    if (auto found = cache.find(name); found != cache.end()) return found->second;
    const EmbeddedFile* file = find_file(name);
    if (file == nullptr) throw std::logic_error("there is no template " + std::string(name));
    mustache fresh{std::string(file->bytes)};
    if (!fresh.is_valid()) throw std::logic_error(std::string(name) + ".mustache: " + fresh.error_message());
    return cache.emplace(name, std::move(fresh)).first->second;
}

// Mustache has no false text, and a page nearly always wants an empty one to be.
data text(std::string value) { return value.empty() ? data(false) : data(value); }

data convert(const Type& type, const void* value);

data convert_members(const Type& type, const void* object)
{
    data out;
    for (const Field& field : type.fields)
        out.set(std::string(field.name), convert(field.type(), field.of(const_cast<void*>(object))));
    return out;
}

data convert_list(const Type& type, const void* list)
{
    data out(data::type::list);
    for (std::size_t i = 0; i < type.size(list); ++i) out.push_back(convert(type.item(), type.at(list, i)));
    return out;
}

data convert_time(Time time)
{
    data out;
    out.set("iso", to_rfc3339(time));
    out.set("words", in_words(time));
    return out;
}

data convert(const Type& type, const void* value)
{
    switch (type.kind) {
    case Kind::boolean: return {*static_cast<const bool*>(value)};
    case Kind::integer: return {std::to_string(*static_cast<const std::int64_t*>(value))};
    case Kind::string: return text(*static_cast<const std::string*>(value));
    case Kind::time: return convert_time(*static_cast<const Time*>(value));
    case Kind::choice: return text(std::string(type.choices[type.choice(value)]));
    case Kind::list: return convert_list(type, value);
    case Kind::optional: return type.size(value) == 0 ? data(false) : convert(type.item(), type.at(value, 0));
    case Kind::object: return convert_members(type, value);
    case Kind::number:
    case Kind::map:
    case Kind::json: break;
    }
    throw std::logic_error("a page cannot show a member of this type");
}

} // namespace

struct TemplateValues::Data {
    data values{};
};

TemplateValues::TemplateValues() : data_(std::make_unique<Data>())
{
    for (const EmbeddedFile& file : templates::embedded_files()) {
        // Others would only get in the way of members of the same name.
        if (!file.name.starts_with("part_")) continue;
        const auto bytes = file.bytes;
        data_->values.set(std::string(file.name.substr(0, file.name.find('.'))),
                          data(kainjow::mustache::partial([bytes] { return std::string(bytes); })));
    }
}

TemplateValues::~TemplateValues() = default;

void TemplateValues::add(const Type& type, const void* object)
{
    for (const Field& field : type.fields) add(field.name, field.type(), field.of(const_cast<void*>(object)));
}

void TemplateValues::add(std::string_view name, const Type& type, const void* object)
{
    data_->values.set(std::string(name), convert(type, object));
}

std::string render(std::string_view name, const TemplateValues& values)
{
    mustache& file = parsed(name);
    auto out = file.render(values.data_->values);
    if (!file.is_valid()) throw std::logic_error(std::string(name) + ".mustache: " + file.error_message());
    return out;
}

std::string in_words(Time time)
{
    static constexpr std::array<const char*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::chrono::sys_seconds moment{std::chrono::seconds(time.seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss clock{moment - day};
    char text[64];
    std::snprintf(text, sizeof text, "%u %s %d, %02d:%02d UTC", static_cast<unsigned>(date.day()),
                  months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()));
    return text;
}

} // namespace cairn::pages
