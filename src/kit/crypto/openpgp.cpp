#include "crypto/openpgp.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::crypto::openpgp {

namespace {

constexpr std::size_t longest_armor = 1024 * 1024; // well-known people's keys bear thousands of signatures of others
constexpr std::size_t most_packets = 10'000;
constexpr int most_checks = 200; // signatures of its own that a key may make us check

enum : std::uint8_t {
    certifies_first = 0x10, // a signature on an identity, up to
    certifies_last = 0x13,
    binds_subkey = 0x18,
    belongs_to_primary = 0x19, // the subkey's word for it
    is_about_key = 0x1f,
    revokes_key = 0x20,
    revokes_subkey = 0x28,
    revokes_identity = 0x30,
};
constexpr std::uint8_t flag_sign = 0x02;

std::unexpected<Error> unusable(std::string why) { return fail(Errc::unprocessable, std::move(why)); }

std::string framed_key(const Key& key)
{
    std::string framed = "\x99";
    framed += static_cast<char>(key.body().size() >> 8);
    framed += static_cast<char>(key.body().size() & 0xff);
    return framed + key.body();
}

std::string framed_identity(std::string_view identity)
{
    std::string framed = "\xb4";
    for (int shift = 24; shift >= 0; shift -= 8) framed += static_cast<char>(identity.size() >> shift & 0xff);
    return framed.append(identity);
}

// "Ann Example (work) <ann@example.com>" or just the address.
std::optional<std::string> email_in(std::string_view identity)
{
    identity = text::trim(identity);
    const auto open = identity.rfind('<');
    auto address = identity;
    if (open != identity.npos) {
        if (!identity.ends_with('>')) return {};
        address = identity.substr(open + 1, identity.size() - open - 2);
    }
    if (address.find('@') == address.npos || address.find_first_of(" <>") != address.npos || !is_text(address))
        return {};
    return std::string(address);
}

// The packets of one key, one after the other, with the signatures that belong to each.
class Reading {
public:
    Reading(const Key& primary, std::span<const Packet> packets)
        : primary_(primary), framed_(framed_key(primary)), rest_(packets)
    {
    }

    Result<Certificate> read()
    {
        Certificate made{.primary = primary_, .subkeys = {}, .emails = {}};
        bool revoked = false;
        bool identified = false;
        read_own(framed_, [&](const Signature& signature) {
            if (signature.type == revokes_key) revoked = true;
            if (signature.type == is_about_key) take_lifetime(signature);
        });
        while (!rest_.empty()) {
            const Packet packet = rest_.front();
            rest_ = rest_.subspan(1);
            if (packet.tag == Tag::public_key) return unusable("send one key at a time");
            if (packet.tag == Tag::user_id && read_identity(packet.body)) {
                identified = true;
                auto address = email_in(packet.body);
                if (address && std::ranges::find(made.emails, *address) == made.emails.end())
                    made.emails.push_back(std::move(*address));
            }
            if (packet.tag == Tag::public_subkey)
                if (auto subkey = read_subkey(packet.body)) made.subkeys.push_back(std::move(*subkey));
        }
        if (checks_ > most_checks) return unusable("the key bears too many signatures");
        if (revoked) return unusable("the key was revoked");
        if (!identified) return unusable("the key has no identity that it signed itself");
        made.primary.may_sign = true;
        if (lifetime_ != 0) made.primary.expires = {primary_.created().seconds + lifetime_};
        return made;
    }

private:
    // Shows `visit` the signatures of the primary key over `data` that stand next.
    template <class Visit> void read_own(std::string_view data, Visit&& visit)
    {
        for (; !rest_.empty() && !starts_component(rest_.front().tag); rest_ = rest_.subspan(1)) {
            if (rest_.front().tag != Tag::signature) continue;
            const auto signature = Signature::from_packet(rest_.front().body);
            if (!signature || (!signature->issuer.empty() && signature->issuer != id_)) continue;
            if (++checks_ <= most_checks && primary_.made(*signature, data)) visit(*signature);
        }
    }

    static bool starts_component(Tag tag)
    {
        return tag == Tag::public_key || tag == Tag::user_id || tag == Tag::public_subkey;
    }

    void take_lifetime(const Signature& signature)
    {
        if (signature.created < lifetime_said_) return;
        lifetime_said_ = signature.created;
        lifetime_ = signature.key_lifetime.value_or(0);
    }

    bool read_identity(std::string_view identity)
    {
        Time certified = Time::never();
        Time revoked = Time::never();
        read_own(framed_ + framed_identity(identity), [&](const Signature& signature) {
            if (signature.type >= certifies_first && signature.type <= certifies_last) {
                certified = std::max(certified, signature.created);
                take_lifetime(signature);
            }
            if (signature.type == revokes_identity) revoked = std::max(revoked, signature.created);
        });
        return certified != Time::never() && revoked < certified;
    }

    std::optional<Key> read_subkey(std::string_view body)
    {
        auto subkey = Key::from_packet(body);
        const auto data = subkey ? framed_ + framed_key(*subkey) : std::string();
        bool revoked = false;
        std::optional<Signature> binding;
        read_own(data, [&](const Signature& signature) {
            if (signature.type == revokes_subkey) revoked = true;
            if (signature.type == binds_subkey && (!binding || binding->created <= signature.created))
                binding = signature;
        });
        if (!subkey || revoked || !binding) return {};
        // Who takes a stranger's key for a subkey cannot make it sign that it is one.
        if ((binding->key_flags.value_or(0) & flag_sign) != 0) {
            const auto back = Signature::from_packet(binding->embedded);
            if (!back || back->type != belongs_to_primary || ++checks_ > most_checks || !subkey->made(*back, data))
                return {};
            subkey->may_sign = true;
        }
        if (const auto lifetime = binding->key_lifetime.value_or(0); lifetime != 0)
            subkey->expires = {subkey->created().seconds + lifetime};
        return subkey;
    }

    const Key& primary_;
    const std::string id_ = primary_.id();
    const std::string framed_;
    std::span<const Packet> rest_;
    int checks_ = 0;
    Time lifetime_said_ = Time::never();
    std::int64_t lifetime_ = 0;
};

std::string own_packets(std::span<const Packet> packets, const std::string& id)
{
    std::string own;
    bool is_kept = false; // what the next signatures belong to
    for (const auto& packet : packets) {
        if (packet.tag != Tag::signature) {
            is_kept = packet.tag == Tag::public_key || packet.tag == Tag::user_id || packet.tag == Tag::public_subkey;
        } else if (const auto signature = Signature::from_packet(packet.body);
                   !signature || (!signature->issuer.empty() && signature->issuer != id)) {
            continue;
        }
        if (is_kept) own += write_packet(packet.tag, packet.body);
    }
    return own;
}

} // namespace

Result<Certificate> Certificate::from_armor(std::string_view text)
{
    if (text.size() > longest_armor) return unusable("the key is too large");
    if (text.find("PRIVATE KEY BLOCK-----") != text.npos)
        return unusable("this is a private key: send the public one, and replace this one if others saw it");
    const auto bytes = read_armor(text, "PUBLIC KEY BLOCK");
    const auto packets = bytes ? read_packets(*bytes, most_packets) : std::nullopt;
    if (!packets || packets->empty() || packets->front().tag != Tag::public_key)
        return unusable("this is no armored OpenPGP public key");
    const auto primary = Key::from_packet(packets->front().body);
    if (!primary || !primary->can_sign()) return unusable("this is no OpenPGP key of a known kind");
    auto made = TRY(Reading(*primary, std::span(*packets).subspan(1)).read());
    made.packets = own_packets(*packets, primary->id());
    return made;
}

bool Certificate::signed_data(const Signature& signature, std::string_view data, Time now) const
{
    if (primary.signed_data(signature, data, now)) return true;
    return std::ranges::any_of(subkeys,
                               [&](const Key& key) { return key.may_sign && key.signed_data(signature, data, now); });
}

} // namespace cairn::crypto::openpgp
