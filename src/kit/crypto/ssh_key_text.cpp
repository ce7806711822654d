// The forms in which people have an SSH public key.
#include <algorithm>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "crypto/ssh_key.hpp"
#include "crypto/ssh_wire.hpp"

namespace cairn::crypto {

namespace {

constexpr std::size_t longest_text = 16 * 1024; // an RSA key of 16384 bits has 2,800 characters
constexpr std::string_view ssh2_begin = "---- BEGIN SSH2 PUBLIC KEY ----";
constexpr std::string_view ssh2_end = "---- END SSH2 PUBLIC KEY ----";

std::unexpected<Error> unreadable(std::string why) { return fail(Errc::unprocessable, std::move(why)); }

std::vector<std::string_view> lines_of(std::string_view text)
{
    auto lines = text::split(text, '\n');
    for (auto& line : lines) line = text::trim(line);
    return lines;
}

Result<SshKeyLine> from_base64(std::string_view base64, std::string comment)
{
    const auto blob = base64_decode(base64);
    if (!blob) return unreadable("this is no SSH public key");
    return SshKeyLine{TRY(SshKey::from_blob(*blob)), std::move(comment)};
}

// RFC 4716: headers such as `Comment: "..."`, continued after a backslash, then Base64.
Result<SshKeyLine> read_ssh2(std::string_view text)
{
    const auto lines = lines_of(text);
    std::string base64;
    std::string header;
    std::string comment;
    bool ended = false;
    for (std::size_t i = 1; i < lines.size() && !ended; ++i) {
        const bool continues_header = header.ends_with('\\');
        if (lines[i] == ssh2_end) {
            ended = true;
        } else if (continues_header || lines[i].find(':') != std::string_view::npos) {
            if (continues_header) header.pop_back();
            else header.clear();
            header += lines[i];
            if (!header.ends_with('\\') && text::istarts_with(header, "comment:")) comment = header.substr(8);
        } else {
            base64 += lines[i];
        }
    }
    if (!ended || lines.back() != ssh2_end) return unreadable("the SSH2 public key has no end");
    auto words = text::trim(comment);
    if (words.size() >= 2 && words.front() == '"' && words.back() == '"') words = words.substr(1, words.size() - 2);
    return from_base64(base64, std::string(words));
}

std::string blob_of(const PublicNumbers& numbers)
{
    std::string blob;
    if (!numbers.modulus.empty()) {
        append_ssh_string(blob, "ssh-rsa");
        append_ssh_mpint(blob, numbers.exponent);
        append_ssh_mpint(blob, numbers.modulus);
    } else if (!numbers.ed25519.empty()) {
        append_ssh_string(blob, "ssh-ed25519");
        append_ssh_string(blob, numbers.ed25519);
    } else {
        const auto curve = "nistp" + std::to_string(bits(numbers.curve));
        append_ssh_string(blob, "ecdsa-sha2-" + curve);
        append_ssh_string(blob, curve);
        append_ssh_string(blob, numbers.point);
    }
    return blob;
}

Result<SshKeyLine> read_pem(std::string_view text)
{
    const auto lines = lines_of(text);
    const auto label = lines.front();
    const bool pkcs1 = label == "-----BEGIN RSA PUBLIC KEY-----";
    if (!pkcs1 && label != "-----BEGIN PUBLIC KEY-----") return unreadable("this PEM file holds no public key");
    const auto end = pkcs1 ? "-----END RSA PUBLIC KEY-----" : "-----END PUBLIC KEY-----";
    if (lines.size() < 3 || lines.back() != end) return unreadable("the PEM file has no end");
    std::string base64;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) base64 += lines[i];
    const auto der = base64_decode(base64);
    const auto numbers = der ? (pkcs1 ? read_pkcs1(*der) : read_spki(*der)) : std::nullopt;
    if (!numbers) return unreadable("the PEM file holds no public key that SSH can use");
    return SshKeyLine{TRY(SshKey::from_blob(blob_of(*numbers))), {}};
}

std::string without_line_breaks(std::string_view text)
{
    std::string joined(text);
    std::erase_if(joined, [](char c) { return c == '\n' || c == '\r'; });
    return joined;
}

// "type base64 comment". Terminals break long lines, so the first two may have line breaks in them; a comment with one
// is rather a second key.
Result<SshKeyLine> read_openssh(std::string_view text)
{
    std::vector<std::string> words;
    while (words.size() < 2 && !text.empty()) {
        const auto blank = text.find_first_of(" \t");
        words.push_back(without_line_breaks(text.substr(0, blank)));
        text = blank == text.npos ? std::string_view() : text::trim(text.substr(blank));
    }
    if (text.find_first_of("\r\n") != text.npos) return unreadable("send one public key at a time");
    if (words.size() == 1) return from_base64(words[0], {});
    auto read = TRY(from_base64(words[1], std::string(text)));
    if (read.key.type_name() != words[0]) return unreadable("the public key is of another type than it says");
    return read;
}

} // namespace

Result<SshKeyLine> read_ssh_key(std::string_view text)
{
    text = text::trim(text);
    if (text.empty()) return unreadable("the public key is empty");
    if (text.size() > longest_text) return unreadable("the text is too long for a public key");
    if (text.find("PRIVATE KEY-----") != text.npos)
        return unreadable("this is a private key: send the public one, and replace this one if others saw it");
    auto read = text.starts_with(ssh2_begin) ? read_ssh2(text)
        : text.starts_with("-----BEGIN")     ? read_pem(text)
                                             : read_openssh(text);
    if (read && (!is_text(read->comment) || std::ranges::any_of(read->comment, [](char c) {
            return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
        })))
        return unreadable("the comment of the public key has characters that cannot be shown");
    return read;
}

} // namespace cairn::crypto
