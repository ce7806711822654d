#include "pages/signed_out.hpp"

#include "pages/page.hpp"

namespace cairn::pages {

namespace {

constexpr int seconds_for_frames = 3;

struct SignedOutView {
    std::vector<std::string> frames;
    std::string next;
};
BOOST_DESCRIBE_STRUCT(SignedOutView, (), (frames, next))

const PageOf<SignedOutView> signed_out{"site/signed_out"};

} // namespace

api::Raw signed_out_page(api::Call& call, const std::vector<std::string>& frames, const std::string& next)
{
    auto raw = signed_out.show(call, {.frames = frames, .next = next},
                               {.status = 200, .leads_to_application = true, .has_frames = true});
    const auto address = next.starts_with('/') ? address_of(call.settings(), next) : next;
    raw.headers.emplace_back("Refresh", std::to_string(seconds_for_frames) + "; url=" + address);
    return raw;
}

} // namespace cairn::pages
