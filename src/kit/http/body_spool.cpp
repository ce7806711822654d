#include "http/body_spool.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/log.hpp"
#include "http/pipes.hpp"

namespace cairn::http {

namespace {

Refusal cannot_be_kept(const char* doing)
{
    const int error = errno;
    log::error("a request's body cannot be kept in a file",
               {{"doing", doing}, {"error", std::system_category().message(error)}});
    if (error == ENOSPC || error == EDQUOT) return {507, "the server has no room left to store this"};
    return {503, "the server cannot take a large body at the moment"};
}

} // namespace

BodySpool::~BodySpool()
{
    if (mapped_ != nullptr) ::munmap(mapped_, written_);
    if (descriptor_ >= 0) ::close(descriptor_);
    if (memory_ > 0) budget_.give_memory(memory_);
    if (taken_ > 0) budget_.give(client_, taken_);
}

std::optional<Refusal> BodySpool::grown(const std::string& body)
{
    const auto now = written_ + body.size();
    if (now > taken_) {
        if (!budget_.take(client_, now - taken_)) return Refusal{503, "too many large bodies at once: try again later"};
        taken_ = now;
    }
    if (body.size() > memory_) {
        tight_ = !budget_.take_memory(body.size() - memory_);
        if (!tight_) memory_ = body.size();
    }
    return {};
}

bool BodySpool::is_due(const std::string& body) const
{
    return body.size() > kept || (tight_ && body.size() > piece_size);
}

int open_nameless_file(const std::string& folder)
{
    const int made = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return made;
    std::string name = folder + "/body-XXXXXX"; // a file system that makes none without a name
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

std::optional<Refusal> BodySpool::write(std::string& body)
{
    if (!is_file()) descriptor_ = open_nameless_file(folder_);
    if (!is_file()) return cannot_be_kept("making it");
    for (std::string_view rest = body; !rest.empty();) {
        const auto count = ::write(descriptor_, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return cannot_be_kept("writing it");
        written_ += static_cast<std::uint64_t>(count);
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    body.clear();
    return {};
}

std::optional<std::string_view> BodySpool::map()
{
    void* mapped = ::mmap(nullptr, written_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    if (mapped == MAP_FAILED) return {};
    mapped_ = mapped;
    return std::string_view(static_cast<const char*>(mapped), written_);
}

} // namespace cairn::http
