#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "backup/database_parts.hpp"
#include "backup/opened.hpp"
#include "backup/repository_parts.hpp"
#include "backup/secrets.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "config/address.hpp"
#include "config/file.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "db/filling.hpp"
#include "db/migrations.hpp"
#include "storage/storage.hpp"

namespace cairn::backup {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view texts_of_people[] = {"account", "comment",    "former_text", "issue",   "milestone",
                                                "project", "repository", "review",      "release", "saved_reply"};

// The first steps of this program that are those of the backup: what it was written with.
Result<std::vector<EmbeddedFile>> steps_of(const std::vector<Step>& schema)
{
    const auto known = db::embedded_files();
    std::vector<EmbeddedFile> steps(known.begin(), known.end());
    std::ranges::sort(steps, {}, &EmbeddedFile::name);
    const auto name_of_step = [](const Step& step) {
        auto number = std::to_string(step.number);
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
        return number + "_" + step.name + ".sql";
    };
    for (std::size_t i = 0; i < schema.size(); ++i)
        if (i >= steps.size() || steps[i].name != name_of_step(schema[i]))
            return fail(Errc::unprocessable,
                        "the backup's database has had the step " + name_of_step(schema[i])
                            + ", which this program does not know: restore it with the program that made it, or a "
                              "newer one");
    steps.resize(schema.size());
    return steps;
}

class Restoring {
public:
    Restoring(config::Loaded& loaded, const db::Options& options, const RestoreWish& wish, Opened& opened)
        : loaded_(loaded), options_(options), wish_(wish), opened_(opened)
    {
    }

    Result<Restored> restore()
    {
        TRY(learn());
        const auto steps = TRY(steps_of(restored_.header.schema));
        TRY(check_empty());
        TRY(take_secrets());
        TRY(take_address());
        TRY(read_files());
        TRY(fill_database(steps));
        return std::move(restored_);
    }

private:
    const config::Settings& settings() const { return loaded_.settings; }

    // All of the manifest, before anything is written.
    Result<> learn()
    {
        return read_manifest(*opened_.backup.files, opened_.backup.manifest,
                             {.header = [&](const Header& header) -> Result<> {
                                  restored_.header = header;
                                  return {};
                              },
                              .line = [&](const Line& line) -> Result<> {
                                  if (line.kind == LineKind::table) tables_.push_back(line);
                                  if (line.kind == LineKind::secret) secrets_.push_back(line);
                                  if (line.kind == LineKind::missing) restored_.missing.push_back(line.name);
                                  total_ += 1;
                                  return {};
                              }});
    }

    // A site that was started once, and that nobody has come to, is as good as one that never was.
    Result<> check_empty() const
    {
        if (options_.engine == db::Options::Engine::sqlite && !fs::exists(options_.path)) return {};
        const auto db = db::open(options_);
        const bool begun = options_.engine == db::Options::Engine::sqlite
            ? db->scalar<bool>("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'account')")
            : db->scalar<bool>("SELECT to_regclass('account') IS NOT NULL");
        if (begun && db->scalar<std::int64_t>("SELECT count(*) AS value FROM account") > 0)
            return fail(Errc::conflict,
                        "this site has accounts already: a backup is restored into a site that has "
                        "nobody yet, with a database and folders of its own");
        return {};
    }

    Result<> take_secrets()
    {
        const auto mark = mark_of_secret(settings());
        const auto& wanted = restored_.header.secret_mark;
        if (!wish_.new_secrets && mark != wanted && !(mark.empty() && restored_.header.has_secrets))
            return fail(Errc::conflict,
                        "what the backup has sealed (second factors, secrets of hooks and workflows, credentials of "
                        "mirrors) opens with the [security] SECRET_KEY of the site that it is of, and this site's is "
                            + std::string(mark.empty() ? "empty" : "another one")
                            + ": copy it and [oauth2] JWT_SECRET from that site's app.ini, or say --new-secrets and do "
                              "without");
        return read_secrets(loaded_, secrets_, opened_.parts);
    }

    Result<> take_address()
    {
        if (wish_.url.empty() || wish_.url == settings().server.root_url) return {};
        if (!text::istarts_with(wish_.url, "http://") && !text::istarts_with(wish_.url, "https://"))
            return fail(Errc::bad_request, "this is no address of a site: " + wish_.url);
        return config::set_address(loaded_, wish_.url);
    }

    // Links to the site itself in what people have written. The address has nothing in it that a row would write in
    // another way.
    Rewriting rewriting() const
    {
        const auto& from = restored_.header.address;
        const auto& to = settings().server.root_url;
        if (wish_.url.empty() || from.empty() || from == to) return {};
        return [from, to](const Line& table, std::string& lines) {
            if (std::ranges::find(texts_of_people, table.name) == std::end(texts_of_people)) return;
            for (auto at = lines.find(from); at != lines.npos; at = lines.find(from, at + to.size()))
                lines.replace(at, from.size(), to);
        };
    }

    Result<> read_files()
    {
        const auto storage = storage::open_storage(settings().storage);
        RepositoryReader repositories(settings().repository.root, opened_.parts);
        std::int64_t done = 0;
        TRY(read_manifest(*opened_.backup.files, opened_.backup.manifest,
                          {.header = {}, .line = [&](const Line& line) -> Result<> {
                               if (wish_.progress) wish_.progress("lines", done++, total_);
                               switch (line.kind) {
                               case LineKind::repository:
                               case LineKind::bundle:
                               case LineKind::file: return repositories.take(line);
                               case LineKind::stored: read_stored(*storage, line); return {};
                               case LineKind::data: return read_data(line);
                               default: return {};
                               }
                           }}));
        repositories.finish();
        restored_.repositories = repositories.count();
        sync_disk(settings().repository.root);
        return {};
    }

    void read_stored(storage::Storage& storage, const Line& line)
    {
        ++restored_.stored;
        if (storage.size(line.name) == static_cast<std::uint64_t>(line.size)) return; // from the last try
        storage.put(line.name, opened_.parts.open(line.part()));
    }

    Result<> read_data(const Line& line) const
    {
        if (!line.name.starts_with("public/") || !stays_below(line.name))
            return fail(Errc::unprocessable, "this is no file of the data folder: " + line.name);
        const fs::path path = fs::path(settings().server.app_data_path) / line.name;
        fs::create_directories(path.parent_path());
        if (const auto written = config::replace_file(path.string(), opened_.parts.read(line.part())); !written)
            return fail(Errc::unavailable, written.error());
        return {};
    }

    static void sync_disk(const std::string& folder)
    {
        const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!opened || ::syncfs(opened.number()) != 0) throw std::system_error(errno, std::generic_category(), folder);
    }

    // With the tables as the backup's program had them; what has been added since comes to the rows as in an upgrade.
    Result<> fill_database(const std::vector<EmbeddedFile>& steps)
    {
        {
            const auto db = db::open(options_);
            if (db::pending_migrations(*db) > 0) db::migrate(*db, steps);
            const auto ran = db->scalar<std::int64_t>("SELECT count(*) AS value FROM schema_migration");
            if (ran != static_cast<std::int64_t>(steps.size()))
                return fail(Errc::conflict,
                            "this site's database is that of a newer program than the backup's: delete "
                            "it, it has nothing in it yet, so that it begins as the backup's did");
        }
        {
            const auto filling = db::fill(options_);
            TableReader reader(*filling, opened_.parts, rewriting());
            for (const auto& table : tables_) {
                if (wish_.progress)
                    wish_.progress("rows of " + table.name, restored_.rows, restored_.rows + table.rows);
                TRY(reader.read(table));
                restored_.rows += table.rows;
            }
            filling->commit();
        }
        db::migrate(*db::open(options_));
        return {};
    }

    config::Loaded& loaded_;
    const db::Options& options_;
    const RestoreWish& wish_;
    Opened& opened_;
    Restored restored_;
    std::vector<Line> tables_;
    std::vector<Line> secrets_;
    std::int64_t total_ = 0;
};

} // namespace

Result<Restored> restore_backup(config::Loaded& loaded, const db::Options& options, const RestoreWish& wish)
{
    const auto opened = TRY(open_backup(wish.where, wish.since, loaded.settings));
    return Restoring(loaded, options, wish, *opened).restore();
}

} // namespace cairn::backup
