#include "git/receive/push_report.hpp"

#include "git/receive/pkt_line.hpp"

namespace cairn::git {

namespace {

// Never advertised: nobody's business.
constexpr std::string_view hidden = "refs/internal/";

// A reason is one line, whatever it was made from.
std::string one_line(std::string_view words)
{
    constexpr std::size_t longest = 1000;
    std::string line(words.substr(0, longest));
    for (auto& c : line)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return line;
}

} // namespace

std::string push_report(std::string_view unpacked, std::span<const PushedReference> references, bool second_form)
{
    std::string report;
    append_packet(report, "unpack " + one_line(unpacked) + "\n");
    for (const auto& reference : references) {
        if (!reference.refusal.empty()) {
            append_packet(report, "ng " + reference.name + " " + one_line(reference.refusal) + "\n");
            continue;
        }
        append_packet(report, "ok " + reference.name + "\n");
        if (!second_form || reference.reported_as.empty()) continue;
        append_packet(report, "option refname " + reference.reported_as + "\n");
        append_packet(report, "option old-oid " + reference.before.hex() + "\n");
        append_packet(report, "option new-oid " + reference.after.hex() + "\n");
        if (reference.forced) append_packet(report, "option forced-update\n");
    }
    return report.append(flush_packet);
}

void advertise_push_to_nothing(int version, Sink& sink, std::string_view nonce)
{
    std::string out;
    if (version == 1) append_packet(out, "version 1\n");
    append_packet(out,
                  ObjectId().hex().append(" capabilities^{}").append(1, '\0').append(push_capabilities(nonce)) + "\n");
    sink.write(out.append(flush_packet));
}

Result<> advertise_push(const Repository& repository, int version, Sink& sink, std::string_view nonce)
{
    std::string out;
    if (version == 1) append_packet(out, "version 1\n");
    bool first = true;
    const auto add = [&](std::string_view name, const ObjectId& id) {
        auto line = id.hex();
        line.append(" ").append(name);
        if (std::exchange(first, false)) line.append(1, '\0').append(push_capabilities(nonce));
        append_packet(out, line.append("\n"));
        constexpr std::size_t piece = 64U << 10;
        if (out.size() < piece) return;
        sink.write(out);
        out.clear();
    };
    TRY(for_each_reference(repository, "refs/", [&](std::string_view name, const ObjectId& id) {
        if (!name.starts_with(hidden)) add(name, id);
    }));
    if (first) add("capabilities^{}", {});
    sink.write(out.append(flush_packet));
    return {};
}

} // namespace cairn::git
