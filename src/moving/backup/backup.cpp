#include "backup/backup.hpp"

#include <filesystem>
#include <optional>

#include "backup/contents.hpp"
#include "backup/database_parts.hpp"
#include "backup/repository_parts.hpp"
#include "backup/secrets.hpp"
#include "config/file.hpp"
#include "config/settings.hpp"
#include "config/show.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "db/last_backup.hpp"
#include "db/snapshot.hpp"
#include "git/store/store.hpp"
#include "storage/storage.hpp"

namespace cairn::backup {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t at_once = 4U << 20;
constexpr std::size_t largest_data_file = 64U << 20;

// "20261119T101530Z"
std::string name_by_time(Time now)
{
    std::string name;
    for (const char c : to_rfc3339(now))
        if (c != '-' && c != ':') name += c;
    return name;
}

// What older backups have: their parts are left out of this one, unless they lie where it goes, and files of
// repositories that did not change are not read again.
struct Older {
    KnownFiles files;

    Result<> learn(Reading& place, const std::string& manifest, PartWriter* without)
    {
        std::string key;
        const auto learn_part = [without](const Part& part) {
            if (without != nullptr) without->leave_out(part);
        };
        return read_manifest(place, manifest, {.header = {}, .line = [&](const Line& line) -> Result<> {
                                                   for (const auto& part : line.parts) learn_part(part);
                                                   if (!line.sha256.empty()) learn_part(line.part());
                                                   if (line.kind == LineKind::repository) key = line.name;
                                                   if (line.kind == LineKind::file)
                                                       files[known_name(key, line.name)] = line;
                                                   if (line.kind == LineKind::stored) files[line.name] = line;
                                                   return {};
                                               }});
    }
};

class Backup {
public:
    Backup(const config::Loaded& loaded, const db::Options& options, const Wish& wish)
        : loaded_(loaded), settings_(loaded.settings), options_(options), wish_(wish), db_(db::open(options))
    {
    }

    Result<Report> make()
    {
        if (db::pending_migrations(*db_) > 0)
            return fail(Errc::conflict,
                        "the database is older than this program: start the site once, it brings it up "
                        "to date");
        place_ = TRY(open_to_write(wish_.where, settings_));
        parts_.emplace(*place_);
        TRY(learn_older());
        const auto storage = storage::open_storage(settings_.storage);
        const git::Store store(settings_.repository.root);

        const db::FilesHold hold(*db_);
        auto snapshot = db::take_snapshot(options_);
        const auto now = Time::now();
        report_.name = name_by_time(now);
        for (auto* here = place_->readable(); here != nullptr && here->size(name_of_manifest(report_.name));)
            report_.name += "-2"; // made within the same second
        ManifestDraft manifest(header(*snapshot, now));
        manifest_ = &manifest;
        say("tables", 0, 0);
        write_tables(*snapshot, *parts_, [this](const Line& line) {
            ++report_.tables;
            report_.rows += line.rows;
            tell(line);
        });
        ContentList contents(*snapshot);
        const auto keys = snapshot->all<std::string>("SELECT storage FROM repository UNION"
                                                     " SELECT wiki_storage FROM repository WHERE wiki_storage <> ''"
                                                     " ORDER BY 1");
        snapshot.reset(); // SQLite's log can be moved into the file again
        write_contents(contents, *storage);
        write_repositories(keys, store);
        write_data();
        finish(manifest);
        db::note_backup(*db_, {.name = report_.name, .made_at = now});
        report_.totals = parts_->totals();
        return std::move(report_);
    }

private:
    Result<> learn_older()
    {
        if (auto* here = place_->readable()) {
            const auto name = latest_in(*here);
            // One that is damaged is no reason not to make another one.
            if (!name.empty()) (void)older_.learn(*here, name_of_manifest(name), nullptr);
        }
        for (const auto& where : wish_.since) {
            const auto found = TRY(open_to_read(where, settings_));
            TRY(older_.learn(*found.files, found.manifest, &*parts_));
        }
        return {};
    }

    Header header(db::Snapshot& snapshot, Time now) const
    {
        return {.cairn_backup = format,
                .program = CAIRN_VERSION,
                .made_at = now,
                .engine = options_.engine == db::Options::Engine::sqlite ? "sqlite" : "postgres",
                .address = settings_.server.root_url,
                .secret_mark = mark_of_secret(settings_),
                .has_secrets = wish_.secrets,
                .schema = schema_of(snapshot)};
    }

    void tell(const Line& line) { manifest_->add(line); }
    void say(std::string_view what, std::int64_t done, std::int64_t total) const
    {
        if (wish_.progress) wish_.progress(what, done, total);
    }

    void write_contents(ContentList& contents, storage::Storage& storage)
    {
        contents.each([&](const Content& content) {
            say("files", report_.stored++, contents.size());
            Line line{.kind = LineKind::stored, .name = content.name};
            if (const auto part = keep_content(content, storage)) {
                line.sha256 = part->sha256;
                line.size = part->size;
            } else {
                line.kind = LineKind::missing;
                report_.missing.push_back(content.name);
            }
            tell(line);
        });
    }

    // A file of the storage never changes. Nothing: it is not there.
    std::optional<Part> keep_content(const Content& content, storage::Storage& storage)
    {
        const auto size = storage.size(content.name);
        if (!size) return {};
        const Part named{content.sha256, static_cast<std::int64_t>(*size)};
        if (!content.sha256.empty() && content.size == named.size && parts_->keep_known(named)) return named;
        if (const auto known = older_.files.find(content.name);
            known != older_.files.end() && known->second.size == named.size && parts_->keep_known(known->second.part()))
            return known->second.part();
        return parts_->keep([&] {
            return [&, offset = std::uint64_t{0}, piece = std::string(),
                    used = std::size_t{0}](std::span<char> into) mutable {
                if (used == piece.size() && offset < *size) {
                    auto more = storage.read(content.name, {.offset = offset, .length = at_once});
                    if (!more || more->empty()) throw std::runtime_error(content.name + " went while it was read");
                    piece = std::move(*more);
                    offset += piece.size();
                    used = 0;
                }
                const auto count = piece.copy(into.data(), into.size(), used);
                used += count;
                return count;
            };
        });
    }

    void write_repositories(const std::vector<std::string>& keys, const git::Store& store)
    {
        for (const auto& key : keys) {
            say("repositories", report_.repositories++, static_cast<std::int64_t>(keys.size()));
            if (write_repository(store.path(key), key, *parts_, older_.files, [this](const Line& line) { tell(line); }))
                continue;
            tell({.kind = LineKind::missing, .name = "repository " + key});
            report_.missing.push_back("repository " + key);
        }
    }

    void add_text(LineKind kind, const std::string& name, const std::string& text)
    {
        const auto part = parts_->keep(text);
        tell({.kind = kind, .name = name, .sha256 = part.sha256, .size = part.size});
    }

    void write_data()
    {
        std::error_code none;
        for (const auto& entry : fs::recursive_directory_iterator(settings_.server.app_data_path + "/public", none)) {
            if (!entry.is_regular_file(none)) continue;
            const auto name = fs::relative(entry.path(), settings_.server.app_data_path, none).string();
            if (const auto text = config::read_file(entry.path().string(), largest_data_file))
                add_text(LineKind::data, name, *text);
        }
        add_text(LineKind::settings, "app.ini", config::show(loaded_));
        if (wish_.secrets) write_secrets(settings_, *parts_, [this](const Line& line) { tell(line); });
    }

    void finish(ManifestDraft& manifest)
    {
        const auto source = manifest.finish();
        report_.sha256 = manifest.sha256();
        place_->put(name_of_manifest(report_.name), static_cast<std::uint64_t>(manifest.size()), source);
        const auto name = report_.name + '\n';
        place_->put(std::string(latest), name.size(), opening_of(name)());
        place_->finish();
    }

    const config::Loaded& loaded_;
    const config::Settings& settings_;
    const db::Options& options_;
    const Wish& wish_;
    std::unique_ptr<db::Database> db_;
    std::unique_ptr<Writing> place_;
    std::optional<PartWriter> parts_;
    Older older_;
    ManifestDraft* manifest_ = nullptr;
    Report report_;
};

} // namespace

Result<Report> make_backup(const config::Loaded& loaded, const db::Options& options, const Wish& wish)
{
    return Backup(loaded, options, wish).make();
}

} // namespace cairn::backup
