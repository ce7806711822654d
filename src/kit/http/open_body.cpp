#include "http/open_body.hpp"

#include <utility>

namespace cairn::http {

namespace {

constexpr std::size_t most_unsent = 64 << 10;

// What a connection does not need to call, because it knows it: see open_body_of(). Whoever calls it all the same gets
// what there is.
struct OpenProducer {
    std::shared_ptr<OpenBody> body;

    void operator()(BodyWriter& out) const
    {
        for (std::string piece; body->take(piece);) out.write(piece);
    }
};

} // namespace

bool OpenBody::write(std::string_view text) { return add(text, false); }
bool OpenBody::write_first(std::string_view text) { return add(text, true); }

bool OpenBody::add(std::string_view text, bool in_front)
{
    const std::scoped_lock lock(mutex_);
    if (ended_) return false;
    if (unsent_.size() + text.size() > most_unsent) {
        ended_ = broken_ = true;
        std::string().swap(unsent_);
    } else {
        unsent_.insert(in_front ? 0 : unsent_.size(), text);
    }
    if (wake_ && !std::exchange(woken_, true)) wake_();
    return !broken_;
}

void OpenBody::end()
{
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    if (wake_ && !std::exchange(woken_, true)) wake_();
}

std::size_t OpenBody::unsent()
{
    const std::scoped_lock lock(mutex_);
    return unsent_.size();
}

void OpenBody::listen(Wake wake)
{
    const std::scoped_lock lock(mutex_);
    wake_ = std::move(wake);
    woken_ = false;
}

void OpenBody::leave()
{
    const std::scoped_lock lock(mutex_);
    wake_ = nullptr;
    ended_ = true;
}

bool OpenBody::take(std::string& piece)
{
    const std::scoped_lock lock(mutex_);
    woken_ = false;
    piece.clear();
    std::swap(piece, unsent_);
    return !piece.empty();
}

bool OpenBody::has_ended()
{
    const std::scoped_lock lock(mutex_);
    return ended_;
}

bool OpenBody::is_broken()
{
    const std::scoped_lock lock(mutex_);
    return broken_;
}

Body body_of(std::shared_ptr<OpenBody> body)
{
    return Producer{.produce = OpenProducer{std::move(body)}, .length = {}};
}

std::shared_ptr<OpenBody> open_body_of(const Producer& producer)
{
    const auto* open = producer.produce.target<OpenProducer>();
    return open == nullptr ? nullptr : open->body;
}

} // namespace cairn::http
