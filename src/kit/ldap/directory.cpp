#include "ldap/directory.hpp"

#include <ldap.h>
#include <sys/time.h>

#include <array>
#include <cstdlib>

#include "base/text.hpp"
#include "ldap/cut.hpp"

namespace cairn::ldap {

namespace {

using Clock = Cut::Clock;

constexpr std::size_t longest_value = 4096;
constexpr std::size_t most_values = 16;
constexpr int most_beside_entries = 64; // references and other messages of a search

struct FreeMessage {
    void operator()(LDAPMessage* message) const { ldap_msgfree(message); }
};
using Message = std::unique_ptr<LDAPMessage, FreeMessage>;

struct FreeMemory {
    void operator()(char* memory) const { ldap_memfree(memory); }
};
using Text = std::unique_ptr<char, FreeMemory>;

timeval until(Clock::time_point deadline)
{
    const auto left = std::max(std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now()),
                               std::chrono::microseconds(1000));
    return {.tv_sec = static_cast<time_t>(left.count() / 1'000'000),
            .tv_usec = static_cast<suseconds_t>(left.count() % 1'000'000)};
}

std::string uri_of(const Server& server)
{
    std::string uri = server.security == Security::ldaps ? "ldaps://" : "ldap://";
    uri += server.host.contains(':') ? "[" + server.host + "]" : server.host;
    if (server.port != 0) uri += ":" + std::to_string(server.port);
    return uri;
}

// Whose certificates count: those of the system, or the file that OpenSSL is told to take by the same variable.
const char* authorities()
{
    const char* told = std::getenv("SSL_CERT_FILE");
    return told != nullptr ? told : "/etc/ssl/certs/ca-certificates.crt";
}

// What a directory says is shown to administrators, and goes to the log.
std::string tidy(std::string_view words)
{
    std::string out;
    for (const char c : words.substr(0, 300)) out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return std::string(text::trim(out));
}

} // namespace

std::string Entry::first(std::string_view attribute) const
{
    const auto found = attributes.find(text::to_lower(attribute));
    return found == attributes.end() || found->second.empty() ? std::string() : found->second.front();
}

struct Directory::Connection {
    Clock::time_point deadline;
    ber_len_t most_bytes;
    Cut cut;
    ldap_conncb callbacks{.lc_add = &Connection::added, .lc_del = &Connection::deleted, .lc_arg = this};
    LDAP* ldap = nullptr;

    explicit Connection(const Server& server)
        : deadline(Clock::now() + server.time), most_bytes(server.most_bytes), cut(deadline)
    {
    }
    ~Connection()
    {
        if (ldap != nullptr) ldap_unbind_ext_s(ldap, nullptr, nullptr);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    static int added(LDAP* /*unused*/, Sockbuf* socket, LDAPURLDesc* /*unused*/, sockaddr* /*unused*/,
                     ldap_conncb* callbacks)
    {
        auto& self = *static_cast<Connection*>(callbacks->lc_arg);
        int descriptor = -1;
        ber_sockbuf_ctrl(socket, LBER_SB_OPT_SET_MAX_INCOMING, &self.most_bytes);
        if (ber_sockbuf_ctrl(socket, LBER_SB_OPT_GET_FD, &descriptor) == 1) self.cut.watch(descriptor);
        return 0;
    }
    static void deleted(LDAP* /*unused*/, Sockbuf* /*unused*/, ldap_conncb* callbacks)
    {
        static_cast<Connection*>(callbacks->lc_arg)->cut.forget();
    }

    std::string diagnosis() const
    {
        char* raw = nullptr;
        if (ldap_get_option(ldap, LDAP_OPT_DIAGNOSTIC_MESSAGE, &raw) != LDAP_OPT_SUCCESS || raw == nullptr) return {};
        const Text words(raw);
        return tidy(words.get());
    }

    std::unexpected<Error> failed(int code, std::string more = {}) const
    {
        if (cut.happened() || code == LDAP_TIMEOUT) return fail(Errc::unavailable, "it does not answer in time");
        if (more.empty()) more = diagnosis();
        std::string words = ldap_err2string(code);
        if (!more.empty()) words += ": " + more;
        const bool refused = code == LDAP_INVALID_CREDENTIALS || code == LDAP_NO_SUCH_OBJECT
            || code == LDAP_INVALID_DN_SYNTAX || code == LDAP_INAPPROPRIATE_AUTH || code == LDAP_INSUFFICIENT_ACCESS;
        return fail(refused ? Errc::unauthorized : Errc::unavailable, std::move(words));
    }

    template <class T> bool set(int option, const T& value)
    {
        return ldap_set_option(ldap, option, &value) == LDAP_OPT_SUCCESS;
    }

    Result<void> prepare(const Server& server)
    {
        const int code = ldap_initialize(&ldap, uri_of(server).c_str());
        if (code != LDAP_SUCCESS) return fail(Errc::unavailable, ldap_err2string(code));
        const int version = LDAP_VERSION3;
        const int demand = server.verify ? LDAP_OPT_X_TLS_HARD : LDAP_OPT_X_TLS_NEVER;
        const int least = LDAP_OPT_X_TLS_PROTOCOL_TLS1_2;
        const int as_client = 0;
        const int never = LDAP_DEREF_NEVER;
        const auto patience = until(deadline);
        const bool done = set(LDAP_OPT_PROTOCOL_VERSION, version)
            && ldap_set_option(ldap, LDAP_OPT_REFERRALS, LDAP_OPT_OFF) == LDAP_OPT_SUCCESS
            && ldap_set_option(ldap, LDAP_OPT_RESTART, LDAP_OPT_OFF) == LDAP_OPT_SUCCESS && set(LDAP_OPT_DEREF, never)
            && set(LDAP_OPT_NETWORK_TIMEOUT, patience) && set(LDAP_OPT_TIMEOUT, patience)
            && ldap_set_option(ldap, LDAP_OPT_CONNECT_CB, &callbacks) == LDAP_OPT_SUCCESS
            && ldap_set_option(ldap, LDAP_OPT_X_TLS_CACERTFILE, authorities()) == LDAP_OPT_SUCCESS
            && set(LDAP_OPT_X_TLS_REQUIRE_CERT, demand) && set(LDAP_OPT_X_TLS_PROTOCOL_MIN, least)
            && set(LDAP_OPT_X_TLS_NEWCTX, as_client);
        if (!done) return fail(Errc::unavailable, "the library for directories does not take its settings");
        return {};
    }

    Result<Message> next(int id)
    {
        auto patience = until(deadline);
        LDAPMessage* raw = nullptr;
        const int kind = ldap_result(ldap, id, LDAP_MSG_ONE, &patience, &raw);
        Message message(raw);
        if (kind == 0) return failed(LDAP_TIMEOUT);
        if (kind < 0) {
            int code = LDAP_SERVER_DOWN;
            ldap_get_option(ldap, LDAP_OPT_RESULT_CODE, &code);
            return failed(code);
        }
        return message;
    }

    // The result code of a last message, with the words that came with it.
    std::pair<int, std::string> outcome(LDAPMessage* message)
    {
        int code = LDAP_OTHER;
        char* words = nullptr;
        const int parsed = ldap_parse_result(ldap, message, &code, nullptr, &words, nullptr, nullptr, 0);
        const Text kept(words);
        return {parsed == LDAP_SUCCESS ? code : parsed, words != nullptr ? tidy(words) : std::string()};
    }

    Entry read(LDAPMessage* message)
    {
        Entry entry;
        const Text dn(ldap_get_dn(ldap, message));
        if (dn) entry.dn = dn.get();
        BerElement* raw = nullptr;
        Text name(ldap_first_attribute(ldap, message, &raw));
        const std::unique_ptr<BerElement, void (*)(BerElement*)> place(raw, [](BerElement* at) { ber_free(at, 0); });
        for (; name; name.reset(ldap_next_attribute(ldap, message, place.get()))) {
            auto& values = entry.attributes[text::to_lower(name.get())];
            berval** all = ldap_get_values_len(ldap, message, name.get());
            for (berval** each = all; each != nullptr && *each != nullptr && values.size() < most_values; ++each)
                if ((*each)->bv_len <= longest_value) values.emplace_back((*each)->bv_val, (*each)->bv_len);
            ldap_value_free_len(all);
        }
        return entry;
    }
};

Directory::Directory(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) { }
Directory::~Directory() = default;
Directory::Directory(Directory&&) noexcept = default;
Directory& Directory::operator=(Directory&&) noexcept = default;

Result<Directory> Directory::connect(const Server& server)
{
    auto connection = std::make_unique<Connection>(server);
    TRY(connection->prepare(server));
    if (const int code = ldap_connect(connection->ldap); code != LDAP_SUCCESS) return connection->failed(code);
    if (server.security == Security::starttls) {
        int id = 0;
        if (const int code = ldap_start_tls(connection->ldap, nullptr, nullptr, &id); code != LDAP_SUCCESS)
            return connection->failed(code);
        const auto message = TRY(connection->next(id));
        if (const auto [code, words] = connection->outcome(message.get()); code != LDAP_SUCCESS)
            return fail(Errc::unavailable,
                        "it does not begin to encrypt: " + (words.empty() ? ldap_err2string(code) : words));
        if (const int code = ldap_install_tls(connection->ldap); code != LDAP_SUCCESS) return connection->failed(code);
    }
    return Directory(std::move(connection));
}

std::string Directory::encryption() const
{
    char* raw = nullptr;
    if (ldap_tls_inplace(connection_->ldap) != 1
        || ldap_get_option(connection_->ldap, LDAP_OPT_X_TLS_VERSION, &raw) != LDAP_OPT_SUCCESS || raw == nullptr)
        return {};
    const Text version(raw);
    return tidy(version.get());
}

Result<void> Directory::bind(const std::string& dn, const std::string& password)
{
    if (dn.empty() || password.empty()) return fail(Errc::unauthorized, "nobody shows who he is without a password");
    berval secret{.bv_len = password.size(), .bv_val = const_cast<char*>(password.data())}; // it is only read
    int id = 0;
    if (const int code =
            ldap_sasl_bind(connection_->ldap, dn.c_str(), LDAP_SASL_SIMPLE, &secret, nullptr, nullptr, &id);
        code != LDAP_SUCCESS)
        return connection_->failed(code);
    const auto message = TRY(connection_->next(id));
    auto [code, words] = connection_->outcome(message.get());
    if (code != LDAP_SUCCESS) return connection_->failed(code, std::move(words));
    return {};
}

Result<std::vector<Entry>> Directory::search(const Search& wanted)
{
    std::vector<char*> attributes;
    for (const auto& name : wanted.attributes)
        if (!name.empty()) attributes.push_back(const_cast<char*>(name.c_str())); // they are only read
    std::string none = LDAP_NO_ATTRS;
    if (attributes.empty()) attributes.push_back(none.data());
    attributes.push_back(nullptr);

    auto patience = until(connection_->deadline);
    int id = 0;
    const int begun = ldap_search_ext(
        connection_->ldap, wanted.base.c_str(), wanted.scope == Scope::base ? LDAP_SCOPE_BASE : LDAP_SCOPE_SUBTREE,
        wanted.filter.c_str(), attributes.data(), 0, nullptr, nullptr, &patience, wanted.most, &id);
    if (begun == LDAP_FILTER_ERROR) return fail(Errc::unprocessable, "the filter makes no sense: " + wanted.filter);
    if (begun != LDAP_SUCCESS) return connection_->failed(begun);

    std::vector<Entry> found;
    for (int others = 0; others < most_beside_entries;) {
        const auto message = TRY(connection_->next(id));
        const int kind = ldap_msgtype(message.get());
        if (kind == LDAP_RES_SEARCH_RESULT) {
            auto [code, words] = connection_->outcome(message.get());
            if (code == LDAP_NO_SUCH_OBJECT) return fail(Errc::not_found, "there is no " + wanted.base);
            if (code != LDAP_SUCCESS && code != LDAP_SIZELIMIT_EXCEEDED)
                return fail(Errc::unavailable, connection_->failed(code, std::move(words)).error().message);
            return found;
        }
        if (kind != LDAP_RES_SEARCH_ENTRY) ++others;
        else if (found.push_back(connection_->read(message.get()));
                 found.size() >= static_cast<std::size_t>(wanted.most)) {
            ldap_abandon_ext(connection_->ldap, id, nullptr, nullptr);
            return found;
        }
    }
    return fail(Errc::unavailable, "it answers with references alone");
}

} // namespace cairn::ldap
