// For tests: a store in a folder of its own, and the git program to look at what we made of it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "git/store/store.hpp"

namespace cairn::git {

// What a shell command writes, without the last line's end. Fails the test when the command does.
inline std::string shell(const std::string& command, bool may_fail = false)
{
    const auto line =
        "export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.com "
        "GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.com LC_ALL=C; ("
        + command + ") 2>&1";
    auto* pipe = popen(line.c_str(), "re");
    if (pipe == nullptr) throw std::runtime_error("popen");
    std::string out;
    std::array<char, 4096> piece;
    while (const auto n = fread(piece.data(), 1, piece.size(), pipe)) out.append(piece.data(), n);
    const auto status = pclose(pipe);
    EXPECT_TRUE(may_fail || status == 0) << command << "\n" << out;
    while (out.ends_with('\n')) out.pop_back();
    return out;
}

class TemporaryFolder {
public:
    TemporaryFolder()
    {
        // In memory where there is such a place: git syncs much, and there that costs nothing.
        const auto* memory = "/dev/shm/";
        std::string pattern =
            (std::filesystem::is_directory(memory) ? memory : testing::TempDir()) + "cairn_git_XXXXXX";
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = std::filesystem::canonical(pattern);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// One repository, bare in the store, with a working tree that has it as its `origin`.
class RepositoryTest : public testing::Test {
protected:
    RepositoryTest()
    {
        EXPECT_TRUE(store.create(key, ObjectFormat::sha1, "main"));
        shell("git init -q -b main " + work + " && cd " + work + " && git remote add origin " + bare);
    }

    // A git command in the bare repository.
    std::string git(const std::string& arguments) const { return shell("git -C " + bare + " " + arguments); }
    // A shell command in the working tree.
    std::string in_work(const std::string& command) const { return shell("cd " + work + " && " + command); }

    void write(const std::string& name, std::string_view content) const
    {
        const auto file = work + "/" + name;
        std::filesystem::create_directories(std::filesystem::path(file).parent_path());
        std::ofstream(file, std::ios::binary) << content;
    }
    // Commits all that is in the working tree and brings it into the bare one. The commit's name.
    std::string commit(const std::string& message) const
    {
        in_work("git add -A && git commit -q --allow-empty -m '" + message + "' && git push -q origin HEAD");
        return in_work("git rev-parse HEAD");
    }

    TemporaryFolder folder;
    Store store{folder.path() + "/root"};
    std::string key = Store::new_key();
    std::string bare = store.path(key);
    std::string work = folder.path() + "/work";
};

} // namespace cairn::git
