#include "git/receive/push_certificate.hpp"

#include "base/text.hpp"

namespace cairn::git {

namespace {

std::unexpected<Error> broken(std::string_view what)
{
    return fail(Errc::bad_request, "the push certificate cannot be read: " + std::string(what));
}

// Where the signature begins: with a line that no command can be.
std::size_t end_of_payload(std::string_view text)
{
    for (const std::string_view begin : {"\n-----BEGIN PGP SIGNATURE-----", "\n-----BEGIN PGP MESSAGE-----",
                                         "\n-----BEGIN SSH SIGNATURE-----", "\n-----BEGIN SIGNED MESSAGE-----"})
        if (const auto at = text.find(begin); at != text.npos) return at + 1;
    return text.npos;
}

std::optional<std::string_view> value_of(std::string_view line, std::string_view name)
{
    if (!line.starts_with(name) || line.size() == name.size() || line[name.size()] != ' ') return {};
    return line.substr(name.size() + 1);
}

} // namespace

Result<PushCertificate> parse_push_certificate(std::string text)
{
    const auto end = end_of_payload(text);
    if (end == text.npos) return broken("it is not signed");
    PushCertificate made{.payload = text.substr(0, end), .signature = text.substr(end)};
    const auto blank = made.payload.find("\n\n");
    if (blank == made.payload.npos) return broken("it has no commands");
    const std::string_view head = std::string_view(made.payload).substr(0, blank);
    if (head.substr(0, head.find('\n')) != "certificate version 0.1") return broken("it is of another version");
    for (const auto line : text::split(head, '\n')) {
        if (const auto pusher = value_of(line, "pusher")) made.pusher = *pusher;
        if (const auto nonce = value_of(line, "nonce")) made.nonce = *nonce;
        if (const auto option = value_of(line, "push-option")) made.options.emplace_back(*option);
    }
    for (const auto line : text::split(std::string_view(made.payload).substr(blank + 2), '\n'))
        if (!line.empty()) made.commands.emplace_back(line);
    made.text = std::move(text);
    return made;
}

} // namespace cairn::git
