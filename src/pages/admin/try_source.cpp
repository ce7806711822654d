// Trying a sign-in source out: what a directory says of a name and a password, step by step, or what a provider says of
// itself; nobody is signed in, and no account is made.
#include <array>

#include "accounts/sign_in/logins.hpp"
#include "accounts/sources/newcomer.hpp"
#include "db/database.hpp"
#include "identity/federation/providers.hpp"
#include "pages/admin/source_guard.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::DirectoryAnswer;
using accounts::DirectoryStep;
using accounts::Source;
using accounts::SourceKind;
using enum Method;
using words::Phrase;

namespace {

struct TryForm {
    std::string name;
    std::string password;
};
BOOST_DESCRIBE_STRUCT(TryForm, (), (name, password))

struct ShownStep {
    std::string words;
    std::string detail;
    bool good = false;
};
BOOST_DESCRIBE_STRUCT(ShownStep, (), (words, detail, good))

struct TrySourceView {
    Navigation navigation;
    std::int64_t id = 0;
    std::string name; // of the source
    SourceKind kind = SourceKind::ldap;
    bool active = false;
    bool makes_accounts = false;
    std::string wanted{}; // the name that was tried
    bool tried = false;
    bool recognized = false;
    std::vector<ShownStep> steps{};
    accounts::Described person{};
    std::string account{};  // whom it would sign in; empty: nobody yet
    std::string new_name{}; // of the account that it would make
    PageHead head{};
};
BOOST_DESCRIBE_STRUCT(TrySourceView, (),
                      (navigation, id, name, kind, active, makes_accounts, wanted, tried, recognized, steps, person,
                       account, new_name, head))
const PageOf<TrySourceView> try_page{"admin/try_source"};

// Of a step of a directory, in the order of DirectoryStep: as it went well, and as it did not.
struct StepWords {
    Phrase good;
    Phrase bad;
};
constexpr std::array step_words{
    StepWords{Phrase("Connected"), Phrase("Not connected")},
    StepWords{Phrase("Encrypted, by a certificate that is right"),
              Phrase("Not protected: nobody has looked at a certificate")},
    StepWords{Phrase("The account that searches is let in"), Phrase("The account that searches is not let in")},
    StepWords{Phrase("One entry fits, and may sign in"), Phrase("No entry fits that may sign in")},
    StepWords{Phrase("The password is right"), Phrase("The password is wrong")},
    StepWords{Phrase("The attributes are read"), Phrase("The attributes cannot be read")},
    StepWords{Phrase("The directory says who administers this site"),
              Phrase("The directory cannot say who administers this site")},
};
static_assert(step_words.size() == type_of<DirectoryStep>().choices.size());

TrySourceView view_of(const Call& call, const Source& source)
{
    return {.navigation = administration_navigation(call, "/-/admin/auths"),
            .id = source.id,
            .name = source.name,
            .kind = source.kind,
            .active = source.active,
            .makes_accounts = source.read().makes_accounts};
}

void try_directory(const Call& call, const Source& source, const TryForm& form, TrySourceView& view)
{
    const auto& in = language_of(call);
    auto answer = call.site.get<accounts::Logins>().try_out(source, form.name, form.password);
    for (const auto& finding : answer.findings) {
        const auto& words = step_words.at(static_cast<std::size_t>(finding.step));
        view.steps.push_back({in.say(finding.good ? words.good : words.bad), finding.detail, finding.good});
    }
    if (answer.findings.empty()) view.steps.push_back({in.say(step_words.front().bad), answer.trouble, false});
    view.recognized = answer.outcome == DirectoryAnswer::Outcome::recognized;
    if (!view.recognized) return;
    view.person = std::move(answer.person);
    view.new_name = accounts::account_name_of(view.person.name);
    if (const auto account = accounts::find_account_of(call.db(), source, view.person.name))
        view.account = account->name;
}

void ask_provider(const Call& call, const Source& source, TrySourceView& view)
{
    const auto& in = language_of(call);
    const auto found = call.site.get<identity::Providers>().fetch(source);
    if (!found) {
        view.steps.push_back({in.say(Phrase("The provider cannot be used")), found.error().message, false});
        return;
    }
    const auto& document = (*found)->document;
    view.steps = {{in.say(Phrase("The description is fetched")), (*found)->discovery, true},
                  {in.say(Phrase("Its issuer")), document.issuer, true},
                  {in.say(Phrase("People are sent to")), document.authorization_endpoint, true},
                  {in.say(Phrase("Codes are redeemed at")), document.token_endpoint, true},
                  {in.say(Phrase("More is told at")), document.userinfo_endpoint, !document.userinfo_endpoint.empty()},
                  {in.say(Phrase("{count} key", "{count} keys"), static_cast<std::int64_t>((*found)->keys.size())),
                   document.jwks_uri, !(*found)->keys.empty()}};
    view.recognized = !(*found)->keys.empty();
}

Result<Raw> show(Call& call, const Source& source) { return try_page.show(call, view_of(call, source)); }

Result<Raw> try_out(Call& call, const Source& source, Body<TryForm> form)
{
    auto view = view_of(call, source);
    view.wanted = form->name;
    view.tried = true;
    if (source.kind == SourceKind::ldap) try_directory(call, source, form.value, view);
    else ask_provider(call, source, view);
    return try_page.show(call, std::move(view));
}

// clang-format off
constexpr Operation try_operations[] = {
    {GET,  "/-/admin/auths/{id}/try", scope::none, administers_source, handle<show>,    200, "siteAdminAskToTrySource", "Ask for what a sign-in source is tried out with"},
    {POST, "/-/admin/auths/{id}/try", scope::none, administers_source, handle<try_out>, 200, "siteAdminTrySource",      "Try a sign-in source out"},
};
// clang-format on
static_assert(well_formed(try_operations));

} // namespace

const Table admin_try_source_table{"site", try_operations, Door::site, refuse_page};

} // namespace cairn::pages
