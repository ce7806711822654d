#include "http/smtp.hpp"

#include <algorithm>

#include "http/curl.hpp"

namespace cairn::http {

namespace {

constexpr long connect_seconds = 20;
constexpr long whole_seconds = 120;

std::size_t give(char* into, std::size_t size, std::size_t count, void* message)
{
    auto& rest = *static_cast<std::string_view*>(message);
    const auto length = rest.copy(into, size * count);
    rest.remove_prefix(length);
    return length;
}

// Not 0 ends it.
int check_stopping(void* stopping, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return *static_cast<const std::atomic<bool>*>(stopping) ? 1 : 0;
}

} // namespace

Result<void> send_by_smtp(const SmtpCall& call, const std::atomic<bool>& stopping)
{
    Curl curl;
    CurlList recipients;
    append(recipients, "<" + call.to + ">");
    auto rest = call.message;

    curl.set(CURLOPT_URL, call.url);
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl.set(CURLOPT_MAIL_FROM, "<" + call.from + ">");
    curl.set(CURLOPT_MAIL_RCPT, recipients.get());
    curl.set(CURLOPT_UPLOAD, 1L);
    curl.set(CURLOPT_READFUNCTION, &give);
    curl.set(CURLOPT_READDATA, static_cast<void*>(&rest));
    curl.set(CURLOPT_CONNECTTIMEOUT, connect_seconds);
    curl.set(CURLOPT_TIMEOUT, whole_seconds);
    curl.set(CURLOPT_NOPROXY, "*");
    curl.set(CURLOPT_NOPROGRESS, 0L);
    curl.set(CURLOPT_XFERINFOFUNCTION, &check_stopping);
    curl.set(CURLOPT_XFERINFODATA, static_cast<void*>(const_cast<std::atomic<bool>*>(&stopping)));
    if (call.starttls) curl.set(CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_ALL));
    if (!call.unix_socket.empty()) curl.set(CURLOPT_UNIX_SOCKET_PATH, call.unix_socket);
    curl.set(CURLOPT_SSL_VERIFYPEER, call.verify_tls ? 1L : 0L);
    curl.set(CURLOPT_SSL_VERIFYHOST, call.verify_tls ? 2L : 0L);
    if (!call.user.empty()) {
        curl.set(CURLOPT_USERNAME, call.user);
        curl.set(CURLOPT_PASSWORD, call.password);
    }

    const auto code = curl_easy_perform(curl.get());
    if (code == CURLE_OK) return {};
    const auto status = curl.status();
    // A wrong password is 535, but the operator's to mend and not the mail's fault.
    const bool never = status >= 500 && status < 600 && code != CURLE_LOGIN_DENIED;
    return fail(never ? Errc::unprocessable : Errc::unavailable, curl.words(code));
}

} // namespace cairn::http
