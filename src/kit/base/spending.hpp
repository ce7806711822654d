// Measuring what a piece of work costs. What a thread asks of the database, and of processes of git, is added up while
// a Spending is its thread's, and written down step by step if the work is traced; where there is no Spending, nothing
// is measured.
#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/spent.hpp"
#include "base/trace.hpp"

namespace cairn {

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

// The header by which others are told of this thread's work; empty where it is not traced.
std::string traceparent_of_work();

// A step of work that is traced, from when this is made until it goes; what is done meanwhile is a part of it. Where
// nothing is traced, this is one look at a pointer or two.
class Step {
public:
    using Kind = tracing::Span::Kind;
    struct Options {
        Kind kind = Kind::step;
        tracing::Clock::duration least{};                  // a shorter one is not worth a word
        std::optional<tracing::Clock::time_point> since{}; // if it has begun before
    };

    explicit Step(std::string_view name) : Step(name, Options()) { }
    Step(std::string_view name, const Options& options)
    {
        const auto* spent = Spending::now();
        if (spent != nullptr && spent->trace != nullptr) [[unlikely]]
            begin(*spent->trace, name, options);
    }
    ~Step()
    {
        if (trace_ != nullptr) end();
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    // These do nothing where it is not traced. One that an exception ends has failed.
    void fail();
    void set_number(int number);
    void set_host(std::string_view host);

private:
    void begin(tracing::Trace&, std::string_view name, const Options&);
    void end() noexcept;

    tracing::Trace* trace_ = nullptr;
    std::size_t span_ = tracing::Trace::nothing;
    tracing::Clock::duration least_{};
    int exceptions_ = 0;
};

// A statement of the database, from when this is made until it goes.
class StatementWatch {
public:
    // The text must live as long as this.
    explicit StatementWatch(std::string_view text) : text_(text), spent_(Spending::now())
    {
        if (spent_ == nullptr) return;
        since_ = std::chrono::steady_clock::now();
        if (spent_->trace != nullptr) exceptions_ = std::uncaught_exceptions();
    }
    ~StatementWatch()
    {
        if (spent_ != nullptr) end();
    }
    StatementWatch(const StatementWatch&) = delete;
    StatementWatch& operator=(const StatementWatch&) = delete;

private:
    void end() const noexcept;

    const std::string_view text_;
    Spent* const spent_;
    std::chrono::steady_clock::time_point since_{};
    int exceptions_ = 0;
};

// Time that is spent on the database, or with children, from when this is made until it goes. What was added to it
// meanwhile is a part of it. With the name of a step, it is one.
class SpendingWatch {
public:
    SpendingWatch(Spent::Duration Spent::* of, std::string_view name, const Step::Options& options)
        : of_(of), spent_(Spending::now())
    {
        if (spent_ == nullptr) return;
        before_ = spent_->*of;
        since_ = std::chrono::steady_clock::now();
        if (spent_->trace != nullptr) step_.emplace(name, options);
    }
    ~SpendingWatch()
    {
        if (spent_ != nullptr) spent_->*of_ = before_ + (std::chrono::steady_clock::now() - since_);
    }
    SpendingWatch(const SpendingWatch&) = delete;
    SpendingWatch& operator=(const SpendingWatch&) = delete;

    // Null where it is not traced.
    Step* step() { return step_ ? &*step_ : nullptr; }

private:
    Spent::Duration Spent::* const of_;
    Spent* const spent_;
    Spent::Duration before_{};
    std::chrono::steady_clock::time_point since_{};
    std::optional<Step> step_{};
};

} // namespace cairn
