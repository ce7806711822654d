// The files of a wiki as they are: pages as they were written, and the pictures beside them.
#include "api/plain_refusal.hpp"
#include "contents/raw_file.hpp"
#include "contents/revision.hpp"
#include "wiki/reading.hpp"
#include "wiki/tables.hpp"

namespace cairn::wiki {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr int own_segments = 4; // the owner, the repository, wiki, raw

struct RawFilePath {
    std::string filepath;
};
BOOST_DESCRIBE_STRUCT(RawFilePath, (), (filepath))
constexpr auto notes(const RawFilePath*)
{
    return std::array{Note{"filepath", "the path of a file in the wiki, or the name of a page"}};
}

Result<git::TreeEntry> find_file(const Call& call, const OpenedWiki& opened, const std::string& sent)
{
    const auto tree = TRY(opened.repository->peel(opened.commit, git::Kind::tree));
    const auto path = contents::clean_path(sent);
    if (path && !path->empty())
        if (auto entry = git::find_entry(*opened.repository, tree, *path); entry && entry->kind() == git::Kind::blob)
            return entry;
    return find_page(*opened.repository, tree, sent_name(call, own_segments));
}

Result<Raw> get(Call& call, const RepositoryContext& place, Path<RawFilePath> path)
{
    const auto opened = TRY(open_wiki(call, place));
    const auto entry = TRY(find_file(call, opened, path->filepath));
    return contents::raw_answer(TRY(contents::open_raw(call, *opened.repository, entry.id)), entry);
}

// clang-format off
constexpr Operation raw_operations[] = {
    {GET, "/{owner}/{repo}/wiki/raw/{filepath*}", scope::repository, reads_wiki, handle<get>, 200, "siteWikiRaw", "Give a file of the wiki"},
};
// clang-format on
static_assert(well_formed(raw_operations));

} // namespace

const Table raw_table{"site", raw_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::wiki
