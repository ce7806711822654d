// What has changed in the old site since an earlier run: rows are held against what they looked like when they came.
#include <algorithm>
#include <cstring>

#include "api/operation.hpp"
#include "crypto/digest.hpp"
#include "import/kind.hpp"

namespace cairn::import {

namespace {

constexpr std::size_t most_examples = 1000;

// What servers write by themselves while nobody changes anything.
bool changes_by_itself(std::string_view column)
{
    constexpr auto such = std::to_array<std::string_view>(
        {"updated_unix", "last_login_unix", "download_count", "sign_count", "is_empty", "content_version"});
    return std::ranges::find(such, column) != such.end();
}

const void* member(const Field& field, const void* row)
{
    return field.of(const_cast<void*>(row)); // NOLINT(cppcoreguidelines-pro-type-const-cast): it is only read
}

struct Seen {
    std::int64_t old_id = 0;
    std::int64_t digest = 0;
};
BOOST_DESCRIBE_STRUCT(Seen, (), (old_id, digest))

} // namespace

std::int64_t digest_of(const Type& row, const void* at, const std::string& more)
{
    std::string text;
    for (const Field& field : row.fields) {
        if (changes_by_itself(field.name)) continue;
        text += field.name;
        text += '=';
        text += api::to_json(field.type(), member(field, at));
        text += '\n';
    }
    const auto digest = crypto::sha256(text + more);
    std::int64_t number = 0;
    std::memcpy(&number, digest.data(), sizeof number);
    return number;
}

std::string name_of(const Type& row, const void* at)
{
    std::string id;
    for (const auto* wanted : {"owner_name", "name", "title", "tag_name", "branch_name", "email", "url", "lower_name"})
        for (const Field& field : row.fields) {
            if (field.name != wanted || field.type().kind != cairn::Kind::string) continue;
            const auto& value = *static_cast<const std::string*>(member(field, at));
            if (value.empty()) continue;
            if (field.name != "owner_name") return id.empty() ? value : id + "/" + value;
            id = value;
        }
    for (const Field& field : row.fields)
        if (field.name == "id") return "id " + api::to_json(field.type(), member(field, at));
    return {};
}

Comparison::Comparison(const Move& move, const Kind& kind) : kind_(kind), changes_{.kind = std::string(kind.name)}
{
    for (const auto& seen : move.queries().all<Seen>("SELECT old_id, digest FROM import_seen WHERE source_id = $1"
                                                     " AND kind = $2",
                                                     move.source_id, kind.name))
        seen_.emplace(seen.old_id, seen.digest);
}

void Comparison::look_at(std::int64_t old_id, std::int64_t digest, const std::function<std::string()>& name)
{
    const auto found = seen_.find(old_id);
    if (found == seen_.end()) return; // refused, and tried again
    if (found->second != digest) {
        ++changes_.changed;
        if (changes_.examples.size() < most_examples) changes_.examples.push_back(name());
    }
    seen_.erase(found);
}

void Comparison::finish(Move& move)
{
    changes_.gone = static_cast<std::int64_t>(seen_.size());
    if (changes_.changed > 0 || changes_.gone > 0) move.changes.push_back(std::move(changes_));
}

void Batch::see(std::int64_t old_id, std::int64_t digest)
{
    tx.run("INSERT INTO import_seen (source_id, kind, old_id, digest) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (source_id, kind, old_id) DO UPDATE SET digest = excluded.digest",
           move_.source_id, kind_.name, old_id, digest);
}

} // namespace cairn::import
