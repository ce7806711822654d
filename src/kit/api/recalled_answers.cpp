#include "api/recalled_answers.hpp"

#include "api/call.hpp"

namespace cairn::api {

namespace {

constexpr std::size_t heaviest_answer = 256 << 10;
constexpr std::size_t longest_question = 1 << 10;

std::size_t weight_of(const std::string& question, const std::string& body, const http::Response& answer)
{
    std::size_t weight = sizeof answer + question.size() + body.size();
    for (const auto& [name, value] : answer.headers) weight += sizeof name + sizeof value + value.size();
    return weight;
}

} // namespace

std::optional<std::string> RecalledAnswers::question_of(const Call& call)
{
    const Caller& caller = call.caller;
    const auto path = call.request.path();
    const auto query = call.request.query();
    if (path.size() + query.size() > longest_question) return std::nullopt;
    std::string question;
    question.reserve(path.size() + query.size() + 64);
    for (const std::int64_t number : {static_cast<std::int64_t>(caller.credential), caller.id, caller.token_id,
                                      caller.session_id, caller.on_behalf_of})
        question.append(std::to_string(number)) += ' ';
    return question.append(caller.scopes.stored()).append(1, ' ').append(path).append(1, '?').append(query);
}

std::optional<http::Response> RecalledAnswers::find(const std::string& question, const db::State& state)
{
    return answers_.find(question, state);
}

void RecalledAnswers::keep(std::string question, const db::State& state, http::Response& answer)
{
    auto* body = std::get_if<std::string>(&answer.body);
    if (body == nullptr) return;
    const auto weight = weight_of(question, *body, answer);
    if (weight > heaviest_answer) return;
    answer.body = std::make_shared<const std::string>(std::move(*body));
    answers_.keep(std::move(question), state, answer, weight);
}

} // namespace cairn::api
