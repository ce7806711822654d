-- What every workload sends, told by the environment, and one line of JSON with what came of it.
-- In BODY, %d is replaced by a number that no other request of this run has.
local method = os.getenv("BENCH_METHOD")
local body = os.getenv("BENCH_BODY")
local unique = body and body:find("%%d")

wrk.method = method
wrk.body = body
for line in os.getenv("BENCH_HEADERS"):gmatch("[^\n]+") do
    local name, value = line:match("^([^:]+): (.*)$")
    wrk.headers[name] = value
end

local count = 0
function request()
    if not unique then return wrk.format() end
    count = count + 1
    return wrk.format(nil, nil, nil, (body:gsub("%%d", tostring(count))))
end

function done(summary, latency)
    io.write(string.format(
        'BENCH {"requests": %d, "microseconds": %d, "p50": %.1f, "p99": %.1f, "refused": %d, "broken": %d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), summary.errors.status,
        summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
