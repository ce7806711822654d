// The files of an artifact that came one by one (the older protocol, runners/artifact_pipeline.cpp): each in ranges of
// bytes, in any order, and mostly packed.
#pragma once

#include "runners/artifact.hpp"

namespace cairn::runners {

// A row of artifact_file.
struct ArtifactFile {
    std::int64_t id = 0;
    std::int64_t artifact_id = 0;
    std::string path; // inside of the artifact
    bool packed = false;
    std::int64_t stored = 0; // bytes of its pieces in all
    std::int64_t size = 0;   // of the file itself
    bool complete = false;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(ArtifactFile, (), (id, artifact_id, path, packed, stored, size, complete, updated_at))

inline constexpr std::int64_t most_files = 10'000; // of an artifact
// Unpacked, of all files together: so that an archive of them, which has 4 GiB at most, can always be made.
inline constexpr std::int64_t largest_files = std::int64_t{4000} << 20;

// Some bytes of what is stored of a file: `count` from `first` of `total`.
struct Chunk {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t total = 0;
    bool packed = false;
    std::int64_t size = 0; // of the file itself
    std::string md5{};     // of these bytes, in hexadecimal; empty: not told
};

// The path inside of the artifact that `itemPath` names, which begins with the artifact's name. Errc::bad_request for
// one that leads elsewhere.
Result<std::string> read_item_path(std::string_view item_path, std::string_view artifact_name);

// Content-Range, as `bytes 0-99/250`; also `bytes 0--1/0`, which is how an empty file is sent.
std::optional<Chunk> read_content_range(std::string_view);

// Takes a chunk in, in place of what was there. What differs from what came before in its size or its packing begins
// the file anew. Errc::bad_request, Errc::too_large, Errc::not_found when the artifact is gone.
Result<void> receive_chunk(const api::Site&, std::int64_t artifact_id, const std::string& path, const Chunk&,
                           http::BodyReader&);

// Those that came wholly, by their paths.
std::vector<ArtifactFile> files_of(db::Queries&, std::int64_t artifact_id);
std::optional<ArtifactFile> find_file(db::Queries&, std::int64_t artifact_id, std::int64_t id);

// All that has come by now of the run's artifact of that name makes it up; more may follow. Errc::not_found where there
// is none that came in files.
Result<Artifact> finish_files(const api::Site&, std::int64_t run_id, std::string_view name);

// For an answer: as it is stored, or unpacked.
std::optional<http::Body> open_file(const api::Site&, const ArtifactFile&, bool unpack);
// All files in one archive, made while it is sent.
std::optional<http::Body> open_as_archive(const api::Site&, const Artifact&);

} // namespace cairn::runners
