#include "mail/delivery.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"
#include "http/smtp.hpp"
#include "mail/sendmail.hpp"

namespace cairn::mail {

namespace {

using config::MailProtocol;

std::string server_url(const config::Mailer& mailer)
{
    const bool local = mailer.protocol == MailProtocol::smtp_unix;
    const bool ipv6 = mailer.smtp_addr.find(':') != std::string::npos && !mailer.smtp_addr.starts_with('[');
    const auto host = local ? "localhost" : ipv6 ? "[" + mailer.smtp_addr + "]" : mailer.smtp_addr;
    auto url = std::string(mailer.protocol == MailProtocol::smtps ? "smtps://" : "smtp://") + host;
    if (!local) url += ":" + std::to_string(mailer.smtp_port);
    // What libcurl takes for the path is the name that it says of itself.
    return mailer.helo_hostname.empty() ? url : url + "/" + mailer.helo_hostname;
}

Result<void> deliver_by_smtp(const config::Mailer& mailer, const Envelope& envelope, const std::string& message,
                             const std::atomic<bool>& stopping)
{
    return http::send_by_smtp({.url = server_url(mailer),
                               .unix_socket = mailer.protocol == MailProtocol::smtp_unix ? mailer.smtp_addr : "",
                               .starttls = mailer.protocol == MailProtocol::smtp_starttls,
                               .verify_tls = !mailer.force_trust_server_cert,
                               .user = mailer.user,
                               .password = mailer.passwd,
                               .from = envelope.from,
                               .to = envelope.to,
                               .message = message},
                              stopping);
}

} // namespace

Result<void> deliver(const config::Mailer& mailer, const Envelope& envelope, const std::string& message,
                     const std::atomic<bool>& stopping)
{
    switch (mailer.protocol) {
    case MailProtocol::dummy: log::info("a mail that is not sent anywhere", {{"to", envelope.to}}); return {};
    case MailProtocol::sendmail: return deliver_by_sendmail(mailer, envelope, message);
    default: return deliver_by_smtp(mailer, envelope, message, stopping);
    }
}

} // namespace cairn::mail
