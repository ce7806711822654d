// What is told of a commit that was made of one file.
#pragma once

#include "contents/entry.hpp"
#include "contents/web_commit.hpp"

namespace cairn::contents {

struct FileResponse {
    std::optional<ContentsResponse> content;
    std::optional<FileCommitResponse> commit;
    std::optional<PayloadCommitVerification> verification;
};
BOOST_DESCRIBE_STRUCT(FileResponse, (), (content, commit, verification))
constexpr auto notes(const FileResponse*)
{
    return std::array{Note{"", "A file as it is now, and the commit that made it so"}};
}

} // namespace cairn::contents
