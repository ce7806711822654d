// An operation, declared once as a row of its resource's table: the row routes it, guards it, decodes it, documents it.
#pragma once

#include <initializer_list>
#include <tuple>

#include "api/scope.hpp"
#include "base/page.hpp"
#include "base/reflect.hpp"
#include "base/result.hpp"
#include "http/message.hpp"

namespace cairn::api {

struct Call; // api/call.hpp: one request under way
class View;  // api/view.hpp: what of it an answer may depend on that is kept

enum class Method : std::uint8_t { GET, POST, PUT, PATCH, DELETE };

// A set of HTTP error statuses, for the document.
struct Errors {
    std::uint64_t bits = 0;

    constexpr Errors() = default;
    constexpr Errors(std::initializer_list<int> codes)
    {
        for (int code : codes) bits |= 1ULL << (code - 400);
    }
    constexpr bool has(int code) const { return (bits >> (code - 400) & 1) != 0; }
    constexpr Errors operator|(Errors other) const
    {
        other.bits |= bits;
        return other;
    }
};

// Where a handler's arguments come from. What a guard has loaded comes as `const T&`.
template <class T> struct Path {
    T value{};
    const T* operator->() const { return &value; }
};
template <class T> struct Query {
    T value{};
    const T* operator->() const { return &value; }
};
template <class T> struct Body {
    T value{};
    const T* operator->() const { return &value; }
};

// What a handler may return, inside a Result: a described struct or a list of them (JSON), nothing (204), a Page (JSON
// with X-Total-Count and Link), or one of these.

// A page whose total is told and whose neighbours are not linked, as today's clients know some lists.
template <class T> struct Unlinked {
    Page<T> page;
};

// JSON that is no list and still tells the total of one: the envelope of a search.
template <class T> struct Counted {
    T value;
    std::int64_t total = 0;
};

// JSON with another status than the row's, for the few operations that have two.
template <class T> struct Answered {
    T value;
    int status = 0;
};

// The request's body, read by the handler while it arrives: for what may be too large to be held.
struct Upload {
    http::BodyReader* body = nullptr;
};

// Anything but JSON. Status 0 is the row's own.
struct Raw {
    http::Body body;
    std::string content_type;
    int status = 0;
    std::vector<std::pair<std::string_view, std::string>> headers{};
};

// Who may call, and on what: it loads the thing that the path names and refuses those who may not have it. A handler
// gets that thing from nobody else.
struct Guard {
    std::string_view name;
    const Type* path = nullptr;  // the path parameters that it consumes
    const void* loads = nullptr; // tag<T> of what it leaves in the call for the handler
    Errors errors{};
    Result<void> (*check)(Call&) = nullptr;
    bool own_credentials = false; // what the request bears is no account's credential: the guard alone reads it
    bool reads_body = false;      // it cannot be asked before the body has come
};

// For what says nothing of any account: a credential that a browser or a monitor sends along is not even read.
inline constexpr Guard unguarded{
    .name = "unguarded", .check = [](Call&) { return Result<void>(); }, .own_credentials = true};

template <class T> inline constexpr char tag = 0;

struct Reply {
    std::string json;
    std::optional<std::int64_t> total{}; // of a Page
    bool linked = false;                 // the total gives a Link header too
    int status = 0;                      // 0: the row's own
    std::optional<Raw> raw{};
};

// A handler with its types erased; `handle<f>` makes one from f's signature.
struct Handler {
    const Type* path = nullptr;
    const Type* query = nullptr;
    const Type* body = nullptr;
    TypeOf reply = nullptr;      // null: no content, or raw
    const void* needs = nullptr; // tag<T> of the loaded thing it takes
    bool paged = false;          // its query is a Paging
    bool streamed = false;       // it reads the body itself
    bool raw = false;
    bool counted = false;       // it tells X-Total-Count
    bool linked = false;        // and Link
    bool quick = false;         // reads little and waits for nothing, so it may run on a network thread
    bool instant = false;       // quick, and needs no database
    bool cached = false;        // its answers are kept while nothing is committed
    bool carries_files = false; // in its JSON: it may be as large as any body
    Result<Reply> (*run)(Call&) = nullptr;
};

struct Operation {
    Method method;
    // {name} is one segment, {name}.ending one that ends so, {name*} the rest of the path. "?name=value" behind it:
    // only for requests that ask so.
    std::string_view path;
    Scope scope;
    const Guard& guard;
    const Handler& handler;
    int success;
    std::string_view id; // OpenAPI's operationId
    std::string_view summary;
    Errors errors{};             // beside the guard's own
    std::string_view response{}; // the answer's name in the Swagger document, where it is not the type's own
    std::string_view produces{}; // the Content-Type of a raw answer, for the documents
};

// The API proper is documented and lives under /api/v1; the site's own addresses are neither.
enum class Door : std::uint8_t { api, site };

// Which credentials the rows of a table listen to; all others are as if they had not been sent. It follows from the
// door unless the table says otherwise: what both tools and people open (git over HTTP, raw files, feeds) says so.
struct Listens {
    bool to_tools = false;  // tokens, signatures, passwords by Basic
    bool to_pages = false;  // the session's cookie; what changes something, from our own pages only
    bool to_anyone = false; // also to those who are not wholly signed in, where others would be led to do that first
    bool to_unprotected = false; // also to those who still lack the second step that the site asks for

    constexpr Listens(Door door) // NOLINT(google-explicit-constructor)
        : to_tools(door == Door::api), to_pages(door == Door::site)
    {
    }
    constexpr Listens(bool tools, bool pages, bool anyone) : Listens(tools, pages, anyone, anyone) { }
    constexpr Listens(bool tools, bool pages, bool anyone, bool unprotected)
        : to_tools(tools), to_pages(pages), to_anyone(anyone), to_unprotected(unprotected)
    {
    }
};

namespace listens {

inline constexpr Listens to_tools_and_pages{true, true, false};
// The pages that people sign in by.
inline constexpr Listens at_the_entrance{false, true, true};
// The pages where a second step is set up.
inline constexpr Listens where_protection_is_set_up{false, true, false, true};

} // namespace listens

// How a door tells an error, where that is not the API's JSON: as a page, in git's words, in OAuth2's.
using Refusal = http::Response (*)(const Call&, const Error&);

// The operations of one resource.
struct Table {
    std::string_view tag; // groups them in the document
    std::span<const Operation> operations;
    Door door = Door::api;
    Refusal refusal = nullptr;
    Listens listens = door;
};

// The erased halves of handle<>: compiled once, in api/codec.cpp.
Result<void> read_path(const Call&, const Type&, void* into);
Result<void> read_query(const Call&, const Type&, void* into);
Result<void> read_body(const Call&, const Type&, void* into);
const void* loaded(const Call&, const void* tag);
http::BodyReader* upload(const Call&);
std::string to_json(const Type&, const void*);

namespace detail {

template <class> struct Arg; // one specialization for each way an argument reaches a handler
template <class T> struct Arg<Path<T>> {
    static constexpr void declare(Handler& h) { h.path = &type_of<T>(); }
    static Result<Path<T>> take(Call& c)
    {
        Path<T> a;
        TRY(read_path(c, type_of<T>(), &a.value));
        return a;
    }
};
template <class T> struct Arg<Query<T>> {
    static constexpr void declare(Handler& h)
    {
        h.query = &type_of<T>();
        h.paged = std::is_base_of_v<Paging, T>;
    }
    static Result<Query<T>> take(Call& c)
    {
        Query<T> a;
        TRY(read_query(c, type_of<T>(), &a.value));
        return a;
    }
};
template <class T> struct Arg<Body<T>> {
    static constexpr void declare(Handler& h) { h.body = &type_of<T>(); }
    static Result<Body<T>> take(Call& c)
    {
        Body<T> a;
        TRY(read_body(c, type_of<T>(), &a.value));
        return a;
    }
};
template <> struct Arg<Upload> {
    static constexpr void declare(Handler& h) { h.streamed = true; }
    static Result<Upload> take(Call& c) { return Upload{upload(c)}; }
};
template <class T> struct Arg<const T&> {
    static constexpr void declare(Handler& h) { h.needs = &api::tag<T>; }
    static Result<const T*> take(Call& c) { return static_cast<const T*>(loaded(c, &api::tag<T>)); }
};

template <class A> const A& hand(const A& a) { return a; }
template <class T> const T& hand(const T* a) { return *a; }

template <class R> struct ReplyOf {
    static constexpr TypeOf type = &type_of<R>;
    static Reply make(R& r) { return {.json = to_json(type_of<R>(), &r)}; }
};
template <class T> struct ReplyOf<Page<T>> {
    static constexpr TypeOf type = &type_of<std::vector<T>>;
    static Reply make(Page<T>& r)
    {
        return {.json = to_json(type_of<std::vector<T>>(), &r.items), .total = r.total, .linked = true};
    }
};
template <class T> struct ReplyOf<Unlinked<T>> {
    static constexpr TypeOf type = &type_of<std::vector<T>>;
    static Reply make(Unlinked<T>& r)
    {
        return {.json = to_json(type_of<std::vector<T>>(), &r.page.items), .total = r.page.total};
    }
};
template <class T> struct ReplyOf<Counted<T>> {
    static constexpr TypeOf type = &type_of<T>;
    static Reply make(Counted<T>& r)
    {
        return {.json = to_json(type_of<T>(), &r.value), .total = r.total, .linked = true};
    }
};
template <class T> struct ReplyOf<Answered<T>> {
    static constexpr TypeOf type = &type_of<T>;
    static Reply make(Answered<T>& r) { return {.json = to_json(type_of<T>(), &r.value), .status = r.status}; }
};
template <> struct ReplyOf<Raw> {
    static constexpr TypeOf type = nullptr;
    static Reply make(Raw& r) { return {.json = {}, .raw = std::move(r)}; }
};
template <> struct ReplyOf<void> {
    static constexpr TypeOf type = nullptr;
};

template <class> inline constexpr bool is_page = false;
template <class T> inline constexpr bool is_page<Page<T>> = true;
template <class> inline constexpr bool is_counted = false;
template <class T> inline constexpr bool is_counted<Counted<T>> = true;
template <class> inline constexpr bool is_unlinked = false;
template <class T> inline constexpr bool is_unlinked<Unlinked<T>> = true;

// What a handler is given of the call: all of it, or a view that has nothing but what the database, the settings and
// the caller tell (api/view.hpp, which whoever asks for it includes).
template <class C> struct ContextOf {
    static C of(Call& call) { return C(call); }
};
template <> struct ContextOf<Call> {
    static Call& of(Call& call) { return call; }
};

template <auto F> struct Bind;
template <class R, class C, class... A, Result<R> (*F)(C&, A...)> struct Bind<F> {
    static constexpr bool takes_view = std::is_same_v<std::remove_const_t<C>, View>;

    static Result<Reply> run(Call& call)
    {
        auto args = std::tuple{Arg<A>::take(call)...};
        return std::apply(
            [&](auto&... arg) -> Result<Reply> {
                const Error* bad = nullptr;
                ((!arg && bad == nullptr ? void(bad = &arg.error()) : void()), ...);
                if (bad != nullptr) return std::unexpected(*bad);
                decltype(auto) context = ContextOf<std::remove_const_t<C>>::of(call);
                auto result = F(context, hand(*arg)...);
                if (!result) return std::unexpected(std::move(result).error());
                if constexpr (std::is_void_v<R>) return Reply{};
                else return ReplyOf<R>::make(*result);
            },
            args);
    }
    static constexpr Handler make(bool quick, bool cached = false)
    {
        Handler h{.reply = ReplyOf<R>::type,
                  .raw = std::is_same_v<R, Raw>,
                  .counted = is_page<R> || is_unlinked<R> || is_counted<R>,
                  .linked = is_page<R> || is_counted<R>,
                  .quick = quick,
                  .cached = cached,
                  .run = &run};
        (Arg<A>::declare(h), ...);
        return h;
    }
};

} // namespace detail

template <auto F> inline constexpr Handler handle = detail::Bind<F>::make(false);

// For a handler whose JSON has whole files in it: its body may have [server] MAX_BODY_BYTES and not only
// MAX_JSON_BYTES.
namespace detail {
template <auto F> consteval Handler make_carrying_files()
{
    Handler handler = Bind<F>::make(false);
    handler.carries_files = true;
    return handler;
}
} // namespace detail
template <auto F> inline constexpr Handler carries_files = detail::make_carrying_files<F>();

// For a handler that mostly touches memory and a few indexed rows and nothing else (base/blocking_guard.hpp,
// docs/decisions).
template <auto F> inline constexpr Handler quick = detail::Bind<F>::make(true);

// For a handler that touches settings and memory alone. Strangers have its answer from a network thread whatever the
// database is, however long others wait for that.
namespace detail {
template <auto F> consteval Handler make_instant()
{
    Handler handler = Bind<F>::make(true);
    handler.instant = true;
    return handler;
}
} // namespace detail
template <auto F> inline constexpr Handler instant = detail::make_instant<F>();

// For a handler whose answer depends on nothing but the database, the settings and who asks: while nothing is
// committed, it is answered as it was before. It takes a `const View&` and no Call, so that there are no files, no git
// and no clock within its reach. Its guard, which is not asked again either, must read nothing else.
namespace detail {
template <auto F, bool is_quick> consteval Handler make_cached()
{
    static_assert(Bind<F>::takes_view, "what is cached is a function of a const View&");
    return Bind<F>::make(is_quick, true);
}
} // namespace detail
template <auto F> inline constexpr Handler cached = detail::make_cached<F, false>();
template <auto F> inline constexpr Handler quick_and_cached = detail::make_cached<F, true>();

constexpr bool takes(std::string_view path, std::string_view name)
{
    for (auto at = path.find(name); at != path.npos; at = path.find(name, at + 1)) {
        const auto after = path.substr(at + name.size());
        if (at > 0 && path[at - 1] == '{' && (after.starts_with('}') || after.starts_with("*}"))) return true;
    }
    return false;
}

// Every {name} of the path is read, by the guard or by the handler; the handler takes what the guard loads.
// A room asserts it beside its table, so a bad row does not compile and the line that throws says why.
constexpr bool well_formed(std::span<const Operation> table)
{
    for (const Operation& op : table) {
        std::size_t names = 0;
        std::size_t read = 0;
        for (char c : op.path) names += c == '{';
        for (const Type* type : {op.guard.path, op.handler.path})
            for (const Field& field : type != nullptr ? type->fields : std::span<const Field>()) {
                if (!takes(op.path, field.name)) throw "a path parameter is declared that is not in the path";
                ++read;
            }
        if (names != read) throw "a {name} of the path is read by nobody, or by two";
        if (op.handler.needs != nullptr && op.handler.needs != op.guard.loads)
            throw "the guard does not load what the handler takes";
        if ((op.handler.body != nullptr || op.handler.streamed) && op.method == Method::GET) throw "a GET has no body";
        if (op.handler.body != nullptr && op.handler.streamed) throw "a body is decoded or streamed, not both";
        if (op.handler.cached && op.method != Method::GET) throw "only what was read is cached";
        if (op.success == 204 && op.handler.reply != nullptr) throw "204 is the status of an empty reply";
    }
    return true;
}

} // namespace cairn::api
