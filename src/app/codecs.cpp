#include "app/codecs.hpp"

#include "base/log.hpp"
#include "markup/yaml_codec.hpp"
#include "pictures/codec.hpp"
#include "runners/zip_codec.hpp"
#include "sandbox/landlock.hpp"
#include "sandbox/seccomp.hpp"

namespace cairn::app {

std::span<const sandbox::Codec* const> codecs()
{
    static constexpr const sandbox::Codec* all[] = {&pictures::codec, &markup::yaml_codec, &runners::zip_codec};
    return all;
}

std::unique_ptr<sandbox::CodecProcesses> open_codec_processes(const config::Settings& settings)
{
    if (!settings.security.sandbox) return {};
    return std::make_unique<sandbox::CodecProcesses>(sandbox::CodecProcesses::Options{});
}

void tell_what_is_not_confined(const config::Settings& settings)
{
    if (!settings.security.sandbox)
        return log::warn(
            "[security] SANDBOX is off: what strangers send is decoded in this process, and git is not confined");
    if (sandbox::landlock_version() == 0)
        log::warn("this kernel has no Landlock: git's processes are not held to their own files");
    else if (sandbox::landlock_version() == 1)
        log::warn(
            "this kernel's Landlock is the first one: git's processes that write are not held to their own files");
    if (!sandbox::kernel_has_seccomp())
        log::warn("this kernel has no seccomp that we know: processes are not held to the calls that they need");
}

} // namespace cairn::app
