// What the pages of webhooks show and do, wherever these belong: handlers with a guard's answer in front of them are in
// hooks.cpp.
#pragma once

#include "pages/hooks/hook_form.hpp"
#include "pages/hooks/hook_place.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "webhooks/shown_delivery.hpp"

namespace cairn::pages {

struct HookRow {
    std::int64_t id = 0;
    std::string name; // or its address
    std::string kind{};
    std::string level{}; // of the site's
    bool active = false;
    std::string latest{}; // the state of the newest delivery; empty: there is none
};
BOOST_DESCRIBE_STRUCT(HookRow, (), (id, name, kind, level, active, latest))

struct HooksView {
    HookPlace place;
    std::vector<HookRow> hooks{};
    Pager pager{};
    std::vector<HookKind> kinds{};
};
BOOST_DESCRIBE_STRUCT(HooksView, (), (place, hooks, pager, kinds))

struct HookPaging : Paging { };
BOOST_DESCRIBE_STRUCT(HookPaging, (Paging), ())

struct HookTypePath {
    webhooks::HookType type = webhooks::HookType::gitea;
};
BOOST_DESCRIBE_STRUCT(HookTypePath, (), (type))

struct NewHookView {
    HookPlace place;
    HookKind kind{};
    std::vector<HookEventGroup> events{};
    Form<HookForm> form;
};
BOOST_DESCRIBE_STRUCT(NewHookView, (), (place, kind, events, form))

struct HookView {
    HookPlace place;
    HookRow hook{};
    HookKind kind{};
    bool has_secret = false;
    bool has_header = false;
    std::vector<HookEventGroup> events{};
    Form<HookForm> form;
    std::vector<webhooks::HookDelivery> deliveries{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(HookView, (), (place, hook, kind, has_secret, has_header, events, form, deliveries, pager))

struct HookDeliveryPath {
    std::int64_t id = 0;
    std::int64_t delivery = 0;
};
BOOST_DESCRIBE_STRUCT(HookDeliveryPath, (), (id, delivery))

struct HookDeliveryView {
    HookPlace place;
    HookRow hook{};
    webhooks::HookDeliveryDetails delivery{};
    bool request_cut = false; // only its beginning is shown
    bool may_repeat = false;
};
BOOST_DESCRIBE_STRUCT(HookDeliveryView, (), (place, hook, delivery, request_cut, may_repeat))

Result<HooksView> show_hook_list(const api::Call&, HookHome, const Paging&);
Result<NewHookView> show_new_hook(const api::Call&, HookHome, webhooks::HookType, Form<HookForm>);
Result<HookView> show_hook_page(const api::Call&, HookHome, std::int64_t id, const Paging&, Form<HookForm>);
Result<HookDeliveryView> show_hook_delivery(const api::Call&, HookHome, const HookDeliveryPath&);

Result<Done> make_hook(const api::Call&, const HookHome&, webhooks::HookType, const HookForm&);
Result<Done> save_hook(const api::Call&, const HookHome&, std::int64_t id, const HookForm&);
Result<Done> remove_hook(const api::Call&, const HookHome&, std::int64_t id);
Result<Done> repeat_delivery(const api::Call&, const HookHome&, const HookDeliveryPath&);
Result<Done> test_hook(const api::Call&, const repositories::RepositoryContext&, std::int64_t id);

} // namespace cairn::pages
