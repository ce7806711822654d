// The wiki of a repository: who may read and write it, finding its pages, and writing, moving and deleting them.
#pragma once

#include "api/long_texts.hpp"
#include "git/store/repositories.hpp"
#include "wiki/page.hpp"

namespace cairn::wiki {

// Whoever may not read the wiki is not told of it; a wiki that is switched off is there for nobody.
namespace question {
Result<void> reads(const api::Call&, const repositories::RepositoryContext&);
Result<void> changes(const api::Call&, const repositories::RepositoryContext&);
} // namespace question
inline constexpr api::Guard reads_wiki = repositories::repository_guard<question::reads>("reads the wiki");
inline constexpr api::Guard writes_wiki =
    repositories::repository_guard<question::changes>("writes to the wiki", {401, 403, 404, 423});

struct CreateWikiPageOptions {
    std::string title;
    std::string content_base64;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(CreateWikiPageOptions, (), (title, content_base64, message))
constexpr auto notes(const CreateWikiPageOptions*)
{
    return std::array{Note{.member = "title", .doc = "another one moves the page", .required = true, .max_length = 250},
                      Note{.member = "content_base64",
                           .doc = "all of it; left out, the page becomes empty",
                           .max_length = api::whole_file},
                      Note{"message", "of the commit"}};
}

// The wiki at its newest commit.
struct OpenedWiki {
    git::Repositories::Handle repository;
    git::ObjectId commit;
};

// Errc::not_found where nobody has written a page yet.
Result<OpenedWiki> open_wiki(const api::Call&, const repositories::RepositoryContext&);

// A page, and the commit that gave it the content it has.
struct ListedPage {
    PageName name;
    git::Commit last;
};

// Of the files in the wiki those of this page that are pages, and how many files there are.
Result<Page<ListedPage>> list_pages(const OpenedWiki&, const Paging&);

// Revisions of a page of the wiki, the newest first, 50 at a time, and how many there are. Errc::not_found.
Result<Page<git::Commit>> list_revisions(const OpenedWiki&, const PageName&, std::int64_t page);

// A page that was written: it is in that commit.
struct WrittenPage {
    OpenedWiki wiki;
    PageName name;
};

// Each makes one commit in the name of the caller, or nothing. Errc::unprocessable without a title, Errc::bad_request
// for content that is not in base64, for a title that the site needs itself or, of a new page, that is taken.
Result<WrittenPage> create_page(const api::Call&, const repositories::RepositoryContext&, const CreateWikiPageOptions&);
// Rewrites a page, and moves it where it has another title. `seen`: the id of the page's file as it was when somebody
// began to edit it. Then Errc::conflict if it is another now, and Errc::bad_request for the title of another page.
Result<WrittenPage> edit_page(const api::Call&, const repositories::RepositoryContext&, const PageName& old_name,
                              const CreateWikiPageOptions&, std::string_view seen = {});
// Errc::not_found.
Result<void> delete_page(const api::Call&, const repositories::RepositoryContext&, const PageName&);

} // namespace cairn::wiki
