#include "pages/hooks/hook_pages.hpp"

#include "base/shortened.hpp"
#include "base/utf8.hpp"
#include "webhooks/trial.hpp"

namespace cairn::pages {

using api::Call;
using webhooks::HookLevel;
using webhooks::HookType;
using webhooks::StoredHook;
using words::Phrase;

namespace {

const Notice hook_created{"hook-created", Phrase("The webhook is created.")};
const Notice hook_saved{"hook-saved", Phrase("The webhook is saved.")};
const Notice hook_deleted{"hook-deleted", Phrase("The webhook is deleted.")};
const Notice hook_tested{"hook-tested", Phrase("A test is on its way. It stands among the deliveries in a moment.")};
const Notice hook_repeated{"hook-repeated", Phrase("It is sent again in a moment.")};

// What is shown of a body, in bytes: payloads of large pushes are long, and answers are anything.
constexpr std::size_t most_shown = 100'000;

std::string hook_address(const HookPlace& place, std::int64_t id) { return place.base + "/" + std::to_string(id); }

HookRow show_row(const Call& call, const StoredHook& hook)
{
    const auto& in = language_of(call);
    HookRow row{.id = hook.id,
                .name = hook.name.empty() ? hook.url : hook.name,
                .kind = hook_kind(in, hook.type).name,
                .active = hook.is_active};
    if (hook.place == HookLevel::system) row.level = in.say(Phrase("All repositories"));
    if (hook.place == HookLevel::default_) row.level = in.say(Phrase("New repositories"));
    return row;
}

} // namespace

Result<HooksView> show_hook_list(const Call& call, HookHome home, const Paging& paging)
{
    const auto found = home.owner.is_site() ? webhooks::list_site_hooks(call.db(), paging, webhooks::SiteHooks::all)
                                            : webhooks::list_hooks(call.db(), paging, home.owner);
    std::vector<std::int64_t> ids;
    for (const auto& hook : found.items) ids.push_back(hook.id);
    const auto states = webhooks::latest_states(call.db(), ids);
    HooksView view{.place = std::move(home.place),
                   .pager = pager(call, paging, found.total),
                   .kinds = hook_kinds(language_of(call))};
    for (const auto& hook : found.items) {
        auto& row = view.hooks.emplace_back(show_row(call, hook));
        if (const auto state = states.find(hook.id); state != states.end()) row.latest = word_of(state->second);
    }
    return view;
}

Result<NewHookView> show_new_hook(const Call& call, HookHome home, HookType type, Form<HookForm> form)
{
    HookForm first;
    first.content_type = webhooks::ContentType::json;
    first.active = true;
    first.events = {std::string(webhooks::choosing_word(webhooks::EventKind::push))};
    form.begin_with(first);
    const auto& in = language_of(call);
    NewHookView view{.place = std::move(home.place), .kind = hook_kind(in, type), .form = std::move(form)};
    view.events = hook_events(in, view.form);
    return view;
}

Result<HookView> show_hook_page(const Call& call, HookHome home, std::int64_t id, const Paging& paging,
                                Form<HookForm> form)
{
    const auto hook = TRY(webhooks::find_hook(call.db(), home.owner, id));
    const auto found = webhooks::list_deliveries(call.db(), paging, hook.id);
    form.begin_with(hook_form(hook));
    const auto& in = language_of(call);
    HookView view{.place = std::move(home.place),
                  .hook = show_row(call, hook),
                  .kind = hook_kind(in, hook.type),
                  .has_secret = !hook.secret.empty(),
                  .has_header = !hook.authorization_header.empty(),
                  .form = std::move(form),
                  .pager = pager(call, paging, found.total)};
    view.events = hook_events(in, view.form);
    for (const auto& delivery : found.items) view.deliveries.push_back(webhooks::show_delivery(delivery));
    return view;
}

Result<HookDeliveryView> show_hook_delivery(const Call& call, HookHome home, const HookDeliveryPath& path)
{
    const auto hook = TRY(webhooks::find_hook(call.db(), home.owner, path.id));
    const auto stored = TRY(webhooks::find_delivery(call.db(), hook.id, path.delivery));
    HookDeliveryView view{.place = std::move(home.place),
                          .hook = show_row(call, hook),
                          .delivery = webhooks::show_whole_delivery(call, hook, stored),
                          .may_repeat = hook.is_active && stored.state != webhooks::DeliveryState::waiting};
    auto& body = view.delivery.request.body;
    view.request_cut = body.size() > most_shown;
    if (view.request_cut) body = shortened(body, most_shown);
    if (view.delivery.response) {
        auto& answer = *view.delivery.response;
        answer.headers = to_text(answer.headers);
        answer.body = to_text(answer.body);
    }
    return view;
}

Result<Done> make_hook(const Call& call, const HookHome& home, HookType type, const HookForm& form)
{
    auto made = webhooks::create_hook(call, home.owner, TRY(new_hook(form, type)));
    if (!made) return std::unexpected(about_hook_field(std::move(made).error()));
    return done(hook_address(home.place, made->id), hook_created);
}

Result<Done> save_hook(const Call& call, const HookHome& home, std::int64_t id, const HookForm& form)
{
    const auto hook = TRY(webhooks::find_hook(call.db(), home.owner, id));
    auto saved = webhooks::edit_hook(call, home.owner, id, TRY(changed_hook(form, hook)), changed_secrets(form));
    if (!saved) return std::unexpected(about_hook_field(std::move(saved).error()));
    return done(hook_address(home.place, id), hook_saved);
}

Result<Done> remove_hook(const Call& call, const HookHome& home, std::int64_t id)
{
    TRY(webhooks::delete_hook(call, home.owner, id));
    return done(home.place.base, hook_deleted);
}

Result<Done> repeat_delivery(const Call& call, const HookHome& home, const HookDeliveryPath& path)
{
    const auto hook = TRY(webhooks::find_hook(call.db(), home.owner, path.id));
    TRY(webhooks::redeliver(call, hook, path.delivery));
    return done(hook_address(home.place, path.id) + "#deliveries", hook_repeated);
}

Result<Done> test_hook(const Call& call, const repositories::RepositoryContext& place, std::int64_t id)
{
    TRY(webhooks::try_hook(call, place, id, {}));
    return done(hook_address(hook_home(call, place).place, id) + "#deliveries", hook_tested);
}

} // namespace cairn::pages
