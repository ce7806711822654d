#include "templates/licenses.hpp"

#include <array>
#include <utility>

#include "templates/shelf.hpp"

namespace cairn::templates {

std::span<const EmbeddedFile> licenses()
{
    static const auto all = shelf(license_files::embedded_files(), ".txt");
    return all;
}

const EmbeddedFile* find_license(std::string_view name) { return find_on(licenses(), name); }

namespace {

// In one pass, so that an owner who is called {{email}} stays so.
std::string filled(std::string_view text, const Licensor& by)
{
    const std::array<std::pair<std::string_view, const std::string&>, 4> marks{
        {{"{{year}}", by.year}, {"{{owner}}", by.owner}, {"{{email}}", by.email}, {"{{repository}}", by.repository}}};
    std::string out;
    out.reserve(text.size() + 128);
    while (!text.empty()) {
        const auto at = text.find("{{");
        out += text.substr(0, at);
        if (at == text.npos) break;
        text.remove_prefix(at);
        std::size_t taken = 2;
        std::string_view put = text.substr(0, taken);
        for (const auto& [mark, value] : marks)
            if (text.starts_with(mark)) {
                taken = mark.size();
                put = value;
            }
        out += put;
        text.remove_prefix(taken);
    }
    return out;
}

} // namespace

Result<std::string> render_license(std::string_view name, const Licensor& by)
{
    const EmbeddedFile* found = find_license(name);
    if (found == nullptr) return fail(Errc::unprocessable, "there is no license '" + std::string(name) + "'");
    return filled(found->bytes, by);
}

} // namespace cairn::templates
