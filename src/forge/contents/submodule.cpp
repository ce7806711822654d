#include "contents/submodule.hpp"

#include "base/text.hpp"

namespace cairn::contents {

namespace {

std::string_view without_ending(std::string_view address)
{
    while (address.ends_with('/')) address.remove_suffix(1);
    if (address.ends_with(".git")) address.remove_suffix(4);
    return address;
}

// "../other" from ".../ann/work" is ".../ann/other". Nothing above the host.
std::string resolve(std::string_view relative, std::string_view web)
{
    auto base = std::string(web);
    const auto host_end = base.find('/', base.find("://") + 3);
    for (const auto part : text::split(relative, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..") {
            base += "/" + std::string(part);
            continue;
        }
        const auto slash = base.rfind('/');
        if (slash == base.npos || slash < host_end) return {};
        base.resize(slash);
    }
    return base;
}

// Who signs in there, and at which port git is heard, is not for a page.
std::string page_at(std::string_view host_and_path, bool keeps_port)
{
    const auto slash = host_and_path.find('/');
    if (slash == host_and_path.npos) return {};
    auto host = host_and_path.substr(0, slash);
    if (const auto at = host.rfind('@'); at != host.npos) host.remove_prefix(at + 1);
    if (!keeps_port) host = host.substr(0, host.find(':'));
    if (host.empty()) return {};
    return std::string(host) + std::string(host_and_path.substr(slash));
}

} // namespace

std::string submodule_page(std::string_view given, std::string_view web)
{
    const auto address = without_ending(text::trim(given));
    if (address.starts_with("./") || address.starts_with("../")) return resolve(address, web);
    for (const std::string_view scheme : {"https://", "http://"})
        if (address.starts_with(scheme)) {
            const auto page = page_at(address.substr(scheme.size()), true);
            return page.empty() ? page : std::string(scheme) + page;
        }
    for (const std::string_view scheme : {"ssh://", "git+ssh://", "git://"})
        if (address.starts_with(scheme)) {
            const auto page = page_at(address.substr(scheme.size()), false);
            return page.empty() ? page : "https://" + page;
        }
    // git@host:path
    const auto colon = address.find(':');
    if (colon == address.npos || address.substr(0, colon).contains('/') || address.substr(colon).starts_with("://"))
        return {};
    if (!address.substr(0, colon).contains('@')) return {};
    const auto page =
        page_at(std::string(address.substr(0, colon)) + "/" + std::string(address.substr(colon + 1)), true);
    return page.empty() ? page : "https://" + page;
}

} // namespace cairn::contents
