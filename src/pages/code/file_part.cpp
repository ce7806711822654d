#include "pages/code/file_part.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "cache/part_cache.hpp"
#include "contents/entry.hpp"
#include "contents/opened_file.hpp"
#include "contents/submodule.hpp"
#include "db/database.hpp"
#include "languages/language.hpp"
#include "pages/code/notebook.hpp"
#include "pages/diff/diff_query.hpp"

namespace cairn::pages {

using contents::OpenedFile;
using contents::Revision;
using git::TreeEntry;
using repositories::RepositoryContext;

namespace {

// What is larger is not shown at once: so many lines of it are, and the rest for who asks for it.
constexpr std::uint64_t shown_at_once = 1U << 20;
constexpr std::size_t first_lines = 10'000;
constexpr std::size_t short_file = 64U << 10;
// All of what is larger still is not made into a page.
constexpr std::int64_t largest_page = 64 << 20;
constexpr std::uint64_t longest_link = 1024;

std::string ending_of(std::string_view path)
{
    const auto name = path.substr(path.rfind('/') + 1);
    const auto dot = name.rfind('.');
    return dot == name.npos ? std::string() : text::to_lower(name.substr(dot));
}

bool is_drawing(std::string_view path)
{
    const auto ending = ending_of(path);
    return ending == ".mermaid" || ending == ".mmd";
}

void show_link(const RepositoryContext& place, const Revision& revision, const git::Repository& repository,
               const std::string& path, const TreeEntry& entry, FilePart& part)
{
    part.look = FileLook::link;
    const auto target = git::read_blob(repository, entry.id, longest_link);
    if (!target) return;
    part.target = to_text(*target);
    part.size = static_cast<std::int64_t>(target->size());
    if (const auto leads_to = link_target(folder_of(path), *target))
        part.target_address = code_address(place, "src", revision, *leads_to);
}

Result<> show_submodule(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                        const Revision& revision, const std::string& path, FilePart& part)
{
    part.look = FileLook::submodule;
    contents::EntryView view(call, place, repository, revision);
    const auto shown = TRY(view.entry(path, {.content = false, .lfs = false, .commit = false}));
    part.target = to_text(shown.submodule_git_url.value_or(""));
    part.target_commit = shown.sha;
    part.target_address = contents::submodule_page(part.target, contents::Addresses(call.settings(), place).web);
    return {};
}

// Whether the file can be shown as something else than its lines, and that.
bool show_rendered(const api::Call& call, const RepositoryContext& place, const Revision& revision,
                   const std::string& path, const OpenedFile& file, bool wanted, FilePart& part)
{
    if (!file.whole || file.size > static_cast<std::int64_t>(markup::longest_text)) return false;
    if (is_drawing(path)) {
        if (!wanted) return true;
        part.look = FileLook::drawing;
        part.drawing = line_text(file.bytes);
        part.draws = true;
        return true;
    }
    const auto links = links_from(call, place, revision, folder_of(path));
    const bool notebook = ending_of(path) == ".ipynb";
    if (!notebook && !markup::can_render(path)) return false;
    if (!wanted) return true;
    auto html = notebook ? notebook_html(file.bytes, links) : markup::file_html(path, file.bytes, links);
    if (!html) return false; // it is shown as it is
    part.look = FileLook::rendered;
    part.rendered = std::move(*html);
    part.draws = markup::has_drawings(part.rendered);
    part.colors = markup::has_code(part.rendered);
    part.headings = markup::outline_of(part.rendered);
    return true;
}

void show_lines(const api::Call& call, const git::Repository& repository, const TreeEntry& entry, OpenedFile file,
                const FileQuery& query, const std::string& address, FilePart& part)
{
    const auto chosen = read_range(query.lines).value_or(LineRange{});
    if (chosen.first > 0) {
        part.chosen = "L" + std::to_string(chosen.first);
        if (chosen.last != chosen.first) part.chosen += "-L" + std::to_string(chosen.last);
    }
    part.look = FileLook::lines;
    part.wraps = query.wrap == "on";
    part.wrap_said = part.wraps || query.wrap == "off";
    part.plain = query.highlight == "off";
    part.wrapping = with_parameter(call.request.target, "wrap", part.wraps ? "off" : "on");
    part.coloring = with_parameter(call.request.target, "highlight", part.plain ? "" : "off");
    part.colors = !part.plain;
    part.hidden_signs = has_hidden_signs(file.bytes);
    if (file.whole) {
        part.lines = static_cast<std::int64_t>(lines_of(file.bytes).size());
        part.is_short = file.bytes.size() <= short_file;
        part.code = part.is_short ? all_lines(file.bytes, chosen) : stream_lines(std::move(file.bytes), chosen);
        return;
    }
    part.is_short = false;
    const bool can_stream = !file.large && file.size <= largest_page;
    if (query.all && can_stream) {
        part.code = stream_blob(call.site.get<git::Children>(), repository.path(), entry.id, chosen);
        return;
    }
    // Whole lines, as many as a person looks through.
    std::size_t end = 0;
    for (std::size_t count = 0; count < first_lines; ++count) {
        const auto next = file.bytes.find('\n', end);
        if (next == file.bytes.npos) break;
        end = next + 1;
    }
    if (end > 0) file.bytes.resize(end);
    part.rest = can_stream ? address + "?display=source&all=true" : part.raw;
    part.code = stream_lines(std::move(file.bytes), chosen);
}

std::string language_name(const std::string& path, const OpenedFile& file)
{
    const auto* language = languages::language_of_name(path);
    if (language == nullptr) language = languages::language_of_script(file.bytes);
    if (language != nullptr) return std::string(language->name);
    // Data and prose, which have no language to be counted as, but colors.
    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {".md", "Markdown"}, {".json", "JSON"}, {".yml", "YAML"}, {".yaml", "YAML"},
        {".toml", "TOML"},   {".xml", "XML"},   {".ini", "INI"},  {".diff", "Diff"}};
    const auto ending = ending_of(path);
    for (const auto& [each, name] : others)
        if (ending == each) return std::string(name);
    return {};
}

Result<FilePart> make_file(const api::Call& call, const RepositoryContext& place, const git::Repository& repository,
                           const Revision& revision, const std::string& path, const TreeEntry& entry,
                           const FileQuery& query)
{
    FilePart part;
    if (entry.kind() == git::Kind::commit) {
        TRY(show_submodule(call, place, repository, revision, path, part));
        return part;
    }
    part.raw = code_address(place, "raw", revision, path);
    part.blame = code_address(place, "blame", revision, path);
    if (entry.mode == git::mode_symlink) {
        show_link(place, revision, repository, path, entry, part);
        return part;
    }
    auto file = TRY(contents::open_file(call, place, repository, entry.id, shown_at_once));
    const auto address = code_address(place, "src", revision, path);
    part.size = file.size;
    part.large = file.large;
    part.download = code_address(place, file.large ? "media" : "raw", revision, path);
    part.source = address + "?display=source";
    if (file.large) part.raw = part.download;
    if (file.missing) {
        part.look = FileLook::missing;
        return part;
    }
    if (file.size == 0) {
        part.look = FileLook::empty;
        return part;
    }
    const bool rendered = query.display != "source" && query.lines.empty();
    if (file.type.starts_with("image/") && (rendered || !file.is_text())) {
        part.look = FileLook::picture;
        part.has_source = part.has_lines = file.is_text();
        return part;
    }
    if (file.type == "application/pdf") {
        part.look = FileLook::pdf;
        return part;
    }
    if (!file.is_text() || languages::is_binary(file.bytes)) {
        part.look = FileLook::binary;
        return part;
    }
    part.has_lines = true;
    part.language = language_name(path, file);
    part.has_source = file.type.starts_with("image/");
    if (show_rendered(call, place, revision, path, file, rendered, part)) {
        part.has_source = true;
        if (rendered && part.look != FileLook::lines) return part;
    }
    show_lines(call, repository, entry, std::move(file), query, address, part);
    return part;
}

// Whether it depends on nothing but the blob (not on what is kept beside git) and is short enough to be held.
bool is_of_blob_alone(const FilePart& part)
{
    return part.is_short && !part.large && part.look != FileLook::missing && part.look != FileLook::submodule;
}

} // namespace

Result<std::shared_ptr<const FilePart>> show_file(const api::Call& call, const RepositoryContext& place,
                                                  const git::Repository& repository, const Revision& revision,
                                                  const std::string& path, const TreeEntry& entry,
                                                  const FileQuery& query)
{
    const auto key = cache::part_key({place.repository.storage, repository_address(place), revision.in_address(), path,
                                      entry.id.hex(), std::to_string(entry.mode), call.request.target});
    if (auto kept = cache::find_part<FilePart>(call.db(), key)) return kept;
    auto made = TRY(make_file(call, place, repository, revision, path, entry, query));
    if (is_of_blob_alone(made)) return cache::keep_part(call.db(), key, std::move(made));
    return std::make_shared<const FilePart>(std::move(made));
}

} // namespace cairn::pages
