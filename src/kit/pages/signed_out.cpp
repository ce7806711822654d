#include "pages/signed_out.hpp"

#include "pages/page.hpp"

namespace cairn::pages {

namespace {

constexpr int seconds_for_frames = 3;

struct Frame {
    std::string address;
};
BOOST_DESCRIBE_STRUCT(Frame, (), (address))

struct SignedOutPage {
    std::vector<Frame> frames;
    std::string next;
};
BOOST_DESCRIBE_STRUCT(SignedOutPage, (), (frames, next))

} // namespace

api::Raw signed_out_page(api::Call& call, const std::vector<std::string>& frames, const std::string& next)
{
    SignedOutPage content{.frames = {}, .next = next.starts_with('/') ? address_of(call.settings(), next) : next};
    for (const auto& address : frames) content.frames.push_back({address});
    auto raw = page(call,
                    {.file = "signed_out",
                     .title = "You are signed out",
                     .status = 200,
                     .leads_to_application = true,
                     .has_frames = true},
                    content);
    raw.headers.emplace_back("Refresh", std::to_string(seconds_for_frames) + "; url=" + content.next);
    return raw;
}

} // namespace cairn::pages
