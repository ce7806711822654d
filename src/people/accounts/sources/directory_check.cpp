#include "accounts/sources/directory_check.hpp"

#include "base/utf8.hpp"
#include "ldap/escape.hpp"

namespace cairn::accounts {

namespace {

using Outcome = DirectoryAnswer::Outcome;

class Check {
public:
    Check(const SourceSettings& source, const std::string& secret, const std::string& name, const std::string& password)
        : source_(source), secret_(secret), name_(name), password_(password)
    {
    }

    DirectoryAnswer run()
    {
        answer_.outcome = asked() ? Outcome::recognized : answer_.outcome;
        return std::move(answer_);
    }

private:
    // Whether the person was recognized; otherwise the outcome says what became of it.
    bool asked()
    {
        if (password_.empty() || name_.empty())
            return refused(DirectoryStep::recognized, "a name or a password is missing");
        auto connected = ldap::Directory::connect({.host = source_.host,
                                                   .port = static_cast<std::uint16_t>(source_.port),
                                                   .security = source_.security,
                                                   .verify = !source_.skip_verify});
        if (!connected) return silent(DirectoryStep::connected, connected.error());
        directory_ = &*connected;
        found(DirectoryStep::connected, source_.host);
        tell_encryption();
        const bool recognized = source_.user_dn.empty() ? search_and_bind() : bind_and_read();
        return recognized && describe();
    }

    // Whoever may search does, and the password is that of the one who was found.
    bool search_and_bind()
    {
        if (!source_.bind_dn.empty()) {
            if (const auto bound = directory_->bind(source_.bind_dn, secret_); !bound)
                return silent(DirectoryStep::bound, bound.error());
            found(DirectoryStep::bound, source_.bind_dn);
        }
        if (!find(source_.base, ldap::Scope::subtree) || !ask_for_administrator()) return false;
        return bind_person();
    }

    // The name says who it is, and he reads about himself.
    bool bind_and_read()
    {
        answer_.dn = ldap::fill_in(source_.user_dn, name_, ldap::escape_name);
        if (!bind_person()) return false;
        return find(answer_.dn, ldap::Scope::base) && ask_for_administrator();
    }

    bool bind_person()
    {
        const auto bound = directory_->bind(answer_.dn, password_);
        if (!bound && bound.error().code == Errc::unauthorized)
            return refused(DirectoryStep::recognized, bound.error().message);
        if (!bound) return silent(DirectoryStep::recognized, bound.error());
        found(DirectoryStep::recognized, answer_.dn);
        return true;
    }

    bool find(const std::string& base, ldap::Scope scope)
    {
        const auto filter = ldap::fill_in(source_.filter, name_, ldap::escape_filter);
        auto entries = directory_->search(
            {.base = base,
             .scope = scope,
             .filter = filter,
             .attributes = {source_.name_attribute, source_.mail_attribute, source_.full_name_attribute}});
        if (!entries) return silent(DirectoryStep::found, entries.error());
        if (entries->size() != 1 || entries->front().dn.empty())
            return refused(DirectoryStep::found,
                           entries->empty() ? "nobody fits " + filter : "more than one fits " + filter);
        entry_ = std::move(entries->front());
        answer_.dn = entry_.dn;
        found(DirectoryStep::found, entry_.dn);
        return true;
    }

    bool ask_for_administrator()
    {
        if (source_.admin_filter.empty()) return true;
        const auto filter = ldap::fill_in(source_.admin_filter, name_, ldap::escape_filter);
        const auto entries =
            directory_->search({.base = entry_.dn, .scope = ldap::Scope::base, .filter = filter, .most = 1});
        if (!entries) return silent(DirectoryStep::administrator, entries.error());
        answer_.person.administrator = !entries->empty();
        return true;
    }

    bool describe()
    {
        Described& person = answer_.person;
        person.name = text_of(source_.name_attribute);
        if (source_.name_attribute.empty() || person.name.empty()) person.name = name_;
        person.full_name = text_of(source_.full_name_attribute);
        person.mail = text_of(source_.mail_attribute);
        person.mail_confirmed = source_.mail_confirmed;
        found(DirectoryStep::attributes, "");
        if (person.administrator) found(DirectoryStep::administrator, *person.administrator ? "yes" : "no");
        return true;
    }

    std::string text_of(const std::string& attribute) const
    {
        auto value = entry_.first(attribute);
        return is_text(value) ? value : std::string();
    }

    void tell_encryption()
    {
        const auto version = directory_->encryption();
        answer_.findings.push_back(
            {.step = DirectoryStep::encrypted, .good = !version.empty() && !source_.skip_verify, .detail = version});
    }

    void found(DirectoryStep step, std::string detail)
    {
        answer_.findings.push_back({.step = step, .good = true, .detail = std::move(detail)});
    }
    bool refused(DirectoryStep step, std::string detail)
    {
        answer_.outcome = Outcome::refused;
        answer_.findings.push_back({.step = step, .good = false, .detail = std::move(detail)});
        return false;
    }
    bool silent(DirectoryStep step, const Error& error)
    {
        answer_.outcome = Outcome::silent;
        answer_.trouble = error.message;
        answer_.findings.push_back({.step = step, .good = false, .detail = error.message});
        return false;
    }

    const SourceSettings& source_;
    const std::string& secret_;
    const std::string& name_;
    const std::string& password_;
    ldap::Directory* directory_ = nullptr;
    ldap::Entry entry_{};
    DirectoryAnswer answer_{};
};

} // namespace

DirectoryAnswer ask_directory(const SourceSettings& source, const std::string& secret, const std::string& name,
                              const std::string& password)
{
    return Check(source, secret, name, password).run();
}

} // namespace cairn::accounts
