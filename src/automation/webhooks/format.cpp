#include "webhooks/format.hpp"

#include "webhooks/services.hpp"

namespace cairn::webhooks {

std::string indented(std::string_view json)
{
    std::string out;
    out.reserve(json.size() + json.size() / 4);
    std::size_t depth = 0;
    const auto new_line = [&] { out.append("\n").append(depth * 2, ' '); };
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '"') {
            const auto begin = i;
            for (++i; i < json.size() && json[i] != '"'; ++i)
                if (json[i] == '\\') ++i;
            out.append(json.substr(begin, i - begin + 1));
        } else if (c == '{' || c == '[') {
            out += c;
            if (i + 1 < json.size() && (json[i + 1] == '}' || json[i + 1] == ']')) {
                out += json[++i];
            } else {
                ++depth;
                new_line();
            }
        } else if (c == '}' || c == ']') {
            depth -= depth > 0 ? 1 : 0;
            new_line();
            out += c;
        } else if (c == ',') {
            out += c;
            new_line();
        } else if (c == ':') {
            out += ": ";
        } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
            out += c;
        }
    }
    return out;
}

std::string body_of(const StoredHook& hook, const StoredDelivery& delivery, std::string_view secret)
{
    const bool is_own = hook.type == HookType::gitea || hook.type == HookType::gogs || hook.type == HookType::cairn;
    return indented(is_own ? delivery.payload
                           : message_for(hook, headline_of(delivery.event, delivery.payload), secret));
}

} // namespace cairn::webhooks
