// Directories that speak LDAP (version 3, RFC 4511): connecting, showing who one is, searching. The only place that
// knows libldap.
//
// What is promised:
// - All of it ends: what one Directory does, from connecting on, takes `time` at most, even if the server sends a byte
//   now and then; looking its name up is not counted, the system has its own limits for that.
// - No message of an answer is larger than `most_bytes`, and a search ends after `most` entries.
// - An empty password never shows anything (RFC 4513, 5.1.2 takes it for nobody's), and nobody is sent on: a referral
// is
//   an error, a reference among what was found is passed over.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::ldap {

enum class Security : std::uint8_t { ldaps, starttls, none };
BOOST_DESCRIBE_ENUM(Security, ldaps, starttls, none)

struct Server {
    std::string host;
    std::uint16_t port = 0; // 0: the usual one
    Security security = Security::ldaps;
    bool verify = true; // its certificate, with its name
    std::chrono::milliseconds time{10'000};
    std::uint32_t most_bytes = 256U << 10;
};

enum class Scope : std::uint8_t { base, subtree };

struct Search {
    std::string base;
    Scope scope = Scope::subtree;
    std::string filter;
    std::vector<std::string> attributes{}; // none: no attributes are asked for
    int most = 2;
};

struct Entry {
    std::string dn;
    std::map<std::string, std::vector<std::string>> attributes{}; // by their names in lower case

    // The first value; empty: there is none.
    std::string first(std::string_view attribute) const;
};

// One connection. One thread at a time.
class Directory {
public:
    // Errc::unavailable, with words for the operator, for whoever does not answer, or whose certificate is not right.
    static Result<Directory> connect(const Server&);
    ~Directory();
    Directory(Directory&&) noexcept;
    Directory& operator=(Directory&&) noexcept;

    // "TLSv1.3"; empty: nothing is encrypted.
    std::string encryption() const;

    // Errc::unauthorized: that is not the password, or there is nobody of that name, or he may not. Errc::unavailable
    // as above, and for other things that the server refuses.
    Result<void> bind(const std::string& dn, const std::string& password);

    // Those that were found, `most` at most. Errc::not_found where the base is not there, Errc::unprocessable for a
    // filter that makes no sense, Errc::unavailable for all else.
    Result<std::vector<Entry>> search(const Search&);

private:
    struct Connection;
    explicit Directory(std::unique_ptr<Connection>);

    std::unique_ptr<Connection> connection_;
};

} // namespace cairn::ldap
