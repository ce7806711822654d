#include "crypto/ssh_certificate.hpp"

#include <arpa/inet.h>

#include <array>
#include <cstring>
#include <optional>

#include "base/text.hpp"
#include "crypto/ssh_wire.hpp"

namespace cairn::crypto {

namespace {

constexpr std::string_view suffix = "-cert-v01@openssh.com";
constexpr std::uint32_t of_a_user = 1;
constexpr std::size_t most_entries = 256; // principals or options; OpenSSH has the same limit

std::unexpected<Error> damaged() { return fail(Errc::unprocessable, "the SSH certificate is damaged"); }

// The public key's own fields, which stand in the certificate without the type in front.
std::optional<std::string> key_blob(SshReader& reader, std::string_view type)
{
    std::string plain(type.substr(0, type.size() - suffix.size()));
    const bool sk = plain.starts_with("sk-");
    if (sk) plain += "@openssh.com";
    std::string blob;
    append_ssh_string(blob, plain);
    std::size_t fields = plain == "ssh-rsa" || plain.find("ecdsa") != plain.npos ? 2 : 1;
    if (sk) ++fields; // the application
    for (std::size_t i = 0; i < fields; ++i) append_ssh_string(blob, reader.string());
    if (reader.bad()) return {};
    return blob;
}

struct Address {
    std::array<unsigned char, 16> bytes{};
    std::size_t size = 0;
};

std::optional<Address> parse_address(std::string_view text)
{
    const std::string terminated(text);
    Address address;
    if (terminated.find('\0') != terminated.npos) return {};
    if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data()) == 1) address.size = 4;
    else if (inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) address.size = 16;
    else return {};
    // An IPv4 client of a socket that serves both.
    constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (address.size == 16 && std::memcmp(address.bytes.data(), mapped.data(), mapped.size()) == 0) {
        std::memmove(address.bytes.data(), address.bytes.data() + mapped.size(), 4);
        address.size = 4;
    }
    return address;
}

bool same_network(const Address& a, const Address& b, std::size_t bits)
{
    if (a.size != b.size) return false;
    for (std::size_t i = 0; i < a.size && bits > 0; ++i) {
        const auto here = std::min<std::size_t>(bits, 8);
        if (((a.bytes[i] ^ b.bytes[i]) >> (8 - here)) != 0) return false;
        bits -= here;
    }
    return true;
}

} // namespace

bool address_in_list(std::string_view address, std::string_view list)
{
    const auto client = parse_address(address);
    if (!client) return false;
    bool found = false;
    for (const auto entry : text::split(list, ',')) {
        const auto slash = entry.find('/');
        const auto network = parse_address(entry.substr(0, slash));
        if (!network) return false;
        auto bits = std::optional<std::int64_t>(network->size * 8);
        if (slash != entry.npos) bits = text::parse_integer(entry.substr(slash + 1), 0, *bits);
        if (!bits) return false;
        found = found || same_network(*client, *network, static_cast<std::size_t>(*bits));
    }
    return found;
}

Result<SshCertificate> SshCertificate::from_blob(std::string_view blob)
{
    SshReader reader(blob);
    const auto type = reader.string();
    if (!type.ends_with(suffix)) return fail(Errc::unprocessable, "this is no SSH certificate");
    reader.string(); // a nonce
    const auto certified = key_blob(reader, type);
    if (!certified) return damaged();
    const auto serial = reader.uint64();
    static_cast<void>(serial);
    const auto kind = reader.uint32();
    const auto key_id = reader.string();
    SshReader principals(reader.string());
    const auto valid_after = reader.uint64();
    const auto valid_before = reader.uint64();
    SshReader options(reader.string());
    reader.string(); // extensions: what a shell may do, which is not ours
    reader.string(); // reserved
    const auto authority = reader.string();
    const auto signed_part = blob.substr(0, blob.size() - reader.rest().size());
    const auto signature = reader.string();
    if (!reader.at_end()) return damaged();

    SshCertificate made(TRY(SshKey::from_blob(*certified)), TRY(SshKey::from_blob(authority)));
    made.kind_ = kind;
    made.key_id_ = key_id;
    made.valid_after_ = valid_after;
    made.valid_before_ = valid_before;
    made.signed_part_ = signed_part;
    made.signature_ = signature;
    while (!principals.at_end()) {
        made.principals_.emplace_back(principals.string());
        if (principals.bad() || made.principals_.size() > most_entries) return damaged();
    }
    while (!options.at_end()) {
        std::string name(options.string());
        SshReader data(options.string());
        std::string value;
        if (!data.at_end()) { // a flag has no value at all
            value = data.string();
            if (!data.at_end()) return damaged();
        }
        made.critical_options_.emplace_back(std::move(name), std::move(value));
        if (options.bad() || made.critical_options_.size() > most_entries) return damaged();
    }
    return made;
}

bool SshCertificate::allows(Time now, std::string_view address) const
{
    const auto moment = static_cast<std::uint64_t>(std::max<std::int64_t>(now.seconds, 0));
    if (kind_ != of_a_user || moment < valid_after_ || moment >= valid_before_) return false;
    for (const auto& [name, value] : critical_options_)
        if (name != "source-address" || !address_in_list(address, value)) return false;
    return true;
}

} // namespace cairn::crypto
