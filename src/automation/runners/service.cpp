// What runners call before they get work: the part of runner.v1.RunnerService that is about themselves. (What is about
// tasks is in src/actions.)
#include "runners/connect.hpp"
#include "runners/registration.hpp"
#include "runners/tables.hpp"

namespace cairn::runners {

using namespace api;
using enum Method;

namespace {

enum class RunnerStatus : std::uint8_t { unspecified, idle, active, offline };
BOOST_DESCRIBE_ENUM(RunnerStatus, unspecified, idle, active, offline)
constexpr auto words(const RunnerStatus*)
{
    return std::array<std::string_view, 4>{"RUNNER_STATUS_UNSPECIFIED", "RUNNER_STATUS_IDLE", "RUNNER_STATUS_ACTIVE",
                                           "RUNNER_STATUS_OFFLINE"};
}

// The messages, with their members in the order of the protocol (api/protobuf.hpp).
struct RunnerMessage {
    std::int64_t id = 0;
    std::string uuid{};
    std::string token{};
    std::string name{};
    RunnerStatus status = RunnerStatus::unspecified;
    std::vector<std::string> agent_labels{};  // in use by nobody any more
    std::vector<std::string> custom_labels{}; // in use by nobody any more
    std::string version{};
    std::vector<std::string> labels{};
    bool ephemeral = false;
};
BOOST_DESCRIBE_STRUCT(RunnerMessage, (),
                      (id, uuid, token, name, status, agent_labels, custom_labels, version, labels, ephemeral))

struct RegisterRequest {
    std::string name{};
    std::string token{};
    std::vector<std::string> agent_labels{};  // of runners before there were `labels`
    std::vector<std::string> custom_labels{}; // in use by nobody any more
    std::string version{};
    std::vector<std::string> labels{};
    bool ephemeral = false;
};
BOOST_DESCRIBE_STRUCT(RegisterRequest, (), (name, token, agent_labels, custom_labels, version, labels, ephemeral))

struct DeclareRequest {
    std::string version{};
    std::vector<std::string> labels{};
};
BOOST_DESCRIBE_STRUCT(DeclareRequest, (), (version, labels))

// The answer of both.
struct RunnerResponse {
    RunnerMessage runner{};
};
BOOST_DESCRIBE_STRUCT(RunnerResponse, (), (runner))

struct PingMessage {
    std::string data{};
};
BOOST_DESCRIBE_STRUCT(PingMessage, (), (data))

RunnerMessage tell(const Runner& runner)
{
    RunnerMessage message{.id = runner.id,
                          .uuid = runner.uuid,
                          .name = runner.name,
                          .status = runner.is_busy(Time::now()) ? RunnerStatus::active : RunnerStatus::idle,
                          .version = runner.version,
                          .ephemeral = runner.ephemeral};
    for (const auto label : runner.label_names()) message.labels.emplace_back(label);
    return message;
}

Result<RunnerResponse> register_with(Call& call, const RegisterRequest& request)
{
    const NewRunner wanted{.name = request.name,
                           .version = request.version,
                           .labels = request.labels.empty() ? request.agent_labels : request.labels,
                           .ephemeral = request.ephemeral};
    const auto made = TRY(register_runner(call.db(), request.token, wanted));
    RunnerResponse answer{.runner = tell(made.runner)};
    answer.runner.token = made.token;
    return answer;
}

Result<RunnerResponse> declare(Call& call, const Runner& runner, const DeclareRequest& request)
{
    return RunnerResponse{.runner = tell(TRY(declare_runner(call.db(), runner, request.version, request.labels)))};
}

Result<PingMessage> ping(Call&, const PingMessage& request)
{
    return PingMessage{.data = "Hello, " + request.data + "!"};
}

// clang-format off
constexpr Operation service_operations[] = {
    {POST, "/api/actions/ping.v1.PingService/Ping",            scope::none, unguarded,         handle<unary<ping>>,          200, "runnerPing",     "See whether the server answers"},
    {POST, "/api/actions/runner.v1.RunnerService/Register",    scope::none, unguarded,         handle<unary<register_with>>, 200, "runnerRegister", "Become a runner"},
    {POST, "/api/actions/runner.v1.RunnerService/Declare",     scope::none, identified_runner, handle<unary<declare>>,       200, "runnerDeclare",  "Tell the version and the labels of a runner"},
};
// clang-format on
static_assert(well_formed(service_operations));

} // namespace

const Table service_table{"runners", service_operations, Door::site, &refuse_call, Listens{true, false, true}};

} // namespace cairn::runners
