// Settings as a table of sections and keys with the names that they have in app.ini.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/settings.hpp"

namespace cairn::config {

struct Key {
    std::string section; // "server"; empty for the keys before the first section
    std::string name;    // "HTTP_PORT"
    const Field* section_field;
    const Field* field;

    void* in(Settings& settings) const { return field->of(section_field->of(&settings)); }
    const void* in(const Settings& settings) const { return in(const_cast<Settings&>(settings)); }

    bool is_secret() const { return field->note.format == "password"; }
    std::string label() const; // "[server] HTTP_PORT"
    std::string named() const; // "server.HTTP_PORT"
};

struct Section {
    std::string name;
    std::string_view doc;
    std::vector<Key> keys;
};

// In the order of their declaration, which is the order of docs/app.example.ini.
const std::vector<Section>& sections();

// In any case; nullptr when there is none.
const Section* find_section(std::string_view name);
const Key* find_key(std::string_view section, std::string_view name);
const Key* find_named(std::string_view named); // "server.HTTP_PORT"

// "[server] HTTP_PORT"
std::string label(std::string_view section, std::string_view key);

} // namespace cairn::config
