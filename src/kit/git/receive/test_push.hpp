// For tests: pushes into a repository by rules that the test makes.
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "git/receive/pkt_line.hpp"
#include "git/receive/receive_pack.hpp"
#include "git/receive/test_connection.hpp"

namespace cairn::git {

// Notes what it is asked and does what the test wants.
struct Rules final : PushRules {
    void decide(const Repository& repository, Push& push) override
    {
        if (deciding) deciding(repository, push);
    }
    void done(const Repository& repository, Push& push) override
    {
        seen = push.references;
        options = push.options;
        if (finishing) finishing(repository, push);
    }
    std::function<void(const Repository&, Push&)> deciding;
    std::function<void(const Repository&, Push&)> finishing;
    std::vector<PushedReference> seen;
    std::vector<std::string> options;
};

// A connection from its first word to its last, as SSH has it.
inline Result<> serve_push(Children& children, const std::string& path, int version, Source& source, Sink& sink,
                           PushRules& rules, const PushLimits& limits = {})
{
    TRY(advertise_push(TRY(Repository::open(path)), version, sink));
    Input input(source);
    auto request = read_push_request(input);
    if (!request) {
        std::string packet;
        append_packet(packet, "ERR " + request.error().message);
        sink.write(packet);
        return std::unexpected(std::move(request).error());
    }
    return receive_push(children, path, *request, input, sink, rules, limits);
}

class Pushing : public RepositoryTest {
protected:
    std::string push(const std::string& arguments, bool may_fail = false)
    {
        return converse(
            "cd " + work + " && git push " + arguments,
            [&](SocketStream& stream) {
                static_cast<void>(serve_push(children, bare, 0, stream, stream, rules, limits));
            },
            may_fail);
    }
    std::string local_commit(const std::string& message) const
    {
        in_work("git add -A && git commit -q --allow-empty -m '" + message + "'");
        return in_work("git rev-parse HEAD");
    }
    void expect_clean() const
    {
        EXPECT_THAT(git("fsck --full --strict"), testing::Not(testing::HasSubstr("error")));
        EXPECT_EQ(shell("find " + bare + " -name 'tmp_*' -o -name '*.lock' -o -name '*.keep'"), "");
    }

    Children children{{}};
    Rules rules;
    PushLimits limits;
};

} // namespace cairn::git
