// The large files of another server, as a client of Git LFS asks for them and sends them.
#pragma once

#include <map>
#include <span>

#include "base/reflect.hpp"
#include "lfs/object.hpp"
#include "remotes/client.hpp"
#include "remotes/git_remote.hpp"

namespace cairn::mirrors {

// How many objects one question is about; some servers take no more than a hundred.
inline constexpr std::size_t asked_at_once = 50;

struct LfsAction {
    std::string href;
    std::map<std::string, std::string> header;
};
BOOST_DESCRIBE_STRUCT(LfsAction, (), (href, header))

// What the server wants to be done about an object: "download", "upload", "verify". Nothing where it has none to give,
// or has it already.
struct LfsObject {
    std::string oid;
    std::map<std::string, LfsAction> actions;
};
BOOST_DESCRIBE_STRUCT(LfsObject, (), (oid, actions))

class LfsServer {
public:
    // `endpoint` empty: where clients look by themselves.
    LfsServer(const config::Settings&, const remotes::Remote&, const std::string& endpoint,
              std::function<bool()> goes_on);

    // By the names of the objects. Errc::unprocessable where the server does not speak LFS, or not with us.
    using Actions = std::map<std::string, std::map<std::string, LfsAction>>;
    Result<Actions> ask(std::string_view operation, std::span<const lfs::Pointer>) const;

    Result<> download(const LfsAction&, const lfs::Pointer&, std::function<void(std::string_view)> receive) const;
    Result<> upload(const LfsAction&, const lfs::Pointer&, remotes::Reading) const;
    Result<> verify(const LfsAction&, const lfs::Pointer&) const;

private:
    Result<> act(const LfsAction&, remotes::Question) const;

    const remotes::Remote& remote_;
    std::string endpoint_;
    std::function<bool()> goes_on_;
    remotes::Client client_;
};

} // namespace cairn::mirrors
