#include "repositories/statistics/figures.hpp"

#include <algorithm>

#include "api/call.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/maintenance.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"
#include "repositories/repository.hpp"
#include "repositories/statistics/language_count.hpp"
#include "templates/license_match.hpp"

namespace cairn::repositories {

namespace {

struct LanguageBytes {
    std::string language;
    std::int64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(LanguageBytes, (), (language, bytes))

struct Figures {
    std::int64_t size = 0;
    std::map<std::string, std::int64_t> languages{};
    std::string licenses{};

    // The one that most is written in.
    std::string main_language() const
    {
        const auto most = std::ranges::max_element(languages, {}, [](const auto& each) { return each.second; });
        return most == languages.end() ? std::string() : most->first;
    }
};

Result<std::string> find_licenses(const git::Repository& repository, const git::ObjectId& commit)
{
    constexpr std::uint64_t longest_license = 256U << 10;
    constexpr std::size_t most = 10;
    std::vector<std::string> found;
    for (const auto& entry : TRY(git::read_tree(repository, TRY(git::read_commit(repository, commit)).tree))) {
        if (!entry.is_file() || !templates::is_license_file(entry.name) || found.size() == most) continue;
        const auto text = git::read_blob(repository, entry.id, longest_license);
        if (auto name = text ? templates::match_license(*text) : std::string();
            !name.empty() && std::ranges::find(found, name) == found.end())
            found.push_back(std::move(name));
    }
    std::ranges::sort(found);
    return text::join(found, ",");
}

Result<Figures> figures_of(const git::Store& store, const StoredRepository& repository)
{
    Figures figures{.size = static_cast<std::int64_t>(store.size(repository.storage))};
    if (!repository.wiki_storage.empty())
        figures.size += static_cast<std::int64_t>(store.size(repository.wiki_storage));
    const auto opened = TRY(git::Repository::open(store.path(repository.storage)));
    const auto head = git::find_branch(opened, repository.default_branch);
    if (!head) return figures;
    figures.languages = TRY(count_languages(opened, *head));
    figures.licenses = TRY(find_licenses(opened, *head));
    return figures;
}

} // namespace

Result<void> count_figures(const api::Site& site, std::int64_t repository_id)
{
    const auto repository = find_repository(site.db, repository_id);
    if (!repository) return {};
    const auto figures = TRY(figures_of(site.get<git::Store>(), *repository));
    site.db.write([&](db::Transaction& tx) {
        if (tx.run("UPDATE repository SET git_size = $2, language = $3, licenses = $4 WHERE id = $1", repository_id,
                   figures.size, figures.main_language(), figures.licenses)
            == 0)
            return;
        tx.run("DELETE FROM repository_language WHERE repository_id = $1", repository_id);
        for (const auto& [language, bytes] : figures.languages)
            tx.run("INSERT INTO repository_language (repository_id, language, bytes) VALUES ($1, $2, $3)",
                   repository_id, language, bytes);
    });
    return {};
}

Result<void> tidy_up(const api::Site& site, std::int64_t repository_id)
{
    const auto repository = find_repository(site.db, repository_id);
    if (!repository) return {};
    for (const auto& folder : {repository->storage, repository->wiki_storage}) {
        if (folder.empty() || !git::clutter(site.get<git::Store>().path(folder)).wants_tidying()) continue;
        const auto tidied = git::tidy(site.get<git::Children>(), site.get<git::Store>().path(folder));
        site.get<git::Repositories>().forget(folder);
        if (!tidied) return tidied;
    }
    return {};
}

std::map<std::string, std::int64_t> languages_of(db::Queries& db, std::int64_t repository_id)
{
    std::map<std::string, std::int64_t> languages;
    for (auto& row : db.all<LanguageBytes>("SELECT language, bytes FROM repository_language WHERE repository_id = $1",
                                           repository_id))
        languages.emplace(std::move(row.language), row.bytes);
    return languages;
}

} // namespace cairn::repositories
