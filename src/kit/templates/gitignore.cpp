#include "templates/gitignore.hpp"

#include "base/text.hpp"
#include "templates/shelf.hpp"

namespace cairn::templates {

std::span<const EmbeddedFile> gitignores()
{
    static const auto all = shelf(gitignore_files::embedded_files(), ".gitignore");
    return all;
}

const EmbeddedFile* find_gitignore(std::string_view name) { return find_on(gitignores(), name); }

Result<std::string> render_gitignore(std::string_view list)
{
    std::string text;
    for (const std::string_view name : text::split_list(list)) {
        const EmbeddedFile* found = find_gitignore(name);
        if (found == nullptr)
            return fail(Errc::unprocessable, "there is no gitignore template '" + std::string(name) + "'");
        text.append("# ---> ").append(found->name).append("\n").append(found->bytes).append("\n");
    }
    return text;
}

} // namespace cairn::templates
