// The page that shows recovery codes, once: with the first second step of an account, or when new ones are made.
#pragma once

#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

struct RecoveryCodesView {
    std::vector<std::string> codes;
    bool enrolled = false; // the account has its first second step by now
    std::string next;      // where to go with the codes in hand: a path of ours
    Navigation navigation{};
};
BOOST_DESCRIBE_STRUCT(RecoveryCodesView, (), (codes, enrolled, next, navigation))

api::Raw show_recovery_codes(api::Call&, RecoveryCodesView);

} // namespace cairn::pages
