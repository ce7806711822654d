#include "pages/said.hpp"

namespace cairn::pages {

namespace {

const PageOf<SaidView> said_page{"site/said"};
const PageOf<ConfirmView> confirm_page{"site/confirm"};

} // namespace

api::Raw say(api::Call& call, SaidView view, int status)
{
    return said_page.show(call, std::move(view), {.status = status});
}

api::Raw ask_to_confirm(api::Call& call, ConfirmView view)
{
    return confirm_page.show(call, std::move(view), {.status = 200});
}

} // namespace cairn::pages
