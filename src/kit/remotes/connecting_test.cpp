#include "remotes/connecting.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

namespace cairn::remotes {

namespace {

// A server that listens on 127.0.0.1 alone, as many do.
class ConnectingTest : public testing::Test {
protected:
    void SetUp() override
    {
        listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ASSERT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
        ASSERT_EQ(listen(listener, 16), 0);
        ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
        port = ntohs(address.sin_port);
    }
    void TearDown() override { close(listener); }

    int listener = -1;
    std::uint16_t port = 0;
};

TEST_F(ConnectingTest, EveryAddressOfANameIsTried)
{
    for (const std::vector<std::string>& ips :
         {std::vector<std::string>{"::1", "127.0.0.1"}, {"127.0.0.1", "::1"}, {"127.0.0.2", "::1", "127.0.0.1"}}) {
        const auto found = first_that_answers(ips, port, [] { return true; });
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, "127.0.0.1");
    }
}

TEST_F(ConnectingTest, NoneIsAnError)
{
    const std::vector<std::string> deaf{"::1", "127.0.0.2"};
    EXPECT_EQ(first_that_answers(deaf, port, [] { return true; }).error().code, Errc::unavailable);
    EXPECT_EQ(first_that_answers({}, port, [] { return true; }).error().code, Errc::unavailable);
}

} // namespace

} // namespace cairn::remotes
