#include "import/stored_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace cairn::import {

std::optional<StoredFile> StoredFile::open(const std::string& path)
{
    Handle file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    struct stat status{};
    if (!file || fstat(fileno(file.get()), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return StoredFile(std::move(file), status.st_size);
}

std::size_t StoredFile::read(std::span<char> into)
{
    const auto got = std::fread(into.data(), 1, into.size(), file_.get());
    if (got == 0 && std::ferror(file_.get()) != 0)
        throw std::system_error(errno, std::generic_category(), "a file of the old site");
    return got;
}

} // namespace cairn::import
