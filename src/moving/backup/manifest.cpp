#include "backup/manifest.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "api/json_writer.hpp"
#include "backup/place.hpp"
#include "base/text.hpp"

namespace cairn::backup {

namespace {

constexpr std::size_t at_once = 1U << 20;
constexpr std::size_t longest_line = 64U << 20; // of a table with very many parts

std::unexpected<Error> not_whole(const std::string& name, const std::string& why)
{
    return fail(Errc::unprocessable, name + " is not the manifest of a backup: " + why);
}

// Calls `take` with each line, without its end.
Result<> each_line(Reading& files, const std::string& name, const std::function<Result<>(std::string_view)>& take)
{
    const auto size = files.size(name);
    if (!size) return not_found(name);
    std::string text;
    std::size_t begin = 0;
    for (std::uint64_t offset = 0; offset < *size;) {
        const auto more = files.read(name, offset, at_once);
        if (more.empty()) return not_whole(name, "it ended early");
        offset += more.size();
        text.erase(0, begin);
        begin = 0;
        text += more;
        for (auto end = text.find('\n'); end != text.npos; end = text.find('\n', begin)) {
            TRY(take(std::string_view(text).substr(begin, end - begin)));
            begin = end + 1;
        }
        if (text.size() - begin > longest_line) return not_whole(name, "a line is too long");
    }
    if (begin != text.size()) return not_whole(name, "it ends within a line");
    return {};
}

// It becomes the name of a file.
bool is_digest(std::string_view text)
{
    return text.size() == 64
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool has_digests(const Line& line)
{
    if (line.kind == LineKind::repository || line.kind == LineKind::missing) return true;
    if (line.kind == LineKind::table) return std::ranges::all_of(line.parts, is_digest, &Part::sha256);
    return is_digest(line.sha256);
}

template <class T> Result<T> decoded(std::string_view line)
{
    T value;
    if (const auto read = api::decode_json(type_of<T>(), line, &value); !read) return std::unexpected(read.error());
    return value;
}

} // namespace

bool stays_below(std::string_view name)
{
    return std::ranges::none_of(text::split(name, '/'),
                                [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

ManifestDraft::ManifestDraft(const Header& header)
{
    std::string text;
    api::write_json(text, type_of<Header>(), &header);
    write(text);
}

void ManifestDraft::add(const Line& line)
{
    std::string text;
    api::write_json(text, type_of<Line>(), &line);
    write(text);
}

void ManifestDraft::write(std::string_view line)
{
    const auto text = std::string(line) + '\n';
    file_.write(text);
    before_.add(text);
    whole_.add(text);
    size_ += static_cast<std::int64_t>(text.size());
    ++lines_;
}

storage::Source ManifestDraft::finish()
{
    const auto before = before_.hex();
    before_ = {};
    add({.kind = LineKind::end, .sha256 = before, .rows = lines_});
    file_.rewind();
    return [this](std::span<char> into) { return file_.read(into); };
}

Result<> read_manifest(Reading& files, const std::string& name, const ManifestReader& reader)
{
    crypto::RunningSha256 before;
    std::int64_t lines = 0;
    bool ended = false;
    const auto take = [&](std::string_view text) -> Result<> {
        if (ended) return not_whole(name, "it goes on after its end");
        if (lines == 0) {
            const auto header = decoded<Header>(text);
            if (!header || header->cairn_backup == 0) return not_whole(name, "its first line says nothing of a backup");
            if (header->cairn_backup > format)
                return fail(Errc::unprocessable, "the backup was made by a newer program (" + header->program + ")");
            if (reader.header) TRY(reader.header(*header));
        } else {
            const auto line = decoded<Line>(text);
            if (!line) return not_whole(name, line.error().message);
            if (!has_digests(*line)) return not_whole(name, "the digest of " + line->name + " is none");
            if (line->kind == LineKind::end) {
                if (line->rows != lines || line->sha256 != before.hex())
                    return not_whole(name, "its lines are not those that were written");
                ended = true;
                return {};
            }
            if (reader.line) TRY(reader.line(*line));
        }
        before.add(text);
        before.add("\n");
        ++lines;
        return {};
    };
    TRY(each_line(files, name, take));
    if (!ended) return not_whole(name, "its end is missing");
    return {};
}

} // namespace cairn::backup
