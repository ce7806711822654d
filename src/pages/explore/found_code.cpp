#include "pages/explore/found_code.hpp"

#include "contents/revision.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/safe_html.hpp"

namespace cairn::pages {

namespace {

void write_text(HtmlWriter& out, const code_search::FoundLine& line)
{
    const std::string_view text = line.text;
    if (line.begins_before) out.text("…");
    std::size_t at = 0;
    for (const auto& range : line.ranges) {
        const auto begin = static_cast<std::size_t>(range.begin);
        out.text(text.substr(at, begin - at));
        out.open("mark").text(text.substr(begin, static_cast<std::size_t>(range.length))).close("mark");
        at = begin + static_cast<std::size_t>(range.length);
    }
    out.text(text.substr(at));
    if (line.goes_on) out.text("…");
}

Html rows_of(const code_search::Fragment& fragment, const std::string& file)
{
    HtmlWriter out;
    for (const auto& line : fragment.lines) {
        const auto number = std::to_string(line.number);
        out.open("tr").open("td", {{"class", "n"}});
        out.link(file + "#L" + number, {{"tabindex", "-1"}}).text(number).close("a").close("td");
        out.open("td", {{"class", "c"}});
        write_text(out, line);
        out.close("td").close("tr");
    }
    return out.take();
}

} // namespace

std::vector<ShownCode> show_code(const api::Call& call, std::span<const code_search::FoundFile> files)
{
    const auto root = root_of(call.settings());
    std::vector<ShownCode> shown;
    for (const auto& file : files) {
        // What is numbered is the commit that was indexed; the branch may be further.
        const auto revision = file.commit_id.empty() ? "/src/branch/" + contents::escape_path(file.branch)
                                                     : "/src/commit/" + file.commit_id;
        ShownCode made{.owner = file.owner,
                       .repository = file.repository,
                       .path = file.path,
                       .language = file.language,
                       .address = repository_address(file.owner, file.repository) + revision + "/"
                           + contents::escape_path(file.path),
                       .lines = file.lines};
        for (const auto& fragment : file.fragments) made.fragments.push_back(rows_of(fragment, root + made.address));
        shown.push_back(std::move(made));
    }
    return shown;
}

} // namespace cairn::pages
