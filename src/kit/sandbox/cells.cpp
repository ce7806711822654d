#include "sandbox/cells.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>

#include "base/blocking_guard.hpp"
#include "base/log.hpp"
#include "sandbox/cell_process.hpp"

namespace cairn::sandbox {

namespace {

std::atomic<Cells*> the_cells = nullptr;

std::unexpected<Error> none_to_be_had(const Trade& trade)
{
    return fail(Errc::unavailable, std::string(trade.what) + " cannot be read at the moment: try again later");
}

} // namespace

Cells::Cells(Options options) : options_(std::move(options)) { the_cells = this; }

Cells::~Cells() { the_cells = nullptr; }

Cells* Cells::here() { return the_cells; }

Result<std::unique_ptr<CellProcess>> Cells::take(const Trade& trade)
{
    std::unique_lock lock(mutex_);
    auto& pool = pools_[&trade];
    const auto there_is_one = [&] { return !pool.idle.empty() || pool.alive < trade.most; };
    if (!changed_.wait_for(lock, options_.patience, there_is_one)) return none_to_be_had(trade);
    std::vector<std::unique_ptr<CellProcess>> dead; // ended below, when others need not wait for it
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
        return std::make_unique<CellProcess>(options_.program, trade);
    } catch (const std::system_error& error) {
        log::error("a cell cannot be started", {{"trade", trade.name}, {"error", error.what()}});
        give_back(trade, nullptr);
        return none_to_be_had(trade);
    }
}

void Cells::give_back(const Trade& trade, std::unique_ptr<CellProcess> process)
{
    const bool usable = process && process->is_usable();
    {
        const std::lock_guard lock(mutex_);
        auto& pool = pools_[&trade];
        if (usable) pool.idle.push_back(std::move(process));
        else --pool.alive;
    }
    changed_.notify_all();
}

void Cells::end_idle(const std::stop_token& stop)
{
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        const auto now = CellProcess::Clock::now();
        auto next = now + options_.idle;
        std::vector<std::unique_ptr<CellProcess>> over;
        for (auto& [trade, pool] : pools_)
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

Session::Session(Cells& cells, const Trade& trade, std::unique_ptr<CellProcess> process)
    : cells_(&cells), trade_(&trade), process_(std::move(process))
{
}

Session::Session(Session&&) noexcept = default;

Session::~Session()
{
    if (process_) cells_->give_back(*trade_, std::move(process_));
}

Result<Session> Session::open(Cells& cells, const Trade& trade)
{
    before_blocking();
    return Session(cells, trade, TRY(cells.take(trade)));
}

Result<std::string> Session::ask(std::string_view request) { return process_->ask(request); }

Result<std::string> ask(const Trade& trade, std::string_view request)
{
    auto* const cells = Cells::here();
    if (cells == nullptr) return trade.work(request);
    auto session = Session::open(*cells, trade);
    auto answer = session ? session->ask(request) : Result<std::string>(std::unexpected(session.error()));
    if (!answer && answer.error().code == Errc::unavailable) throw NoCell(answer.error().message);
    return answer;
}

} // namespace cairn::sandbox
