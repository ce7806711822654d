// Any text as a template of issues, in Markdown and in YAML, and as their settings: it is one, or there are words that
// say why it is none.
#include <cstdint>
#include <string_view>

#include "demand.hpp"
#include "issues/template_form.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const std::string_view path : {".gitea/ISSUE_TEMPLATE/a.md", ".gitea/ISSUE_TEMPLATE/a.yaml"})
        if (const auto form = issues::read_template(path, text)) {
            fuzz::demand(!form->name.empty());
            fuzz::demand(form->content.size() <= size);
        }
    if (const auto config = issues::read_config(text); !config) fuzz::demand(!config.error().message.empty());
    return 0;
}
