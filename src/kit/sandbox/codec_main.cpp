#include "sandbox/codec_main.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>

#include "sandbox/landlock.hpp"
#include "sandbox/message.hpp"
#include "sandbox/sanitized.hpp"
#include "sandbox/seccomp.hpp"

namespace cairn::sandbox {

namespace {

constexpr int channel = 0;

bool read_all(char* into, std::size_t count)
{
    while (count > 0) {
        const auto got = read(channel, into, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false; // the server has no more to do for us, or is gone
        into += got;
        count -= static_cast<std::size_t>(got);
    }
    return true;
}

bool write_all(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto put = write(channel, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

void limit(__rlimit_resource what, rlim_t most)
{
    const rlimit both{most, most};
    setrlimit(what, &both);
}

// What cannot be had of it in this kernel is done without, which the server has told its log; what fails is a failure.
bool confine(const Codec& codec)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    if (!is_sanitized) {
        limit(RLIMIT_DATA, codec.memory);
        limit(RLIMIT_AS, codec.memory + (4ULL << 30U)); // with the libraries, which are mapped and not its own
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); // nobody of this account looks into it, or the other way round
    if (landlock_version() > 0 && !restrict_self(Ruleset(Network::none).number())) return false;
    return !kernel_has_seccomp() || install(filter_of_codecs());
}

// A server that was killed cannot end a codec process that works without end.
void set_alarm(std::chrono::milliseconds time)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
    itimerval timer{};
    timer.it_value.tv_sec = seconds == 0 ? 0 : seconds + 1;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

// An answer is sent whole or not at all: what is thrown is not caught by anybody who would go on in this process.
int serve(const Codec& codec)
{
    std::string request;
    for (;;) {
        RequestHead head;
        if (!read_all(reinterpret_cast<char*>(&head), sizeof head)) return 0;
        request.resize(head.size);
        if (!read_all(request.data(), request.size())) return 0;
        set_alarm(codec.time);
        const auto made = codec.work(request);
        set_alarm({});
        const std::string_view bytes = made ? std::string_view(*made) : std::string_view(made.error().message);
        const AnswerHead answer{.refused = made ? 0U : 1U, .size = static_cast<std::uint32_t>(bytes.size())};
        if (!write_all({reinterpret_cast<const char*>(&answer), sizeof answer}) || !write_all(bytes)) return 0;
        if (request.capacity() > kept_buffer) std::string().swap(request);
    }
}

int work(const Codec& codec)
{
    codec.prepare();
    if (!confine(codec)) return exit_not_confined;
    try {
        return serve(codec);
    } catch (const std::bad_alloc&) {
        return exit_out_of_memory;
    } catch (...) {
        return exit_failed;
    }
}

} // namespace

void become_codec_if_told(int argc, char** argv, std::span<const Codec* const> codecs)
{
    if (argc != 3 || argv[1] != codec_argument) return;
    const auto found = std::ranges::find(codecs, std::string_view(argv[2]), &Codec::name);
    // Nothing of what usually follows a main() is for a process that may do nothing.
    _exit(found == codecs.end() ? exit_unknown_codec : work(**found));
}

} // namespace cairn::sandbox
