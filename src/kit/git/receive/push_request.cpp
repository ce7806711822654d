#include "git/receive/push_request.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/store/store.hpp"

namespace cairn::git {

namespace {

std::unexpected<Error> broken(std::string_view what)
{
    return fail(Errc::bad_request, "the push does not follow git's protocol: " + std::string(what));
}

struct Asked {
    bool push_options = false;
};

Result<Asked> read_capabilities(std::string_view list, PushRequest& request)
{
    Asked asked;
    for (const auto word : text::split(list, ' ')) {
        if (word == "report-status") request.report_status = true;
        else if (word == "report-status-v2") request.report_status = request.report_status_v2 = true;
        else if (word == "side-band-64k") request.side_band = true;
        else if (word == "quiet") request.quiet = true;
        else if (word == "atomic") request.atomic = true;
        else if (word == "push-options") asked.push_options = true;
        else if (word.starts_with("agent=")) request.agent = word.substr(6, 200);
        else if (word.starts_with("object-format=") && word != "object-format=sha1")
            return fail(Errc::bad_request, std::string(only_sha1));
    }
    return asked;
}

Result<PushCommand> read_command(std::string_view line)
{
    constexpr auto hex = ObjectId::hex_size;
    if (line.size() < 2 * hex + 3 || line[hex] != ' ' || line[2 * hex + 1] != ' ') return broken("not a command");
    const auto before = ObjectId::parse(line.substr(0, hex));
    const auto after = ObjectId::parse(line.substr(hex + 1, hex));
    if (!before || !after) return broken("not an object's name");
    return PushCommand{.name = std::string(line.substr(2 * hex + 2)), .before = *before, .after = *after};
}

std::string_view without_line_end(std::string_view line)
{
    if (line.ends_with('\n')) line.remove_suffix(1);
    return line;
}

Result<> read_options(Input& input, const PushBounds& bounds, PushRequest& request)
{
    while (true) {
        const auto packet = TRY(read_packet(input));
        if (packet.type == Packet::Type::flush) return {};
        if (packet.type != Packet::Type::data) return broken("not a push option");
        if (request.options.size() == bounds.options || packet.data.size() > bounds.option_size)
            return fail(Errc::too_large, "too many push options");
        request.options.emplace_back(without_line_end(packet.data));
    }
}

// Up to its end, which is a line of its own. A flush instead ends the request, too: true.
Result<bool> read_certificate(Input& input, const PushBounds& bounds, PushRequest& request)
{
    std::string text;
    bool ended = false;
    while (true) {
        const auto packet = TRY(read_packet(input));
        ended = packet.type == Packet::Type::flush;
        if (ended || without_line_end(packet.data) == "push-cert-end") break;
        if (packet.type != Packet::Type::data) return broken("not a line of a push certificate");
        if (text.size() + packet.data.size() > bounds.certificate_size)
            return fail(Errc::too_large, "the push certificate is too large");
        text += packet.data;
    }
    request.certificate = TRY(parse_push_certificate(std::move(text)));
    for (const auto& line : request.certificate.commands) {
        if (request.commands.size() == bounds.commands) return fail(Errc::too_large, "too many references at once");
        request.commands.push_back(TRY(read_command(line)));
    }
    return ended;
}

} // namespace

bool PushRequest::has_pack() const
{
    return std::ranges::any_of(commands, [](const PushCommand& command) { return !command.after.is_zero(); });
}

std::string push_capabilities(std::string_view nonce)
{
    std::string all = "report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options "
                      "object-format=sha1 agent=cairn/" CAIRN_VERSION;
    if (!nonce.empty()) all.append(" push-cert=").append(nonce);
    return all;
}

Result<PushRequest> read_push_request(Input& input, const PushBounds& bounds)
{
    PushRequest request;
    Asked asked;
    std::size_t shallows = 0;
    // A connection that ends before a word was said is somebody who has seen enough: `git ls-remote` and the like.
    if (input.view().empty() && !input.fill()) return request;
    while (true) {
        const auto packet = TRY(read_packet(input));
        if (packet.type == Packet::Type::flush) break;
        if (packet.type != Packet::Type::data) return broken("not a command");
        auto line = without_line_end(packet.data);
        if (line.starts_with("shallow ")) {
            if (!ObjectId::parse(line.substr(8))) return broken("not an object's name");
            if (++shallows > bounds.shallows) return fail(Errc::too_large, "too many shallow commits");
            request.shallow = true;
            continue;
        }
        if (line.starts_with(std::string_view("push-cert\0", 10))) {
            if (!request.commands.empty()) return broken("commands inside of a certificate and outside of it");
            asked = TRY(read_capabilities(without_line_end(line.substr(10)), request));
            if (TRY(read_certificate(input, bounds, request))) break;
            continue;
        }
        if (!request.certificate.empty()) return broken("commands inside of a certificate and outside of it");
        if (const auto zero = line.find('\0'); zero != line.npos) {
            if (request.commands.empty())
                asked = TRY(read_capabilities(without_line_end(line.substr(zero + 1)), request));
            line = without_line_end(line.substr(0, zero));
        }
        if (request.commands.size() == bounds.commands) return fail(Errc::too_large, "too many references at once");
        request.commands.push_back(TRY(read_command(line)));
    }
    if (asked.push_options && !request.commands.empty()) TRY(read_options(input, bounds, request));
    return request;
}

} // namespace cairn::git
