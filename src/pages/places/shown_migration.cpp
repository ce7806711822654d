#include "pages/places/shown_migration.hpp"

#include <algorithm>

#include "migrations/migration.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using migrations::State;
using words::Phrase;

namespace {

// Stages that have words in every language. Others are those of git.
struct Stage {
    std::string_view name;
    Phrase words;
};
constexpr Stage stages[] = {
    {"connecting", Phrase("Connecting to the other server")},
    {"Enumerating objects", Phrase("Looking for what there is")},
    {"Counting objects", Phrase("Counting objects")},
    {"Compressing objects", Phrase("Compressing objects")},
    {"Receiving objects", Phrase("Receiving objects")},
    {"Resolving deltas", Phrase("Resolving deltas")},
    {"labels", Phrase("Copying labels")},
    {"milestones", Phrase("Copying milestones")},
    {"issues", Phrase("Copying issues")},
    {"pull requests", Phrase("Copying pull requests")},
    {"reviews", Phrase("Copying reviews")},
    {"releases", Phrase("Copying releases")},
    {"tracked times", Phrase("Copying tracked times")},
    {"dependencies", Phrase("Copying dependencies")},
};

std::string stage_words(const words::Language& in, std::string_view name)
{
    const auto* known = std::ranges::find(stages, name, &Stage::name);
    return known == std::end(stages) ? sentence(name) : in.say(known->words);
}

} // namespace

ShownMigration show_migration(const words::Language& in, const migrations::StoredMigration& migration)
{
    return {.clone_address = migration.clone_address,
            .stage = stage_words(in, migration.stage),
            .done = migration.done_count,
            .total = migration.total_count,
            .percent = migration.total_count > 0
                ? std::min<std::int64_t>(100, migration.done_count * 100 / migration.total_count)
                : 0,
            .waiting = migration.state == State::waiting,
            .running = migration.state == State::running,
            .failed = migration.state == State::failed || migration.state == State::canceled,
            .canceled = migration.canceled,
            .error = sentence(migration.error),
            .created_at = migration.created_at};
}

} // namespace cairn::pages
