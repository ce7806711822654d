// Text rendered for clients that show it themselves.
#include "accounts/guards.hpp"
#include "accounts/visibility.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "markup/render.hpp"
#include "misc/tables.hpp"
#include "repositories/guards.hpp"

namespace cairn::misc {

using namespace api;
using accounts::signed_in;
using repositories::RepositoryContext;
using repositories::sees_repository_signed_in;
using enum Method;

namespace {

struct MarkdownOption {
    std::string Text;
    std::string Mode;
    std::string Context;
    bool Wiki = false;
};
BOOST_DESCRIBE_STRUCT(MarkdownOption, (), (Text, Mode, Context, Wiki))
constexpr auto notes(const MarkdownOption*)
{
    return std::array{
        Note{"Text", "what to render"},
        Note{"Mode", "what the text is: markdown (no more than that), gfm (a file), comment or wiki"},
        Note{"Context", "where relative links count from: /owner/repository, perhaps with /src/branch/main behind it"},
        Note{"Wiki", "the same as the mode wiki"},
    };
}

struct MarkupOption {
    std::string Text;
    std::string Mode;
    std::string Context;
    std::string FilePath;
    bool Wiki = false;
};
BOOST_DESCRIBE_STRUCT(MarkupOption, (), (Text, Mode, Context, FilePath, Wiki))
constexpr auto notes(const MarkupOption*)
{
    return std::array{
        Note{"Text", "what to render"},
        Note{"Mode", "as for Markdown, or file: rendered by the ending of FilePath"},
        Note{"Context", "where relative links count from: /owner/repository, perhaps with /src/branch/main behind it"},
        Note{"FilePath", "the path of the file in the repository"},
        Note{"Wiki", "the same as the mode wiki"},
    };
}

// Today's clients get this error as words, not as JSON.
Raw refused(std::string words)
{
    return {.body = std::move(words), .content_type = "text/plain;charset=utf-8", .status = 422};
}

Result<Raw> shown(Result<std::string> html)
{
    if (!html && html.error().code == Errc::unprocessable) return refused(std::move(html.error().message));
    return Raw{.body = TRY(std::move(html)), .content_type = "text/html;charset=utf-8"};
}

Result<Raw> render(Call& call, const MarkupOption& option)
{
    const auto known = [&](std::span<const std::string> names) {
        return accounts::visible_names(call.db(), accounts::Viewer::of(call.caller), names);
    };
    const bool file = option.Mode == "file" && !option.Wiki;
    const auto place = markup::read_link_context(call.settings().server.root_url, option.Context,
                                                 file ? option.FilePath : std::string());
    if (file) return shown(markup::render_file(option.FilePath, option.Text, place, known));

    markup::Mode mode{};
    if (option.Wiki || option.Mode == "wiki") mode = markup::Mode::wiki;
    else if (option.Mode.empty() || option.Mode == "markdown") mode = markup::Mode::plain;
    else if (option.Mode == "gfm") mode = markup::Mode::file;
    else if (option.Mode == "comment") mode = markup::Mode::comment;
    else return refused("there is no mode '" + option.Mode + "'");
    return shown(markup::render_markdown(option.Text, mode, place, known));
}

Result<Raw> render_markup(Call& call, Body<MarkupOption> body) { return render(call, body.value); }

// In a repository links count from there, unless the request says otherwise.
std::string context_in(const RepositoryContext& place, const std::string& wanted)
{
    return wanted.empty() ? "/" + place.owner.name + "/" + place.repository.name : wanted;
}

MarkupOption as_markup(const MarkdownOption& option)
{
    // Without a path the file is Markdown.
    return {.Text = option.Text,
            .Mode = option.Mode == "file" ? "gfm" : option.Mode,
            .Context = option.Context,
            .FilePath = {},
            .Wiki = option.Wiki};
}

Result<Raw> render_markdown(Call& call, Body<MarkdownOption> body) { return render(call, as_markup(body.value)); }

std::string read_text(Upload& upload)
{
    std::string text;
    char buffer[16 * 1024];
    while (const auto count = upload.body->read(buffer)) {
        text.append(buffer, count);
        if (text.size() > markup::longest_text) break; // render() has the words for it
    }
    return text;
}

Result<Raw> render_raw(Call& call, Upload upload) { return render(call, {.Text = read_text(upload)}); }

Result<Raw> render_markup_in(Call& call, const RepositoryContext& place, Body<MarkupOption> body)
{
    body.value.Context = context_in(place, body->Context);
    return render(call, body.value);
}

Result<Raw> render_markdown_in(Call& call, const RepositoryContext& place, Body<MarkdownOption> body)
{
    body.value.Context = context_in(place, body->Context);
    return render(call, as_markup(body.value));
}

Result<Raw> render_raw_in(Call& call, const RepositoryContext& place, Upload upload)
{
    return render(call, {.Text = read_text(upload), .Context = context_in(place, {})});
}

// clang-format off
constexpr Operation markup_operations[] = {
    {POST, "/markdown",     scope::none, signed_in, handle<render_markdown>, 200, "renderMarkdown",    "Render Markdown", {413, 422}, "MarkdownRender", "text/html"},
    {POST, "/markdown/raw", scope::none, signed_in, handle<render_raw>,      200, "renderMarkdownRaw", "Render the request's body as Markdown", {413, 422}, "MarkdownRender", "text/html"},
    {POST, "/markup",       scope::none, signed_in, handle<render_markup>,   200, "renderMarkup",      "Render a file or Markdown", {413, 422}, "MarkupRender", "text/html"},
};
constexpr Operation repository_operations[] = {
    {POST, "/repos/{owner}/{repo}/markdown",     scope::repository, sees_repository_signed_in, handle<render_markdown_in>, 200, "repoRenderMarkdown",    "Render Markdown as in the repository", {413, 422}, "MarkdownRender", "text/html"},
    {POST, "/repos/{owner}/{repo}/markdown/raw", scope::repository, sees_repository_signed_in, handle<render_raw_in>,      200, "repoRenderMarkdownRaw", "Render the request's body as Markdown of the repository", {413, 422}, "MarkdownRender", "text/html"},
    {POST, "/repos/{owner}/{repo}/markup",       scope::repository, sees_repository_signed_in, handle<render_markup_in>,   200, "repoRenderMarkup",      "Render a file or Markdown as in the repository", {413, 422}, "MarkupRender", "text/html"},
};
// clang-format on
static_assert(well_formed(markup_operations));
static_assert(well_formed(repository_operations));

} // namespace

const Table markup_table{"miscellaneous", markup_operations};
const Table repository_markup_table{"repository", repository_operations};

} // namespace cairn::misc
