// Settings in the environment: CAIRN__SECTION__KEY=value, or CAIRN__SECTION__KEY__FILE=/file/that/holds/it. A key
// before the first section is CAIRN____KEY. Characters that names of variables cannot have are written as their
// hexadecimal code: [repository.release] is REPOSITORY_0X2E_RELEASE.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace cairn::config {

struct EnvironmentEntry {
    std::string variable; // as it is called
    std::string section;
    std::string key;
    std::string value;
};

struct EnvironmentSettings {
    std::vector<EnvironmentEntry> entries;
    std::vector<std::string> problems;
};

// From "NAME=value" texts; those with other names are not looked at.
EnvironmentSettings read_environment(std::span<const std::string> environment);

// The environment of this process.
std::vector<std::string> process_environment();

} // namespace cairn::config
