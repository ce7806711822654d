#include "contents/patch_series.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/edited_file.hpp"
#include "contents/mail_headers.hpp"
#include "git/limits.hpp"

namespace cairn::contents {

namespace {

constexpr std::size_t longest_message = 64U << 10;

std::string_view line_at(std::string_view text, std::size_t at)
{
    auto line = text.substr(at, text.find('\n', at) - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::size_t next_line(std::string_view text, std::size_t at)
{
    const auto end = text.find('\n', at);
    return end == text.npos ? text.size() : end + 1;
}

// "From 1a2b… Mon Sep 17 00:00:00 2001": where the next mail of a mailbox begins. It ends in a time and a year.
bool begins_mail(std::string_view line)
{
    if (!line.starts_with("From ")) return false;
    const auto words = text::split_list(line, ' ');
    if (words.size() < 4 || !text::parse_integer(words.back(), 1900, 9999)) return false;
    const auto time = words[words.size() - 2];
    return time.size() >= 5 && text::is_digit(time.front()) && time.contains(':');
}

std::vector<std::string_view> split_mails(std::string_view text)
{
    std::vector<std::string_view> mails;
    std::size_t begin = std::string_view::npos;
    for (std::size_t at = 0; at < text.size(); at = next_line(text, at)) {
        if (text[at] != 'F' || !begins_mail(line_at(text, at))) continue;
        if (begin != text.npos) mails.push_back(text.substr(begin, at - begin));
        begin = next_line(text, at);
    }
    if (begin != text.npos) mails.push_back(text.substr(begin));
    return mails;
}

// The message ends there: what comes is the difference, or words that are not for the commit.
bool ends_message(std::string_view line)
{
    return line.starts_with("diff -") || line.starts_with("Index: ") || (line.starts_with("--- ") && line.size() > 4)
        || (line.starts_with("---") && text::trim(line) == "---");
}

bool has_difference(std::string_view text)
{
    for (std::size_t at = 0; at < text.size(); at = next_line(text, at)) {
        const auto line = line_at(text, at);
        if (line.starts_with("diff --git ")) return true;
        if (line.starts_with("--- ") && line_at(text, next_line(text, at)).starts_with("+++ ")) return true;
    }
    return false;
}

// "Re: [PATCH v2 1/3] Say it" says "Say it".
std::string_view plain_subject(std::string_view subject)
{
    for (;;) {
        subject = text::trim(subject);
        if (text::istarts_with(subject, "re:")) {
            subject.remove_prefix(3);
        } else if (subject.starts_with('[') && subject.contains(']')) {
            subject.remove_prefix(subject.find(']') + 1);
        } else {
            return subject;
        }
    }
}

// "[PATCH 0/3]"
bool is_cover(std::string_view subject)
{
    const auto slash = subject.substr(0, subject.find(']')).find('/');
    if (slash == subject.npos) return false;
    auto begin = slash;
    while (begin > 0 && text::is_digit(subject[begin - 1])) --begin;
    const auto number = text::parse_integer(subject.substr(begin, slash - begin));
    return number && *number == 0;
}

// Without the list of commits and the counts that git adds.
std::string description_of(std::string_view body)
{
    for (std::size_t at = 0; at < body.size(); at = next_line(body, at)) {
        const auto line = line_at(body, at);
        const auto bracket = line.rfind(" (");
        const bool begins_list = bracket != line.npos && line.ends_with("):")
            && text::parse_integer(line.substr(bracket + 2, line.size() - bracket - 4)).has_value();
        if (begins_list || line == "-- ") return std::string(text::trim(body.substr(0, at)));
    }
    return std::string(text::trim(body));
}

struct Mail {
    SentPatch patch;
    std::string subject; // as it came
    std::string body;    // before the difference
};

// What is said in the first lines of the body counts more than what the mail says of itself: who passes patches on
// keeps their author so.
std::string_view take_said_within(std::string_view body, MailHead& head)
{
    auto rest = body;
    while (!rest.empty() && text::trim(line_at(rest, 0)).empty()) rest.remove_prefix(next_line(rest, 0));
    bool any = false;
    while (!rest.empty()) {
        const auto line = line_at(rest, 0);
        std::string_view name;
        for (const std::string_view one : {"From", "Subject", "Date"})
            if (line.starts_with(one) && line.substr(one.size()).starts_with(": ")) name = one;
        if (name.empty()) break;
        head.fields[text::to_lower(name)] = text::trim(line.substr(name.size() + 2));
        any = true;
        rest.remove_prefix(next_line(rest, 0));
    }
    return any ? rest : body;
}

Result<Mail> read_mail(std::string_view text)
{
    auto head = read_mail_head(text);
    const auto type = text::to_lower(head.field("content-type"));
    if (type.starts_with("multipart/"))
        return fail(Errc::unprocessable,
                    "it is an attachment: send it within the mail (git format-patch without "
                    "--attach)");
    const auto encoding = text::trim(head.field("content-transfer-encoding"));
    auto body = mail_body(text.substr(head.size), encoding);
    if (!body) return fail(Errc::unprocessable, "what is in the mail is not in base64");
    // On its way a mail gets line ends of its own; those that are encoded are the sender's.
    const bool is_encoded = text::iequals(encoding, "base64") || text::iequals(encoding, "quoted-printable");
    if (!is_encoded && line_at(text, 0).size() + 2 == next_line(text, 0)) *body = with_line_ends_of("", *body);
    const auto said = take_said_within(*body, head);
    std::size_t end = 0;
    while (end < said.size() && !ends_message(line_at(said, end))) end = next_line(said, end);

    std::string charset;
    if (const auto at = type.find("charset="); at != std::string::npos) {
        charset = type.substr(at + 8, type.find(';', at) - at - 8);
        std::erase(charset, '"');
    }
    Mail mail{.patch = {.author = mail_author(head.field("from"))},
              .subject = mail_words(head.field("subject")),
              .body = mail_text(said.substr(0, end), charset)};
    if (!mail.patch.author) return fail(Errc::unprocessable, "nobody is named who has written it");
    if (!read_mail_date(head.field("date"), *mail.patch.author)) mail.patch.author->when = Time::never();
    mail.patch.message = plain_subject(mail.subject);
    if (const auto more = text::trim(mail.body); !more.empty())
        mail.patch.message += (mail.patch.message.empty() ? "" : "\n\n") + std::string(more);
    if (mail.patch.message.size() > longest_message) return fail(Errc::unprocessable, "its message is too long");
    mail.patch.text = said.substr(end);
    return mail;
}

bool is_mail(std::string_view text)
{
    const auto head = read_mail_head(text);
    return head.fields.contains("from") && (head.fields.contains("subject") || head.fields.contains("date"));
}

} // namespace

Result<> check_patch_size(std::size_t bytes)
{
    if (bytes <= git::limits().diff_size) return {};
    return fail(Errc::too_large,
                "the patch is larger than " + std::to_string(git::limits().diff_size / 1'000'000)
                    + " MB, which this site takes at most: push it with git");
}

Result<PatchSeries> read_series(std::string_view text)
{
    TRY(check_patch_size(text.size()));
    if (text::trim(text).empty()) return fail(Errc::unprocessable, "the patch is empty");
    PatchSeries series{.patches = {}};
    auto mails = split_mails(text);
    if (mails.empty() && is_mail(text)) mails.push_back(text);
    if (mails.empty()) {
        if (!has_difference(text)) return fail(Errc::unprocessable, "this is no patch: no difference is in it");
        series.patches.push_back({.text = std::string(text)});
        return series;
    }
    if (mails.size() > most_patches + 1)
        return fail(Errc::unprocessable,
                    "there are more than " + std::to_string(most_patches) + " patches: push them with git");
    for (std::size_t i = 0; i < mails.size(); ++i) {
        auto read = read_mail(mails[i]);
        if (read && !has_difference(read->patch.text)) {
            if (i == 0 && is_cover(read->subject)) {
                series.title = plain_subject(read->subject);
                series.description = description_of(read->body);
                continue;
            }
            read = fail(Errc::unprocessable, "no difference is in it");
        }
        if (!read) {
            const auto number = std::to_string(series.patches.size() + 1);
            return fail(read.error().code, "patch " + number + ": " + read.error().message);
        }
        series.patches.push_back(std::move(read->patch));
    }
    if (series.patches.empty()) return fail(Errc::unprocessable, "this is no patch: no difference is in it");
    return series;
}

} // namespace cairn::contents
