#include "pages/page.hpp"

#include <algorithm>

#include "api/error_body.hpp"
#include "base/spending.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/cookie.hpp"
#include "http/url.hpp"
#include "pages/acting_view.hpp"
#include "pages/drawer.hpp"
#include "pages/looks.hpp"
#include "pages/page_headers.hpp"
#include "pages/return_address.hpp"
#include "pages/template/render.hpp"
#include "words/language.hpp"

namespace cairn::pages {

using api::Call;
using api::Raw;
using words::Phrase;

namespace {

constexpr std::string_view notice_cookie = "cairn_notice";

// All that a page needs while it is rendered, which for one that streams is longer than its call.
struct Rendering {
    const Program* program = nullptr;
    std::shared_ptr<const void> view{};
    const words::Language* language = nullptr;
    std::string root{};
    std::string root_url{};
    SiteView site{};
    PageView page{};
    Looks looks{};
    ActingView acting{};

    void run(Output& out) const
    {
        const void* globals[] = {&site, &page, &looks, &acting};
        const auto all = words::languages();
        const Step step("render");
        render(*program, view.get(),
               {.language = *language,
                .language_number = static_cast<std::size_t>(language - all.data()),
                .now = Time::now(),
                .root = root,
                .root_url = root_url,
                .globals = globals},
               out);
    }
};

// "cairn-dark" is dark, and so are those of other servers that say so; "cairn-auto" is as the system has it.
std::string shade_of(std::string_view theme)
{
    for (const std::string_view shade : {"light", "dark"})
        if (theme.ends_with(shade)) return std::string(shade);
    return {};
}

SiteView site_view(const Call& call, const words::Language& language)
{
    const auto& settings = call.settings();
    const auto& kit = call.site.get<Kit>();
    SiteView site{.name = settings.general.app_name,
                  .version = CAIRN_VERSION,
                  .url = settings.server.root_url,
                  .language = language.code(),
                  .theme = shade_of(settings.ui.default_theme),
                  .links = kit.links()};
    if (call.caller.anonymous()) return site;
    if (kit.people().viewer != nullptr) site.viewer = kit.people().viewer(call);
    else site.viewer = Viewer{.name = call.caller.name, .admin = call.caller.admin};
    if (!site.viewer->theme.empty()) site.theme = shade_of(site.viewer->theme);
    return site;
}

std::string notice_header(const Call& call, std::string_view code)
{
    return http::to_set_cookie({.name = notice_cookie,
                                .value = code,
                                .max_age = std::chrono::seconds(code.empty() ? 0 : 60),
                                .secure = call.settings().session.cookie_secure});
}

// Who signs in comes back here, unless this is on the way in itself.
std::string way_back(const Call& call)
{
    const std::string_view target = call.request.target;
    if (call.operation.method != api::Method::GET || target.starts_with("/user/") || target.starts_with("/login/"))
        return {};
    return return_query(target);
}

// Room for the next page, which is often a little longer; never for one that is as long as hardly any.
std::uint32_t usual_size_after(std::size_t size)
{
    constexpr std::size_t most = 256 << 10;
    return static_cast<std::uint32_t>(std::min(size + size / 8, most));
}

Raw rendered(const Call& call, std::string_view file, const Type& type, std::shared_ptr<const void> view,
             const PageHead& head, std::string_view calls)
{
    const auto& language = language_of(call);
    auto made = std::make_shared<Rendering>();
    made->program = &call.site.get<Kit>().program(file, type);
    made->view = std::move(view);
    made->language = &language;
    made->root = root_of(call.settings());
    made->root_url = call.settings().server.root_url;
    made->site = site_view(call, language);
    if (made->site.viewer && call.site.get<Kit>().people().viewer != nullptr)
        made->looks = call.site.get<LooksOf>().caller(call);
    made->acting.on = call.caller.credential == api::Credential::session && call.caller.on_behalf_of != 0;
    made->page.path = call.request.target;
    made->page.back = way_back(call);
    made->page.fluid = head.fluid;
    fill_drawer(call, calls, head.values, made->page);
    const auto left = http::find_cookie(call.request.header("Cookie"), notice_cookie);
    if (const Notice* notice = left ? find_notice(*left) : nullptr) {
        made->page.notice = language.text(notice->words);
        made->page.notice_good = notice->good;
    }

    Raw raw{
        .body = {}, .content_type = "text/html; charset=utf-8", .status = static_cast<int>(head.status), .headers = {}};
    add_page_headers(raw, call.settings(), head);
    raw.headers.emplace_back("Content-Language", language.code());
    if (left) raw.headers.emplace_back("Set-Cookie", notice_header(call, ""));
    if (made->program->streams && !head.short_streams) {
        raw.body = http::Producer{.produce =
                                      [made](http::BodyWriter& to) {
                                          Output out(&to);
                                          made->run(out);
                                          out.flush();
                                      },
                                  .length = {}};
        return raw;
    }
    Output out(made->program->usual_size.load(std::memory_order_relaxed));
    made->run(out);
    auto body = out.take();
    made->program->usual_size.store(usual_size_after(body.size()), std::memory_order_relaxed);
    if (call.caller.anonymous() && !left && call.operation.method == api::Method::GET && head.status == 0
        && call.operation.success == 200 && call.reply_headers.empty())
        let_be_kept(raw, body);
    raw.body = std::move(body);
    return raw;
}

// The head that a view has among its members.
PageHead head_of(const Type& type, const void* view)
{
    for (const Field& field : type.fields)
        if (&field.type() == &type_of<PageHead>())
            return *static_cast<const PageHead*>(field.of(const_cast<void*>(view)));
    return {};
}

struct ErrorView {
    std::int64_t status = 0;
    std::string title{};
    std::string message{};
    std::string request_id{};
    std::string sign_in{}; // where those who are not signed in can do that and come back
};
BOOST_DESCRIBE_STRUCT(ErrorView, (), (status, title, message, request_id, sign_in))

const PageOf<ErrorView> error_page{"site/error"};

Phrase title_of(Errc code)
{
    switch (code) {
    case Errc::not_found: return Phrase("There is nothing here");
    case Errc::forbidden: return Phrase("Not allowed");
    case Errc::too_many_requests:
    case Errc::unavailable: return Phrase("Too busy");
    case Errc::storage_full: return Phrase("No room left");
    default: return Phrase("That did not work");
    }
}

// What a person can mend who has sent a form; the rest is told by a page of its own.
bool can_be_mended(const Error& error)
{
    if (!error.location.empty()) return false;
    switch (error.code) {
    case Errc::bad_request:
    case Errc::unauthorized: // who may not do it at all was refused by the guard
    case Errc::forbidden:
    case Errc::not_found:
    case Errc::conflict:
    case Errc::precondition_failed:
    case Errc::too_large:
    case Errc::unprocessable: return true;
    default: return false;
    }
}

std::int64_t refused_status(const Error& error)
{
    switch (error.code) {
    case Errc::forbidden:
    case Errc::conflict:
    case Errc::too_large: return api::http_status(error.code);
    default: return 422;
    }
}

std::string sign_in_address(const Call& call)
{
    return "/user/login?redirect_to=" + http::encode_query(call.request.target);
}

// The same for whoever has sent a form while the session was over: back to the page that it stood on, as the browser
// names it, where the text is kept.
std::string sign_in_after_form(const Call& call)
{
    const std::string_view site = call.settings().server.root_url;
    const auto before = call.request.header("Referer");
    if (!before.starts_with(site)) return "/user/login";
    const auto page = safe_redirect(call.settings(), "/" + std::string(before.substr(site.size())));
    return "/user/login" + (page.starts_with("/user/") ? std::string() : return_query(page));
}

const PageFile*& latest_page_file()
{
    static const PageFile* file = nullptr;
    return file;
}

} // namespace

PageFile::PageFile(std::string_view name, const Type& type) : file(name), view(&type), before(latest_page_file())
{
    latest_page_file() = this;
}

const PageFile* last_page_file() { return latest_page_file(); }

Raw answer_page(Call& call, const PageFile& page, std::shared_ptr<const void> view, const PageHead& head)
{
    return rendered(call, page.file, *page.view, std::move(view), head, "");
}

Result<api::Reply> run_page(Call& call)
{
    const auto& page = static_cast<const PageHandler&>(call.operation.handler);
    auto view = TRY(page.make(call, nullptr));
    const auto head = head_of(*page.view, view.get());
    return api::Reply{.json = {}, .raw = rendered(call, page.file, *page.view, std::move(view), head, page.calls)};
}

Result<api::Reply> run_action(Call& call)
{
    const auto& action = static_cast<const ActionHandler&>(call.operation.handler);
    auto result = action.act(call);
    if (result) return api::Reply{.json = {}, .raw = std::move(*result)};
    if (action.again == nullptr || !can_be_mended(result.error())) return std::unexpected(std::move(result).error());
    const Refused refused{.type = action.body, .fields = sent_fields(call), .error = std::move(result).error()};
    auto view = TRY(action.again->make(call, &refused));
    auto head = head_of(*action.again->view, view.get());
    if (head.status == 0) head.status = refused_status(refused.error);
    return api::Reply{
        .json = {},
        .raw = rendered(call, action.again->file, *action.again->view, std::move(view), head, action.again->calls)};
}

Raw answer_done(Call& call, const Done& what)
{
    if (what.notice != nullptr) leave_notice(call, *what.notice);
    return see_other(call, what.address);
}

Raw see_other(const Call& call, std::string_view address)
{
    return {.body = {},
            .content_type = {},
            .status = 303,
            .headers = {{"Location", address_of(call.settings(), address)}, {"Cache-Control", "no-store"}}};
}

void leave_notice(Call& call, const Notice& notice)
{
    call.reply_headers.emplace_back("Set-Cookie", notice_header(call, notice.code));
}

http::Response refuse_page(const Call& call, const Error& error)
{
    auto location = error.location;
    if (error.code == Errc::unauthorized)
        location = call.operation.method == api::Method::GET ? sign_in_address(call) : sign_in_after_form(call);
    http::Response response{.status = 303, .headers = {}, .body = {}};
    if (!location.empty()) {
        if (!error.location.empty()) response.status = api::http_status(error.code);
        response.set("Location", address_of(call.settings(), location));
        response.set("Cache-Control", "no-store");
        return response;
    }
    response.status = api::http_status(error.code);
    const auto& language = language_of(call);
    const bool stranger = call.caller.anonymous() && error.code == Errc::not_found;
    auto view = std::make_shared<const ErrorView>(ErrorView{.status = response.status,
                                                            .title = std::string(language.text(title_of(error.code))),
                                                            .message = words_of(error),
                                                            .request_id = call.request.id,
                                                            .sign_in = stranger ? sign_in_address(call) : ""});
    auto raw = rendered(call, error_page.file, *error_page.view, std::move(view), {.status = response.status}, "");
    response.headers = std::move(raw.headers);
    response.set("Content-Type", std::move(raw.content_type));
    if (const int wait = error.code == Errc::unavailable ? 1 : error.retry_after; wait > 0)
        response.set("Retry-After", std::to_string(wait));
    response.body = std::move(raw.body);
    return response;
}

std::string address_of(const config::Settings& settings, std::string_view path)
{
    if (root_of(settings).empty()) return std::string(path);
    std::string_view site = settings.server.root_url;
    site.remove_suffix(1); // its '/'
    return std::string(site) + std::string(path);
}

} // namespace cairn::pages
