#include "sandbox/codec_processes.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>

#include "base/blocking_guard.hpp"
#include "base/log.hpp"
#include "sandbox/codec_process.hpp"

namespace cairn::sandbox {

namespace {

std::atomic<CodecProcesses*> the_processes = nullptr;

std::unexpected<Error> none_to_be_had(const Codec& codec)
{
    return fail(Errc::unavailable, std::string(codec.what) + " cannot be read at the moment: try again later");
}

} // namespace

CodecProcesses::CodecProcesses(Options options) : options_(std::move(options)) { the_processes = this; }

CodecProcesses::~CodecProcesses() { the_processes = nullptr; }

CodecProcesses* CodecProcesses::here() { return the_processes; }

Result<std::unique_ptr<CodecProcess>> CodecProcesses::take(const Codec& codec)
{
    std::unique_lock lock(mutex_);
    auto& pool = pools_[&codec];
    const auto there_is_one = [&] { return !pool.idle.empty() || pool.alive < codec.most; };
    if (!changed_.wait_for(lock, options_.patience, there_is_one)) return none_to_be_had(codec);
    std::vector<std::unique_ptr<CodecProcess>> dead; // ended below, when others need not wait for it
    while (!pool.idle.empty()) {
        auto last = std::move(pool.idle.back());
        pool.idle.pop_back();
        if (last->is_usable()) return last;
        --pool.alive;
        dead.push_back(std::move(last));
    }
    ++pool.alive;
    if (!keeper_.joinable()) keeper_ = std::jthread([this](const std::stop_token& stop) { end_idle(stop); });
    lock.unlock();
    dead.clear();
    try {
        return std::make_unique<CodecProcess>(options_.program, codec);
    } catch (const std::system_error& error) {
        log::error("a codec process cannot be started", {{"codec", codec.name}, {"error", error.what()}});
        give_back(codec, nullptr);
        return none_to_be_had(codec);
    }
}

void CodecProcesses::give_back(const Codec& codec, std::unique_ptr<CodecProcess> process)
{
    const bool usable = process && process->is_usable();
    {
        const std::lock_guard lock(mutex_);
        auto& pool = pools_[&codec];
        if (usable) pool.idle.push_back(std::move(process));
        else --pool.alive;
    }
    changed_.notify_all();
}

void CodecProcesses::end_idle(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        const auto now = CodecProcess::Clock::now();
        auto next = now + options_.idle;
        std::vector<std::unique_ptr<CodecProcess>> over;
        for (auto& [codec, pool] : pools_)
            std::erase_if(pool.idle, [&](auto& process) {
                const auto until = process->idle_since() + options_.idle;
                if (until > now) {
                    next = std::min(next, until);
                    return false;
                }
                over.push_back(std::move(process));
                --pool.alive;
                return true;
            });
        if (!over.empty()) {
            lock.unlock();
            over.clear();
            lock.lock();
            continue;
        }
        changed_.wait_until(lock, stop, next, [] { return false; });
    }
}

Session::Session(CodecProcesses& processes, const Codec& codec, std::unique_ptr<CodecProcess> process)
    : processes_(&processes), codec_(&codec), process_(std::move(process))
{
}

Session::Session(Session&&) noexcept = default;

Session::~Session()
{
    if (process_) processes_->give_back(*codec_, std::move(process_));
}

Result<Session> Session::open(CodecProcesses& processes, const Codec& codec)
{
    before_blocking();
    return Session(processes, codec, TRY(processes.take(codec)));
}

Result<std::string> Session::ask(std::string_view request) { return process_->ask(request); }

Result<std::string> ask(const Codec& codec, std::string_view request)
{
    auto* const processes = CodecProcesses::here();
    if (processes == nullptr) return codec.work(request);
    auto session = Session::open(*processes, codec);
    auto answer = session ? session->ask(request) : Result<std::string>(std::unexpected(session.error()));
    if (!answer && answer.error().code == Errc::unavailable) throw NoCodecProcess(answer.error().message);
    return answer;
}

} // namespace cairn::sandbox
