// The scopes of OAuth2 and OpenID Connect: what an application asks for in one line of text, and what that opens.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/scope.hpp"
#include "base/result.hpp"
#include "words/language.hpp"

namespace cairn::identity {

// Every name that an application can ask for.
std::vector<std::string> scopes_supported();

// The single names, in the order asked for, each once.
std::vector<std::string> split_scope(std::string_view scope);
bool has_scope(std::string_view scope, std::string_view name);

// Whether two lines ask for the same, in whatever order.
bool same_scopes(std::string_view, std::string_view);

// What an access token opens. openid, profile, email and groups say what an application learns about the person, and
// open nothing by themselves; who asks for these alone, or for anything that is not known, gets what the person has.
api::ScopeSet rights_of(std::string_view scope);

// What it opens when it is but a part of what was granted: never more than the whole. Who names nothing that opens
// anything gets what the person has (above), but not by leaving out the names of less.
api::ScopeSet rights_of_part(std::string_view part, std::string_view granted);

// RFC 6749, 6: the part of what was granted that a client wants to go on with; nothing where it wants more. A right
// includes lesser ones (write:user that of read:user), and public-only is no right, so that it cannot be left out.
std::optional<std::string> narrow_scope(std::string_view granted, std::string_view wanted);

// Whether it lets an application ask who the person is: by read:user, or because it asks for nothing but to sign on
// (openid with public-only, and nothing that opens anything else). `rights` is what the scope opens.
bool opens_userinfo(std::string_view scope, const api::ScopeSet& rights);

// Whether it names what it opens: something beside what an application learns, and all of it known.
bool names_rights(std::string_view scope);

// For sites that would rather refuse what they do not know: Errc::bad_request names it.
Result<void> check_known(std::string_view scope);

// For the person who has approved it: one sentence for each thing that the application is able to do.
std::vector<std::string> in_words(std::string_view scope, const words::Language& in = words::english());

// For the person who is asked: each name that the application asks for, and what it means. What it gets without any
// name, or because one is not known here, comes last.
struct ExplainedScope {
    std::string name; // empty: it was not asked for by a name
    std::string words;

    bool operator==(const ExplainedScope&) const = default;
};
std::vector<ExplainedScope> explain(std::string_view scope, const words::Language& in = words::english());

} // namespace cairn::identity
