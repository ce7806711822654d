// What this process counts for those who watch it (/metrics).
//
// A figure is a static object of the file that knows it, and is there from the start with 0. Names, labels and words of
// help are literals, in the form that Prometheus reads; figures of one name differ in their labels and say the same
// about themselves. What they count says nothing of anybody.
//
// Threads: any may call anything. Counting costs one relaxed atomic addition.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {

class Figure {
public:
    enum class Kind : std::uint8_t { counter, gauge };

    Figure(const Figure&) = delete;
    Figure& operator=(const Figure&) = delete;

    Kind kind() const { return kind_; }
    std::string_view name() const { return name_; }
    std::string_view labels() const { return labels_; } // a="b",c="d"
    std::string_view help() const { return help_; }
    double value() const { return static_cast<double>(value_.load(std::memory_order_relaxed)) / one_; }

    static std::vector<const Figure*> all()
    {
        std::vector<const Figure*> figures;
        for (const auto* figure = newest.load(); figure != nullptr; figure = figure->older_) figures.push_back(figure);
        return figures;
    }

protected:
    Figure(Kind kind, std::string_view name, std::string_view labels, std::string_view help, double one = 1)
        : kind_(kind), name_(name), labels_(labels), help_(help), one_(one), older_(newest.load())
    {
        while (!newest.compare_exchange_weak(older_, this)) { }
    }
    ~Figure() = default; // they are statics: none goes before the program does

    void change(std::int64_t by) { value_.fetch_add(by, std::memory_order_relaxed); }

private:
    static inline constinit std::atomic<const Figure*> newest = nullptr;

    const Kind kind_;
    const std::string_view name_;
    const std::string_view labels_;
    const std::string_view help_;
    const double one_; // so much of the value is one of what is told
    std::atomic<std::int64_t> value_ = 0;
    const Figure* older_;
};

// What only grows. Its name ends with _total.
class Counter final : public Figure {
public:
    Counter(std::string_view name, std::string_view labels, std::string_view help)
        : Figure(Kind::counter, name, labels, help)
    {
    }
    void add(std::int64_t number = 1) { change(number); }
};

// Time that is spent on something. Its name ends with _seconds_total.
class TimeCounter final : public Figure {
public:
    TimeCounter(std::string_view name, std::string_view labels, std::string_view help)
        : Figure(Kind::counter, name, labels, help, 1e9)
    {
    }
    void add(std::chrono::nanoseconds time) { change(time.count()); }

    // Counts the time from when it is made until it goes.
    class Watch {
    public:
        explicit Watch(TimeCounter& counter) : counter_(counter), since_(std::chrono::steady_clock::now()) { }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;
        ~Watch() { counter_.add(std::chrono::steady_clock::now() - since_); }

    private:
        TimeCounter& counter_;
        const std::chrono::steady_clock::time_point since_;
    };
};

// How many there are of something at the moment.
class Gauge final : public Figure {
public:
    Gauge(std::string_view name, std::string_view labels, std::string_view help)
        : Figure(Kind::gauge, name, labels, help)
    {
    }

    // One more, until it goes.
    class One {
    public:
        explicit One(Gauge& gauge) : gauge_(&gauge) { gauge.change(1); }
        One(One&& other) noexcept : gauge_(std::exchange(other.gauge_, nullptr)) { }
        One& operator=(One&& other) noexcept
        {
            std::swap(gauge_, other.gauge_);
            return *this;
        }
        ~One()
        {
            if (gauge_ != nullptr) gauge_->change(-1);
        }

    private:
        Gauge* gauge_;
    };
    void add(std::int64_t number) { change(number); }
};

} // namespace cairn
