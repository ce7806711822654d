#include "pages/settings/recovery_codes.hpp"

#include "pages/return_address.hpp"

namespace cairn::pages {

namespace {

const PageOf<RecoveryCodesView> recovery_codes_page{"settings/recovery_codes"};

} // namespace

api::Raw show_recovery_codes(api::Call& call, RecoveryCodesView view)
{
    view.navigation = settings_navigation(call, "/user/settings/security");
    const PageHead head{.status = 200, .leads_to_application = leads_to_application(view.next)};
    return recovery_codes_page.show(call, std::move(view), head);
}

} // namespace cairn::pages
