#include "markup/safe_html.hpp"

namespace cairn::markup {

// The only place where words of others become an Html: behind the writers that have cleaned them.
class SafeHtml {
public:
    static Result<Html> of(Result<std::string> rendered)
    {
        if (!rendered) return std::unexpected(std::move(rendered).error());
        return Html(std::move(*rendered));
    }
};

Result<Html> markdown_html(std::string_view text, Mode mode, const LinkContext& context, const KnownNames& names)
{
    return SafeHtml::of(render_markdown(text, mode, context, names));
}

Result<Html> file_html(std::string_view path, std::string_view text, const LinkContext& context,
                       const KnownNames& names)
{
    return SafeHtml::of(render_file(path, text, context, names));
}

} // namespace cairn::markup
