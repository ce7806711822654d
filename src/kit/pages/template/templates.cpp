#include "pages/template/templates.hpp"

namespace cairn::pages {

namespace {

std::map<std::string, syntax::File, std::less<>> parsed(std::span<const EmbeddedFile> files)
{
    std::map<std::string, syntax::File, std::less<>> made;
    constexpr std::string_view ending = ".html";
    for (const EmbeddedFile& file : files) {
        if (!file.name.ends_with(ending)) continue;
        const auto name = file.name.substr(0, file.name.size() - ending.size());
        made.emplace(name, syntax::parse(file.name, file.bytes));
    }
    return made;
}

} // namespace

Templates::Templates(std::span<const EmbeddedFile> files, Around around)
    : files_(parsed(files)), around_(std::move(around)), binding_(files_, around_)
{
}

} // namespace cairn::pages
