#include "api/answer_cache.hpp"

namespace cairn::api {

namespace {

constexpr std::size_t heaviest_answer = 256 << 10;
constexpr std::size_t longest_question = 1 << 10;

std::size_t bytes_of(const AnswerKey& key, const std::string& body, const http::Response& answer)
{
    std::size_t bytes = sizeof key + sizeof answer + key.target.size() + body.size();
    for (const auto& [name, value] : answer.headers) bytes += sizeof name + sizeof value + value.size();
    return bytes;
}

} // namespace

std::size_t AnswerKey::Hash::operator()(const AnswerKey& key) const
{
    return CallerKey::Hash()(key.caller) * 31 + std::hash<std::string>()(key.target);
}

std::optional<AnswerKey> AnswerCache::key_of(const Caller& caller, const config::Settings& settings,
                                             const http::Request& request)
{
    const auto path = request.path();
    const auto query = request.query();
    if (path.size() + query.size() > longest_question) return std::nullopt;
    std::string target;
    target.reserve(path.size() + query.size() + 1);
    target.append(path).append(1, '?').append(query);
    return AnswerKey{caller.cache_key(), &settings, std::move(target)};
}

void AnswerCache::keep(AnswerKey key, const db::CommitState& state, http::Response& answer)
{
    auto* body = std::get_if<std::string>(&answer.body);
    if (body == nullptr) return;
    const auto bytes = bytes_of(key, *body, answer);
    if (bytes > heaviest_answer) return;
    answer.body = std::make_shared<const std::string>(std::move(*body));
    answers_.keep(std::move(key), state, answer, bytes);
}

std::string text_of(const http::Response& answer)
{
    std::string text = std::to_string(answer.status);
    for (const auto& [name, value] : answer.headers) text.append("\n").append(name).append(": ").append(value);
    text += "\n\n";
    if (const auto* own = std::get_if<std::string>(&answer.body)) text += *own;
    else if (const auto* shared = std::get_if<std::shared_ptr<const std::string>>(&answer.body)) text += **shared;
    else if (const auto* literal = std::get_if<std::string_view>(&answer.body)) text += *literal;
    return text;
}

} // namespace cairn::api
