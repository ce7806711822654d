// What issues and pull requests of another server have in common: their text and comments, with the files of each.
#pragma once

#include "attachments/upload.hpp"
#include "db/database.hpp"
#include "migrations/import.hpp"

namespace cairn::migrations {

// A file that is in the storage; whoever dies before it has its row leaves it to the clean-up.
struct FetchedFile {
    attachments::Received received;
    SourceAsset asset;
};
// Errc::too_large for one with more MiB, Errc::not_found for one that the other server does not give us. The words name
// the file.
Result<FetchedFile> fetch_file(const Import&, const SourceAsset&, std::int64_t largest);
// That what it belonged to is here without it.
void note_missing(const Import&, const Error&);

struct FetchedComment {
    SourceComment comment;
    std::vector<FetchedFile> files{};
    std::vector<SourceReaction> reactions{};
};

// What has to be asked for besides the entry in the list.
struct FetchedTexts {
    std::vector<FetchedFile> files{};
    std::vector<FetchedComment> comments{};
    std::vector<SourceReaction> reactions{};
};
Result<FetchedTexts> fetch_texts(const Import&, const SourceIssue&);

// Of a pull request.
struct AsPull {
    bool draft = false;
    Time merged_at{};
};
// It keeps its number, because texts speak of it. Nothing if there is one of that number.
std::optional<std::int64_t> insert_texts(db::Transaction&, const Import&, const SourceIssue&, const FetchedTexts&,
                                         const std::optional<AsPull>& = {});

} // namespace cairn::migrations
