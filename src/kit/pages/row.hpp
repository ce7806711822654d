// Rows that answer pages.
//
//     constexpr auto& list_page = shows<list, "repository/branches", "repoListBranches repoCreateBranch">;
//
//     {GET,  "/{owner}/{repo}/branches",     scope::none, reads_code,  list_page,               200, "siteBranches",
//     "..."}, {POST, "/{owner}/{repo}/branches/new", scope::none, writes_code, does<create, list_page>, 303,
//     "siteNewBranch", "..."},
//
// `shows<handler, "template", "operations">`: the handler returns a Result of its view, the template shows it, and the
// drawer at the foot of the page has these operations of the API. `does<handler, page>`: the handler returns a Done;
// when it refuses what was sent, the page is shown again with what was wrong.
#pragma once

#include "api/operation.hpp"
#include "pages/form.hpp"
#include "pages/notices.hpp"

namespace cairn::pages {

// A text as an argument of a template.
template <std::size_t N> struct Literal {
    char text[N]{};
    constexpr Literal(const char (&literal)[N]) // NOLINT(google-explicit-constructor)
    {
        for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
    }
    constexpr std::string_view view() const { return {text, N - 1}; }
};

// What a page can say about itself, as a member of its view.
struct PageHead {
    std::int64_t status = 0;           // 0: the row's own
    bool leads_to_application = false; // a form of this page may end there, by redirects
    bool has_frames = false;           // shows pages of applications in frames
    bool has_drawings = false;         // shows drawings, each in a frame of ours
    bool fluid = false;                // as wide as the window: code, differences, boards
    bool short_streams = false;        // what it streams is so little that it is made at once and sent as a whole
    // What the drawer's operations need that the page's path does not have: {"ref", "main"}.
    std::map<std::string, std::string> values{};
};
BOOST_DESCRIBE_STRUCT(PageHead, (),
                      (status, leads_to_application, has_frames, has_drawings, fluid, short_streams, values))

// An action is done: 303 to an address of ours, given as path, query and fragment.
struct Done {
    std::string address;
    const Notice* notice = nullptr;
};
inline Done done(std::string address) { return {std::move(address)}; }
inline Done done(std::string address, const Notice& notice) { return {std::move(address), &notice}; }

using MakeView = Result<std::shared_ptr<const void>> (*)(api::Call&, const Refused*);

struct PageHandler : api::Handler {
    std::string_view file{};
    std::string_view calls{}; // ids, with blanks between them
    const Type* view = nullptr;
    MakeView make = nullptr;
};

struct ActionHandler : api::Handler {
    Result<api::Raw> (*act)(api::Call&) = nullptr;
    const PageHandler* again = nullptr;
};

// The runs of all rows of their kinds, by which they are known.
Result<api::Reply> run_page(api::Call&);
Result<api::Reply> run_action(api::Call&);

// Null for what is no page.
inline const PageHandler* page_handler(const api::Handler& handler)
{
    return handler.run == &run_page ? static_cast<const PageHandler*>(&handler) : nullptr;
}

// A template with what it shows, for handlers that show one of several pages. Made at namespace scope; see PageOf.
struct PageFile {
    PageFile(std::string_view name, const Type& type);
    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;

    const std::string_view file;
    const Type* const view;
    const PageFile* const before;
};
const PageFile* last_page_file();

api::Raw answer_page(api::Call&, const PageFile&, std::shared_ptr<const void> view, const PageHead&);

// const PageOf<SaidView> said_page{"site/said"};
template <class View> struct PageOf : PageFile {
    explicit PageOf(std::string_view name) : PageFile(name, type_of<View>()) { }

    api::Raw show(api::Call& call, View content, const PageHead& head = {}) const
    {
        return answer_page(call, *this, std::make_shared<const View>(std::move(content)), head);
    }
};

api::Raw answer_done(api::Call&, const Done&);

namespace detail {

template <class A> struct Given : api::detail::Arg<A> {
    static auto take(api::Call& call, const Refused*) { return api::detail::Arg<A>::take(call); }
};
template <class T> struct Given<Form<T>> {
    static constexpr void declare(api::Handler&) { }
    static Result<Form<T>> take(api::Call&, const Refused* refused) { return Form<T>(refused); }
};

template <auto F> struct Run;
template <class R, class C, class... A, Result<R> (*F)(C&, A...)> struct Run<F> {
    using View = R;

    static constexpr void declare(api::Handler& handler) { (Given<A>::declare(handler), ...); }

    static Result<R> run(api::Call& call, [[maybe_unused]] const Refused* refused)
    {
        auto args = std::tuple{Given<A>::take(call, refused)...};
        return std::apply(
            [&](auto&... arg) -> Result<R> {
                const Error* bad = nullptr;
                ((!arg && bad == nullptr ? void(bad = &arg.error()) : void()), ...);
                if (bad != nullptr) return std::unexpected(*bad);
                decltype(auto) context = api::detail::ContextOf<std::remove_const_t<C>>::of(call);
                return F(context, api::detail::hand(*arg)...);
            },
            args);
    }
};

template <auto F> Result<std::shared_ptr<const void>> make_view(api::Call& call, const Refused* refused)
{
    auto view = Run<F>::run(call, refused);
    if (!view) return std::unexpected(std::move(view).error());
    return std::make_shared<const typename Run<F>::View>(*std::move(view));
}

template <auto F> Result<api::Raw> act(api::Call& call)
{
    auto result = Run<F>::run(call, nullptr);
    if (!result) return std::unexpected(std::move(result).error());
    if constexpr (std::is_same_v<typename Run<F>::View, Done>) return answer_done(call, *result);
    else return std::move(*result);
}

template <Literal text> inline constexpr auto literal = text;

template <auto F, Literal file, Literal calls> consteval PageHandler make_page()
{
    PageHandler handler;
    Run<F>::declare(handler);
    handler.raw = true;
    handler.run = &run_page;
    handler.file = literal<file>.view();
    handler.calls = literal<calls>.view();
    handler.view = &type_of<typename Run<F>::View>();
    handler.make = &make_view<F>;
    return handler;
}

template <auto F> consteval ActionHandler make_action(const PageHandler* again)
{
    ActionHandler handler;
    Run<F>::declare(handler);
    if (again != nullptr) {
        if (again->needs != nullptr && handler.needs != nullptr && again->needs != handler.needs)
            throw "the page that is shown again takes something else than the action";
        if (handler.needs == nullptr) handler.needs = again->needs;
        handler.paged = handler.paged || again->paged;
    }
    handler.raw = true;
    handler.run = &run_action;
    handler.act = &act<F>;
    handler.again = again;
    return handler;
}

} // namespace detail

template <auto F, Literal file, Literal calls = "">
inline constexpr PageHandler shows = detail::make_page<F, file, calls>();

// Without a page, a refusal is a page that says so.
inline constexpr PageHandler no_page{};
template <auto F, const PageHandler& again = no_page>
inline constexpr ActionHandler does = detail::make_action<F>(&again == &no_page ? nullptr : &again);

} // namespace cairn::pages
