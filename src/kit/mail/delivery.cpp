#include "mail/delivery.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/log.hpp"
#include "config/settings.hpp"
#include "mail/sendmail.hpp"

namespace cairn::mail {

namespace {

using config::MailProtocol;

constexpr long connect_seconds = 20;
constexpr long whole_seconds = 120;

// What curl reads of the message, and where it is.
struct Source {
    std::string_view rest;

    static std::size_t read(char* into, std::size_t size, std::size_t count, void* self)
    {
        auto& rest = static_cast<Source*>(self)->rest;
        const auto length = std::min(size * count, rest.size());
        std::memcpy(into, rest.data(), length);
        rest.remove_prefix(length);
        return length;
    }
};

int check_stopping(void* stopping, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return *static_cast<const std::atomic<bool>*>(stopping) ? 1 : 0;
}

std::string server_url(const config::Mailer& mailer)
{
    const bool local = mailer.protocol == MailProtocol::smtp_unix;
    const bool ipv6 = mailer.smtp_addr.find(':') != std::string::npos && !mailer.smtp_addr.starts_with('[');
    const auto host = local ? "localhost" : ipv6 ? "[" + mailer.smtp_addr + "]" : mailer.smtp_addr;
    auto url = std::string(mailer.protocol == MailProtocol::smtps ? "smtps://" : "smtp://") + host;
    if (!local) url += ":" + std::to_string(mailer.smtp_port);
    // What curl takes for the path is the name that it says of itself.
    return mailer.helo_hostname.empty() ? url : url + "/" + mailer.helo_hostname;
}

Result<void> deliver_by_smtp(const config::Mailer& mailer, const Envelope& envelope, const std::string& message,
                             const std::atomic<bool>& stopping)
{
    static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(ready ? curl_easy_init() : nullptr,
                                                                   &curl_easy_cleanup);
    if (!curl) return fail(Errc::unavailable, "curl does not start");
    const std::string to = "<" + envelope.to + ">";
    const std::string from = "<" + envelope.from + ">";
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> recipients(curl_slist_append(nullptr, to.c_str()),
                                                                                 &curl_slist_free_all);
    Source source{message};
    char words[CURL_ERROR_SIZE] = "";

    const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
    set(CURLOPT_URL, server_url(mailer).c_str());
    set(CURLOPT_MAIL_FROM, from.c_str());
    set(CURLOPT_MAIL_RCPT, recipients.get());
    set(CURLOPT_READFUNCTION, &Source::read);
    set(CURLOPT_READDATA, static_cast<void*>(&source));
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_ERRORBUFFER, static_cast<char*>(words));
    set(CURLOPT_CONNECTTIMEOUT, connect_seconds);
    set(CURLOPT_TIMEOUT, whole_seconds);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_NOPROXY, "*");
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &check_stopping);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(const_cast<std::atomic<bool>*>(&stopping)));
    if (mailer.protocol == MailProtocol::smtp_starttls) set(CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_ALL));
    if (mailer.protocol == MailProtocol::smtp_unix) set(CURLOPT_UNIX_SOCKET_PATH, mailer.smtp_addr.c_str());
    if (mailer.force_trust_server_cert) {
        set(CURLOPT_SSL_VERIFYPEER, 0L);
        set(CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (!mailer.user.empty()) {
        set(CURLOPT_USERNAME, mailer.user.c_str());
        set(CURLOPT_PASSWORD, mailer.passwd.c_str());
    }

    const CURLcode code = curl_easy_perform(curl.get());
    if (code == CURLE_OK) return {};
    long status = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
    // A wrong password is 535, but the operator's to mend and not the mail's fault.
    const bool never = status >= 500 && status < 600 && code != CURLE_LOGIN_DENIED;
    return fail(never ? Errc::unprocessable : Errc::unavailable, words[0] != 0 ? words : curl_easy_strerror(code));
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
