// For tests: a folder that is gone when the test is over.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace cairn::config {

class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string pattern = testing::TempDir() + "cairn_config_XXXXXX";
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = std::filesystem::canonical(pattern);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }

    std::string write(std::string_view name, std::string_view content) const
    {
        auto file = path_ + "/" + std::string(name);
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }
    std::string read(std::string_view name) const
    {
        std::ifstream file(path_ + "/" + std::string(name), std::ios::binary);
        return (std::stringstream() << file.rdbuf()).str();
    }

private:
    std::string path_;
};

} // namespace cairn::config
