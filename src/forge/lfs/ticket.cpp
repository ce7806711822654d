#include "lfs/ticket.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/sealed_text.hpp"

namespace cairn::lfs {

namespace {

constexpr std::string_view scheme = "RemoteAuth ";

crypto::Sealer sealer(const config::Settings& settings) { return {settings.security.secret_key, "LFS tickets"}; }

} // namespace

std::string write_ticket(const config::Settings& settings, const Ticket& ticket)
{
    std::string text;
    for (const auto number : {ticket.repository_id, ticket.account_id, ticket.deploy_key_id,
                              std::int64_t{ticket.writes}, ticket.expires_at.seconds})
        text += std::to_string(number) + " ";
    return std::string(scheme) + sealer(settings).seal(text, {});
}

std::optional<Ticket> read_ticket(const config::Settings& settings, std::string_view authorization, Time now)
{
    constexpr std::size_t longest = 512;
    if (!text::istarts_with(authorization, scheme) || authorization.size() > longest) return {};
    const auto opened = sealer(settings).open(text::trim(authorization.substr(scheme.size())), {});
    if (!opened) return {};
    const auto parts = text::split_list(*opened, ' ');
    if (parts.size() != 5) return {};
    const auto number = [&](std::size_t at) { return text::parse_integer(parts[at]).value_or(0); };
    const Ticket ticket{.repository_id = number(0),
                        .account_id = number(1),
                        .deploy_key_id = number(2),
                        .writes = number(3) != 0,
                        .expires_at = {number(4)}};
    if (ticket.expires_at <= now) return {};
    return ticket;
}

} // namespace cairn::lfs
