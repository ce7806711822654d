#include "pages/notices.hpp"

namespace cairn::pages {

namespace {

// Notices are made before main(), by one thread.
const Notice*& latest()
{
    static const Notice* notice = nullptr;
    return notice;
}

} // namespace

Notice::Notice(std::string_view name, words::Phrase text, Tone tone)
    : code(name), words(text), good(tone == Tone::good), before(latest())
{
    latest() = this;
}

const Notice* last_notice() { return latest(); }

const Notice* find_notice(std::string_view code)
{
    for (const Notice* notice = latest(); notice != nullptr; notice = notice->before)
        if (notice->code == code) return notice;
    return nullptr;
}

} // namespace cairn::pages
