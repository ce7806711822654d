// A descriptor of the operating system that is closed with whoever holds it.
#pragma once

#include <unistd.h>

#include <utility>

namespace cairn {

// Owns it: moved and never copied. One thread at a time, as with any value.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) { }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) { }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { reset(); }

    void reset()
    {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }
    int release() { return std::exchange(number_, -1); }
    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_;
};

} // namespace cairn
