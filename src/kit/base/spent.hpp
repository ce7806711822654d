// What a piece of work, such as a request, has cost so far, for those who ask why it took so long. What a thread asks
// of the database, and of processes of git, is added up while a Spending is its thread's; where there is none, nothing
// is measured.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// A value: one thread at a time.
struct Spent {
    using Duration = std::chrono::steady_clock::duration;

    struct Statement {
        std::string text; // with its placeholders: what stands for them is never in here
        Duration time{};
    };
    static constexpr std::size_t most_slowest = 3;
    static constexpr Duration slow = std::chrono::milliseconds(20);

    Duration database{};
    Duration children{};
    std::uint32_t statements = 0;
    std::vector<Statement> slowest{}; // of those that took longer than `slow`, the slowest first

    void add_statement(std::string_view text, Duration time)
    {
        ++statements;
        database += time;
        if (time < slow || (slowest.size() == most_slowest && slowest.back().time >= time)) return;
        if (slowest.size() == most_slowest) slowest.pop_back();
        const auto place = std::ranges::upper_bound(slowest, time, std::ranges::greater(), &Statement::time);
        slowest.insert(place, {.text = std::string(text), .time = time});
    }
};

// While one of these is there, what its thread does is added to `spent`.
class Spending {
public:
    explicit Spending(Spent* spent) : before_(current) { current = spent; }
    ~Spending() { current = before_; }
    Spending(const Spending&) = delete;
    Spending& operator=(const Spending&) = delete;

    static Spent* now() { return current; }

private:
    static inline thread_local Spent* current = nullptr;
    Spent* const before_;
};

// A statement of the database, from when this is made until it goes.
class StatementWatch {
public:
    // The text must live as long as this.
    explicit StatementWatch(std::string_view text) : text_(text)
    {
        if (Spending::now() != nullptr) since_ = std::chrono::steady_clock::now();
    }
    ~StatementWatch()
    {
        if (since_) Spending::now()->add_statement(text_, std::chrono::steady_clock::now() - *since_);
    }
    StatementWatch(const StatementWatch&) = delete;
    StatementWatch& operator=(const StatementWatch&) = delete;

private:
    const std::string_view text_;
    std::optional<std::chrono::steady_clock::time_point> since_{};
};

// Time that is spent on the database, or with children, from when this is made until it goes. What was added to it
// meanwhile is a part of it.
class SpendingWatch {
public:
    explicit SpendingWatch(Spent::Duration Spent::* of) : of_(of), spent_(Spending::now())
    {
        if (spent_ == nullptr) return;
        before_ = spent_->*of;
        since_ = std::chrono::steady_clock::now();
    }
    ~SpendingWatch()
    {
        if (spent_ != nullptr) spent_->*of_ = before_ + (std::chrono::steady_clock::now() - since_);
    }
    SpendingWatch(const SpendingWatch&) = delete;
    SpendingWatch& operator=(const SpendingWatch&) = delete;

private:
    Spent::Duration Spent::* const of_;
    Spent* const spent_;
    Spent::Duration before_{};
    std::chrono::steady_clock::time_point since_{};
};

} // namespace cairn
