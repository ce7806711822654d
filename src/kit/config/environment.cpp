#include "config/environment.hpp"

#include <unistd.h>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/file.hpp"

namespace cairn::config {

namespace {

constexpr std::string_view prefix = "CAIRN__";
constexpr std::string_view file_suffix = "__FILE";
constexpr std::size_t largest_value = 64 * 1024;

// "REPOSITORY_0X2E_RELEASE" is "REPOSITORY.RELEASE".
std::string decode(std::string_view name)
{
    std::string decoded;
    while (!name.empty()) {
        if (text::istarts_with(name, "_0X")) {
            const auto end = name.find('_', 3);
            const auto bytes = end == name.npos ? std::nullopt : hex_decode(name.substr(3, end - 3));
            if (bytes && !bytes->empty()) {
                decoded += *bytes;
                name.remove_prefix(end + 1);
                continue;
            }
        }
        decoded += name.front();
        name.remove_prefix(1);
    }
    return decoded;
}

std::string_view without_newline(std::string_view text)
{
    if (text.ends_with('\n')) text.remove_suffix(1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

class Reader {
public:
    void take(std::string_view variable, std::string_view value)
    {
        auto name = variable.substr(prefix.size());
        const bool is_file = name.ends_with(file_suffix);
        if (is_file) name.remove_suffix(file_suffix.size());
        const auto separator = name.find("__");
        if (separator == name.npos || separator + 2 >= name.size())
            return complain(variable, "expected CAIRN__SECTION__KEY, or CAIRN____KEY for a key without a section");
        auto section = decode(name.substr(0, separator));
        if (text::iequals(section, "DEFAULT")) section.clear();
        auto key = decode(name.substr(separator + 2));
        for (const auto& other : read.entries)
            if (text::iequals(other.section, section) && text::iequals(other.key, key))
                return complain(variable, "it is also set by " + other.variable);
        if (!is_file) return add(variable, std::move(section), std::move(key), value);
        const auto content = read_file(std::string(value), largest_value);
        if (!content) return complain(variable, content.error());
        add(variable, std::move(section), std::move(key), without_newline(*content));
    }

    EnvironmentSettings read;

private:
    void add(std::string_view variable, std::string section, std::string key, std::string_view value)
    {
        read.entries.push_back({std::string(variable), std::move(section), std::move(key), std::string(value)});
    }
    void complain(std::string_view variable, const std::string& problem)
    {
        read.problems.push_back(std::string(variable) + ": " + problem);
    }
};

} // namespace

EnvironmentSettings read_environment(std::span<const std::string> environment)
{
    Reader reader;
    for (const std::string_view variable : environment) {
        const auto equals = variable.find('=');
        if (equals == variable.npos || !variable.starts_with(prefix)) continue;
        reader.take(variable.substr(0, equals), variable.substr(equals + 1));
    }
    return std::move(reader.read);
}

std::vector<std::string> process_environment()
{
    std::vector<std::string> variables;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        variables.emplace_back(*variable);
    return variables;
}

} // namespace cairn::config
