#include "identity/authorization_request.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "identity/authentication_class.hpp"
#include "identity/redirect.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t longest_parameter = 8 << 10;
constexpr std::size_t longest_scope = 2 << 10;

// What `claims` may say of one claim. A null asks for it in the default way.
struct ClaimRequest {
    bool essential = false;
    Json value;
    std::vector<Json> values;
};
BOOST_DESCRIBE_STRUCT(ClaimRequest, (), (essential, value, values))

struct ClaimsParameter {
    std::map<std::string, Json> id_token;
    std::map<std::string, Json> userinfo;
};
BOOST_DESCRIBE_STRUCT(ClaimsParameter, (), (id_token, userinfo))

// Those of the standard claims that scopes would bring as well.
constexpr std::array tellable{"name",   "preferred_username", "profile", "picture",        "website",
                              "locale", "updated_at",         "email",   "email_verified", "groups"};

bool is_tellable(std::string_view name) { return std::ranges::find(tellable, name) != tellable.end(); }

std::optional<ClaimRequest> read_claim_request(const Json& json)
{
    ClaimRequest request;
    if (json.text != "null" && !api::decode_json(type_of<ClaimRequest>(), json.text, &request)) return {};
    return request;
}

// No address has a blank in it, nor what takes its place here.
void add_resource(std::string& joined, std::string value)
{
    std::ranges::replace(value, ' ', '\t');
    if (!joined.empty()) joined += ' ';
    joined += value;
}

// What is no text is nobody's subject, and stays as it is.
std::string text_of(const Json& json)
{
    std::string text;
    return api::decode_json(type_of<std::string>(), json.text, &text) ? text : json.text;
}

// The values that will do; empty for any.
std::vector<std::string> wanted_texts(const ClaimRequest& request)
{
    std::vector<std::string> texts;
    if (request.value.text != "null") texts.push_back(text_of(request.value));
    for (const auto& value : request.values) texts.push_back(text_of(value));
    return texts;
}

} // namespace

bool ReadRequest::repeats(std::string_view name) const { return std::ranges::find(repeated, name) != repeated.end(); }

ReadRequest read_authorization_request(const api::QueryValues& values)
{
    ReadRequest read;
    for (const Field& field : type_of<AuthorizationRequest>().fields) {
        auto* member = static_cast<std::string*>(field.of(&read.request));
        bool seen = false;
        for (const auto& [name, value] : values) {
            if (name != field.name) continue;
            if (name == "resource") { // the one that may be sent more than once
                if (!value.empty()) add_resource(*member, value);
                if (member->size() > longest_parameter) read.too_long = field.name;
                continue;
            }
            if (seen) {
                if (!read.repeats(name)) read.repeated.push_back(name);
            } else if (value.size() > (field.name == "scope" ? longest_scope : longest_parameter)) {
                read.too_long = field.name;
            } else {
                *member = value;
            }
            seen = true;
        }
    }
    return read;
}

OAuth2Result<Prompt> read_prompt(std::string_view text)
{
    Prompt prompt;
    const auto words = text::split_list(text, ' ');
    for (const auto word : words) {
        if (word == "none") prompt.none = true;
        else if (word == "login" || word == "select_account") prompt.login = true;
        else if (word == "consent") prompt.consent = true;
        // Others, of later standards, are for those who know them.
    }
    if (prompt.none && words.size() > 1)
        return refuse(OAuth2Errc::invalid_request, "prompt=none stands with nothing beside it");
    return prompt;
}

OAuth2Result<std::optional<std::int64_t>> read_max_age(std::string_view text)
{
    if (text.empty()) return std::nullopt;
    const auto seconds = text::parse_integer(text, 0);
    if (!seconds) return refuse(OAuth2Errc::invalid_request, "max_age is no number of seconds");
    return seconds;
}

OAuth2Result<RequestedClaims> read_claims(std::string_view json)
{
    RequestedClaims wanted;
    if (json.empty()) return wanted;
    ClaimsParameter parameter;
    const auto malformed = [] { return refuse(OAuth2Errc::invalid_request, "claims is no JSON that asks for claims"); };
    if (!text::trim(json).starts_with('{') || !api::decode_json(type_of<ClaimsParameter>(), json, &parameter))
        return malformed();
    for (const auto& [name, how] : parameter.id_token) {
        const auto request = read_claim_request(how);
        if (!request) return malformed();
        if (name == "sub") wanted.subjects = wanted_texts(*request);
        if (name == "acr") {
            wanted.classes = wanted_texts(*request);
            wanted.class_is_essential = request->essential && !wanted.classes.empty();
        }
        // What else the id token tells, people have approved by the scope that brings it.
    }
    // Who signs in, and how, is asked for the id token alone (3.1.2.2 and 5.5.1.1).
    for (const auto& [name, how] : parameter.userinfo) {
        if (!read_claim_request(how)) return malformed();
        if (is_tellable(name)) wanted.userinfo.push_back(name);
    }
    return wanted;
}

// Of both ways to say it, that of the claims can do more.
OAuth2Result<WantedClasses> read_classes(const AuthorizationRequest& request, const RequestedClaims& claims)
{
    std::vector<std::string> wanted = claims.classes;
    if (wanted.empty())
        for (const auto name : text::split_list(request.acr_values, ' ')) wanted.emplace_back(name);
    WantedClasses classes{.names = known_classes(wanted), .essential = claims.class_is_essential};
    if (classes.essential && classes.names.empty())
        return refuse(OAuth2Errc::unmet_authentication_requirements, "authentication of that class is not known here");
    return classes;
}

OAuth2Result<void> check_response(const AuthorizationRequest& request)
{
    if (request.response_type != "code")
        return refuse(OAuth2Errc::unsupported_response_type, "the response_type is not code");
    const auto& mode = request.response_mode;
    if (!mode.empty() && mode != "query" && mode != "form_post")
        return refuse(OAuth2Errc::invalid_request, "the response_mode is neither query nor form_post");
    if (mode == "form_post" && !can_be_posted_to(request.redirect_uri))
        return refuse(OAuth2Errc::invalid_request, "nothing can be posted to this redirect_uri");
    return {};
}

OAuth2Result<Challenge> read_challenge(const AuthorizationRequest& request, bool confidential)
{
    const auto invalid = [](std::string why) { return refuse(OAuth2Errc::invalid_request, std::move(why)); };
    Challenge challenge{.value = request.code_challenge, .method = request.code_challenge_method};
    if (!challenge.method.empty() && challenge.method != "S256" && challenge.method != "plain")
        return invalid("the code_challenge_method is neither S256 nor plain");
    if (!confidential && challenge.method.empty())
        return invalid("a public client sends a code_challenge and its code_challenge_method");
    // RFC 7636, 4.4.1. RFC 9700, 2.1.1: nothing else keeps a public client's code from being used by others.
    if (!confidential && challenge.value.empty()) return invalid("a public client sends a code_challenge");
    if (challenge.value.empty()) return Challenge{};
    // RFC 7636, 4.2. What is not of this form no verifier could ever fit.
    const bool sound =
        challenge.value.size() >= 43 && challenge.value.size() <= 128
        && std::ranges::all_of(challenge.value, [](char c) {
               return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
           });
    if (!sound) return invalid("the code_challenge has 43 to 128 letters, digits and -._~");
    if (challenge.method.empty()) challenge.method = "plain"; // RFC 7636, 4.3
    return challenge;
}

bool is_scope_text(std::string_view scope)
{
    return std::ranges::all_of(scope, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

} // namespace cairn::identity
