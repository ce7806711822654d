// A temporary folder of the fuzzing process alone. Nobody removes it but who asked for it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace cairn::fuzz {

inline std::string new_folder()
{
    std::string folder = (std::filesystem::temp_directory_path() / "cairn-fuzz-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return folder;
}

} // namespace cairn::fuzz
