// The page that shows recovery codes, once: with the first second step of an account, or when new ones are made.
#pragma once

#include "pages/page.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

struct RecoveryCodesPage {
    std::vector<std::string> codes;
    bool enrolled = false; // the account has its first second step by now
    std::string next;      // where to go with the codes in hand: a path of ours
};
BOOST_DESCRIBE_STRUCT(RecoveryCodesPage, (), (codes, enrolled, next))

inline api::Raw show_recovery_codes(api::Call& call, const RecoveryCodesPage& content)
{
    return page(call,
                {.file = "recovery_codes",
                 .title = "Your recovery codes",
                 .tab = "/user/settings/security",
                 .leads_to_application = leads_to_application(content.next)},
                content);
}

} // namespace cairn::pages
