// The measure of the benchmarks: the plainest Beast server that answers a constant. `bare PORT [THREADS]`
#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include <cstdlib>
#include <thread>
#include <vector>

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::use_awaitable;
using asio::ip::tcp;

asio::awaitable<void> session(tcp::socket socket)
{
    boost::beast::flat_buffer buffer;
    for (bool open = true; open;) {
        http::request<http::string_body> request;
        co_await http::async_read(socket, buffer, request, use_awaitable);
        http::response<http::string_body> response(http::status::ok, request.version());
        response.set(http::field::content_type, "application/json");
        response.body() = R"({"version":"1.28.0+cairn-0.1.0"})";
        response.keep_alive(open = request.keep_alive());
        response.prepare_payload();
        co_await http::async_write(socket, response, use_awaitable);
    }
}

asio::awaitable<void> listen(tcp::acceptor& acceptor)
{
    for (;;)
        asio::co_spawn(acceptor.get_executor(), session(co_await acceptor.async_accept(use_awaitable)), asio::detached);
}

int main(int count, char** arguments)
{
    if (count < 2) return 2;
    const int threads = count > 2 ? std::atoi(arguments[2]) : 1;
    asio::io_context network(threads);
    tcp::acceptor acceptor(network,
                           {asio::ip::address_v4::loopback(), static_cast<unsigned short>(std::atoi(arguments[1]))});
    asio::co_spawn(network, listen(acceptor), asio::detached);
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&] { network.run(); });
    network.run();
}
