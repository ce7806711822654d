#include "config/check.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::config {

namespace {

constexpr std::size_t longest_announcement = 4096;
constexpr std::size_t longest_branch = 200;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view w) { return text::iequals(w, word); });
}

// As git has it (git-check-ref-format), as far as anybody means it by a name.
bool is_branch_name(std::string_view name)
{
    const auto is_plain = [](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != 0x7F
            && std::string_view("~^:?*[\\").find(c) == std::string_view::npos;
    };
    if (name.empty() || name.size() > longest_branch || !std::ranges::all_of(name, is_plain)) return false;
    if (name == "@" || name.starts_with('-') || name.contains("..") || name.contains("@{")) return false;
    return std::ranges::all_of(text::split(name, '/'), [](std::string_view part) {
        return !part.empty() && !part.starts_with('.') && !part.ends_with('.') && !part.ends_with(".lock");
    });
}

// A name of its own alone, or *.example.org.
bool is_domain(std::string_view domain)
{
    return !domain.empty() && std::ranges::all_of(domain, [](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != '@' && c != '/' && c != ':' && c != 0x7F;
    });
}

class Checking {
public:
    explicit Checking(const Settings& settings) : settings_(settings) { }

    std::vector<Complaint> run()
    {
        const auto& service = settings_.service;
        for (const auto& word : service.allowed_user_visibility_modes)
            if (!is_one_of(word, {"public", "limited", "private"}))
                complain("service", "ALLOWED_USER_VISIBILITY_MODES",
                         "expected public, limited or private, found " + word);
        check_domains("EMAIL_DOMAIN_ALLOWLIST", service.email_domain_allowlist);
        check_domains("EMAIL_DOMAIN_BLOCKLIST", service.email_domain_blocklist);
        if (const auto& branch = settings_.repository.default_branch; !is_branch_name(branch))
            complain("repository", "DEFAULT_BRANCH", "expected the name of a branch such as main, found " + branch);
        if (const auto& page = settings_.server.landing_page;
            !page.starts_with('/') && !is_one_of(page, {"home", "explore", "organizations", "login"}))
            complain("server", "LANDING_PAGE",
                     "expected home, explore, organizations, login or a path such as /explore/repos, found " + page);
        check_announcement(settings_.ui.announcement);
        for (const auto& name : settings_.admin.fixed_settings)
            if (name != "*" && find_named(name) == nullptr)
                complain("admin", "FIXED_SETTINGS",
                         "expected names such as service.DISABLE_REGISTRATION, or *, found " + name);
        return std::move(complaints_);
    }

private:
    void complain(std::string_view section, std::string_view name, std::string problem)
    {
        complaints_.push_back({find_key(section, name), std::move(problem)});
    }

    void check_domains(std::string_view name, const std::vector<std::string>& domains)
    {
        for (const auto& domain : domains)
            if (!is_domain(domain))
                complain("service", name, "expected domains such as example.org or *.example.org, found " + domain);
    }

    void check_announcement(std::string_view words)
    {
        if (words.size() > longest_announcement)
            complain("ui", "ANNOUNCEMENT", "expected at most " + std::to_string(longest_announcement) + " bytes");
        else if (!is_text(words)) complain("ui", "ANNOUNCEMENT", "expected text in UTF-8");
    }

    const Settings& settings_;
    std::vector<Complaint> complaints_{};
};

} // namespace

std::vector<Complaint> check(const Settings& settings) { return Checking(settings).run(); }

} // namespace cairn::config
