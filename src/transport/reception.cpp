#include "transport/reception.hpp"

#include "db/database.hpp"
#include "git/receive/receive_pack.hpp"
#include "git/store/store.hpp"
#include "repositories/lifecycle/wiki_folder.hpp"
#include "transport/push.hpp"
#include "transport/push_create.hpp"
#include "transport/signed_push.hpp"

namespace cairn::transport {

Result<> advertise_push(const api::Site& site, const GitContext& place, int version, std::string_view nonce,
                        git::Sink& sink)
{
    if (place.storage.empty()) {
        git::advertise_push_to_nothing(version, sink, nonce);
        return {};
    }
    return git::advertise_push(TRY(git::Repository::open(site.get<git::Store>().path(place.storage))), version, sink,
                               nonce);
}

Result<void> Reception::make_folder()
{
    if (place_.is_to_be_made()) {
        place_.repository = TRY(create_for_push(site_, place_.owner, *pusher_.account, place_.repository.name));
        place_.storage = place_.repository.storage;
        place_.access = access::access_to(site_.db, pusher_.viewer, place_.repository.facts());
    }
    if (place_.storage.empty()) place_.storage = TRY(repositories::make_wiki(site_, place_.repository));
    return {};
}

Result<> Reception::receive(const git::PushRequest& request, std::string_view issued, git::Input& input,
                            git::Sink& sink)
{
    Result<CertificateVerdict> verdict;
    if (!request.certificate.empty()) verdict = check_certificate(site_, place_, pusher_, request, issued, Time::now());
    CheckedPush rules(site_, place_,
                      {.account_id = pusher_.viewer.id,
                       .access = place_.access,
                       .deploy_key = pusher_.deploy_key_id != 0,
                       .token_id = pusher_.viewer.token_id},
                      verdict ? verdict->words : std::string(), verdict ? std::string() : verdict.error().message);
    const auto done = git::receive_push(site_.get<git::Children>(), site_.get<git::Store>().path(place_.storage),
                                        request, input, sink, rules, push_limits(site_.settings()));
    if (verdict && rules.has_done_something() && !request.certificate.empty())
        audit_certificate(site_, place_, pusher_, request, *verdict);
    return done;
}

} // namespace cairn::transport
