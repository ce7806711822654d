#include "takeout/takeout.hpp"

#include <mutex>
#include <set>

#include "accounts/keys/public_key.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/profile/profile.hpp"
#include "api/json_writer.hpp"
#include "base/log.hpp"
#include "db/attachments.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/exports.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "repositories/repository.hpp"
#include "runners/zip.hpp"
#include "takeout/taken_rows.hpp"

namespace cairn::takeout {

using accounts::Account;
using runners::ZipWriter;

namespace {

constexpr std::size_t most_at_once = 4;

// Of all bundles together: an archive of this form ends at 4 GiB, and what is in the way then is the whole of it.
constexpr std::int64_t most_bytes = 3LL << 30;

struct Turns {
    std::mutex mutex{};
    std::set<std::int64_t> taken{}; // by account
};

// Somebody's turn, until it ends, or as long as it lives.
class Turn {
public:
    Turn(Turns& turns, std::int64_t account_id) : turns_(turns), account_id_(account_id) { }
    ~Turn() { end(); }
    void end()
    {
        const std::lock_guard lock(turns_.mutex);
        if (!std::exchange(ended_, true)) turns_.taken.erase(account_id_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    Turns& turns_;
    std::int64_t account_id_;
    bool ended_ = false;
};

Result<std::shared_ptr<Turn>> take_turn(db::Database& db, std::int64_t account_id)
{
    auto& turns = db.attachments()->get<Turns>();
    const std::lock_guard lock(turns.mutex);
    if (turns.taken.contains(account_id))
        return fail(Errc::too_many_requests, "your data are being sent already: wait until that has ended");
    if (turns.taken.size() >= most_at_once)
        return fail(Errc::too_many_requests, "others get their data at the moment: try again in a few minutes");
    turns.taken.insert(account_id);
    return std::make_shared<Turn>(turns, account_id);
}

// Sends what git makes into the file that was begun.
class ZipSink : public git::Sink {
public:
    explicit ZipSink(ZipWriter& zip) : zip_(zip) { }
    void write(std::string_view bytes) override { zip_.write(bytes); }

private:
    ZipWriter& zip_;
};

template <class T> void put(ZipWriter& zip, const std::string& name, const T& value)
{
    std::string text;
    api::write_json(text, type_of<T>(), &value);
    zip.begin(name, Time::now());
    zip.write(text);
    zip.end();
}

// Rows in the order of their ids, some at a time.
template <class Row> void put_rows(ZipWriter& zip, const std::string& name, auto read)
{
    zip.begin(name, Time::now());
    zip.write("[");
    std::int64_t after = 0;
    for (bool first = true;;) {
        const std::vector<Row> rows = read(after);
        for (const auto& row : rows) {
            std::string text(first ? "\n" : ",\n");
            first = false;
            api::write_json(text, type_of<Row>(), &row);
            zip.write(text);
        }
        if (rows.empty()) break;
        after = rows.back().id;
    }
    zip.write("\n]\n");
    zip.end();
}

void put_account(ZipWriter& zip, const api::Site& site, const Account& account, const access::Viewer& person)
{
    put(zip, "account.json", taken_account(account));
    put(zip, "settings.json", accounts::settings_of(site.db, site.settings(), account.id));
    put(zip, "emails.json", accounts::list_addresses(site.db, account.id));
    put(zip, "keys.json", taken_keys(site.db, account.id));
    put(zip, "organizations.json", organization_names(site.db, account.id));
    put(zip, "following.json", followed_names(site.db, account.id));
    put(zip, "followers.json", follower_names(site.db, account.id));
    put(zip, "stars.json", starred_names(site.db, person));
}

// Not for one that has nothing in it, or whose folder cannot be read: the rest is worth having.
void put_bundle(ZipWriter& zip, const api::Site& site, const TakenFolder& row)
{
    const auto repository = site.get<git::Repositories>().open(row.storage);
    if (!repository) return;
    std::vector<git::Reference> references;
    for (const std::string_view prefix : {"refs/heads/", "refs/tags/"})
        if (auto found = git::list_references(**repository, prefix))
            references.insert(references.end(), std::move_iterator(found->begin()), std::move_iterator(found->end()));
    if (references.empty()) return;
    const auto bundle =
        git::prepare_bundle(site.get<git::Children>(), site.get<git::Store>().path(row.storage), references);
    zip.begin("repositories/" + row.name + ".bundle", Time::now());
    ZipSink sink(zip);
    const auto sent = bundle.send(sink);
    zip.end();
    if (sent) return;
    log::warn("a repository could not be taken along", {{"repository", row.id}, {"error", sent.error().message}});
    put(zip, "repositories/" + row.name + ".error.json", std::string("this repository could not be read"));
}

// As many as there is room for, and for each of the others a word.
void put_bundles(ZipWriter& zip, const api::Site& site, const Account& account)
{
    std::int64_t bytes = 0;
    for (std::int64_t after = 0;;) {
        const auto rows = folders_after(site.db, account.id, after);
        if (rows.empty()) return;
        for (const auto& row : rows) {
            if (row.size > most_bytes - bytes) {
                put(zip, "repositories/" + row.name + ".error.json",
                    std::string("this repository is too large for the file: clone it"));
                continue;
            }
            bytes += row.size;
            put_bundle(zip, site, row);
        }
        after = rows.back().id;
    }
}

void write_all(http::BodyWriter& out, const api::Site& site, const Account& account, Turn& turn)
{
    ZipWriter zip([&](std::string_view part) { out.write(part); });
    const access::Viewer person{.id = account.id, .admin = account.is_admin, .restricted = account.is_restricted};
    put_account(zip, site, account, person);
    put_rows<TakenIssue>(zip, "issues.json", [&](std::int64_t after) { return issues_after(site.db, person, after); });
    put_rows<TakenComment>(zip, "comments.json",
                           [&](std::int64_t after) { return comments_after(site.db, person, after); });
    put_rows<TakenRepository>(zip, "repositories.json",
                              [&](std::int64_t after) { return repositories_after(site.db, account.id, after); });
    put_bundles(zip, site, account);
    turn.end(); // whoever has the last bytes may ask again
    zip.finish();
}

} // namespace

Result<http::Producer> take_out(const api::Call& call, const Account& account)
{
    auto turn = TRY(take_turn(call.db(), account.id));
    return http::Producer{.produce = [turn = std::move(turn), &site = call.site,
                                      account](http::BodyWriter& out) { write_all(out, site, account, *turn); },
                          .length = {}};
}

} // namespace cairn::takeout
