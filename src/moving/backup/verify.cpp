#include "backup/opened.hpp"
#include "config/load.hpp"
#include "config/settings.hpp"

namespace cairn::backup {

namespace {

std::string words_of(const Line& line, const std::string& repository)
{
    switch (line.kind) {
    case LineKind::table: return "rows of " + line.name;
    case LineKind::bundle: return "small files of the repository " + line.name;
    case LineKind::file: return line.name + " of the repository " + repository;
    default: return line.name;
    }
}

} // namespace

Result<std::unique_ptr<Opened>> open_backup(const std::string& where, const std::vector<std::string>& since,
                                            const config::Settings& settings)
{
    auto opened = std::make_unique<Opened>();
    opened->backup = TRY(open_to_read(where, settings));
    for (const auto& each : since) opened->older.push_back(TRY(open_to_read(each, settings)));
    opened->parts.add(*opened->backup.files);
    for (const auto& each : opened->older) opened->parts.add(*each.files);
    return opened;
}

Result<Checked> verify_backup(const config::Loaded& loaded, const std::string& where,
                              const std::vector<std::string>& since, const Progress& progress)
{
    const auto opened = TRY(open_backup(where, since, loaded.settings));
    auto& files = *opened->backup.files;
    Checked checked;
    // Once to know that it is whole, and how much there is.
    std::int64_t total = 0;
    TRY(read_manifest(files, opened->backup.manifest,
                      {.header = [&](const Header& header) -> Result<> {
                           checked.header = header;
                           return {};
                       },
                       .line = [&](const Line& line) -> Result<> {
                           total += static_cast<std::int64_t>(line.parts.size()) + (line.sha256.empty() ? 0 : 1);
                           return {};
                       }}));
    std::set<std::string> seen;
    std::string repository;
    const auto check = [&](const Part& part, const Line& line) {
        if (progress) progress("parts", checked.parts, total);
        ++checked.parts;
        checked.bytes += part.size;
        if (!seen.insert(part.sha256).second) return;
        try {
            opened->parts.check(part);
        } catch (const Damaged& damaged) {
            checked.damaged.push_back(words_of(line, repository) + ": " + damaged.what());
        }
    };
    TRY(read_manifest(files, opened->backup.manifest, {.header = {}, .line = [&](const Line& line) -> Result<> {
                                                           if (line.kind == LineKind::repository)
                                                               repository = line.name;
                                                           for (const auto& part : line.parts) check(part, line);
                                                           if (!line.sha256.empty()) check(line.part(), line);
                                                           return {};
                                                       }}));
    return checked;
}

} // namespace cairn::backup
