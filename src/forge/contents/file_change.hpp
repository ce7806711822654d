// Writing files without a push: one at a time, or many in one commit.
#pragma once

#include "api/long_texts.hpp"
#include "contents/web_commit.hpp"
#include "git/store/repositories.hpp"

namespace cairn::contents {

struct CreateFileOptions : CommitOptions {
    std::string content;
};
BOOST_DESCRIBE_STRUCT(CreateFileOptions, (CommitOptions), (content))
constexpr auto notes(const CreateFileOptions*)
{
    return std::array{
        Note{"", "A file to be made"},
        Note{.member = "content", .doc = "in base64; without it the file is empty", .max_length = api::whole_file}};
}

struct UpdateFileOptions : CreateFileOptions {
    std::string sha;
    std::string from_path;
};
BOOST_DESCRIBE_STRUCT(UpdateFileOptions, (CreateFileOptions), (sha, from_path))
constexpr auto notes(const UpdateFileOptions*)
{
    return std::array{
        Note{"", "A file to be changed, or made where no sha is told"},
        Note{"sha", "of the file as the caller knows it"},
        Note{.member = "from_path", .doc = "where the file is now, if it is to be moved", .max_length = 500},
    };
}

struct DeleteFileOptions : CommitOptions {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(DeleteFileOptions, (CommitOptions), (sha))
constexpr auto notes(const DeleteFileOptions*)
{
    return std::array{Note{"", "A file to be deleted"},
                      Note{.member = "sha", .doc = "of the file as the caller knows it", .required = true}};
}

struct ChangeFileOperation {
    std::string operation;
    std::string path;
    std::string content;
    std::string sha;
    std::string from_path;
};
BOOST_DESCRIBE_STRUCT(ChangeFileOperation, (), (operation, path, content, sha, from_path))
constexpr auto notes(const ChangeFileOperation*)
{
    return std::array{
        Note{"", "What to do with one file"},
        Note{.member = "operation",
             .doc = "create, update, upload (either of them), rename or delete",
             .required = true},
        Note{.member = "path", .required = true, .max_length = 500},
        Note{.member = "content", .doc = "in base64", .max_length = api::whole_file},
        Note{"sha", "of the file as the caller knows it; anything will do without it"},
        Note{.member = "from_path", .doc = "where the file is now, if it is to be moved", .max_length = 500},
    };
}

struct ChangeFilesOptions : CommitOptions {
    std::optional<std::vector<ChangeFileOperation>> files;
};
BOOST_DESCRIBE_STRUCT(ChangeFilesOptions, (CommitOptions), (files))
constexpr auto notes(const ChangeFilesOptions*)
{
    return std::array{Note{"", "Files to be changed in one commit: all of them or none"},
                      Note{"files", "in this order"}};
}

// The commit that was made, and in the order of the request where the files are; nothing for those that were deleted.
struct ChangedFiles {
    git::Repositories::Handle repository;
    WebCommit landed;
    std::vector<std::optional<std::string>> paths{};
};

// Each makes one commit or nothing. Errc::unprocessable for a path that no file can have, for content that is not in
// base64, for a file that is there and shall be made or is another than the caller knows; Errc::not_found for one that
// is not there; and what commit_change() says.
Result<ChangedFiles> create_file(const api::Call&, const repositories::RepositoryContext&, const std::string& path,
                                 const CreateFileOptions&);
// Without a sha it makes the file.
Result<ChangedFiles> update_file(const api::Call&, const repositories::RepositoryContext&, const std::string& path,
                                 const UpdateFileOptions&);
Result<ChangedFiles> delete_file(const api::Call&, const repositories::RepositoryContext&, const std::string& path,
                                 const DeleteFileOptions&);
Result<ChangedFiles> change_files(const api::Call&, const repositories::RepositoryContext&, const ChangeFilesOptions&);

// A file as it comes, where its bytes are elsewhere for that long.
struct UploadedFile {
    std::string path;
    std::string_view content;
};
// Makes or replaces all of them, in one commit.
Result<ChangedFiles> upload_files(const api::Call&, const repositories::RepositoryContext&, const CommitOptions&,
                                  std::span<const UploadedFile>);

} // namespace cairn::contents
