// What the work on repositories costs, beside what the git program takes for the same. Run by hand:
//     build/benchmarks/git_bench
// CAIRN_BENCH_FOLDER is where the repositories are made: the disk is most of what a write costs.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/log.hpp"
#include "git/objects/edit.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/walk.hpp"
#include "git/objects/writing.hpp"
#include "git/receive/pkt_line.hpp"
#include "git/receive/receive_pack.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "git/store/store.hpp"

namespace {

using namespace cairn;
using namespace cairn::git;

constexpr int pushes = 100;
constexpr int long_history = 60'000;

void shell(const std::string& command)
{
    const auto line = "export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b "
                      "GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b; "
        + command;
    if (std::system(line.c_str()) != 0) std::abort(); // NOLINT(concurrency-mt-unsafe)
}

std::string read_file(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct RepositoryContext {
    RepositoryContext()
    {
        log::configure({.level = log::Level::off});
        const auto* chosen = getenv("CAIRN_BENCH_FOLDER"); // NOLINT(concurrency-mt-unsafe)
        folder = std::string(chosen != nullptr ? chosen : "/tmp") + "/cairn_git_bench_" + std::to_string(getpid());
        std::filesystem::create_directories(folder);
        store.emplace(folder + "/root");
        repositories.emplace(*store);
    }
    ~RepositoryContext() { std::filesystem::remove_all(folder); }
    RepositoryContext(const RepositoryContext&) = delete;
    RepositoryContext& operator=(const RepositoryContext&) = delete;

    // Commits on a branch, one file of 4 KiB among 40, made by fast-import.
    std::string history(int commits) const
    {
        const auto key = Store::new_key();
        if (!store->create(key, ObjectFormat::sha1, "main")) std::abort();
        std::ofstream stream(folder + "/import");
        for (int i = 1; i <= commits; ++i) {
            const auto body = "line " + std::to_string(i) + "\n" + std::string(4000, 'x') + "\n";
            const auto message = "Change number " + std::to_string(i) + "\n";
            stream << "commit refs/heads/main\nmark :" << i << "\ncommitter A <a@b> " << 1'700'000'000 + i
                   << " +0000\ndata " << message.size() << "\n"
                   << message << "\n";
            if (i > 1) stream << "from :" << i - 1 << "\n";
            stream << "M 100644 inline src/file" << i % 40 << ".txt\ndata " << body.size() << "\n" << body << "\n";
        }
        stream.close();
        shell("git -C " + store->path(key) + " fast-import --quiet < " + folder + "/import && git -C "
              + store->path(key) + " repack -adq");
        return key;
    }

    std::string folder;
    std::optional<Store> store;
    std::optional<Repositories> repositories;
    Children children{{}};
};

RepositoryContext& place()
{
    static RepositoryContext there;
    return there;
}

void create_repository(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(place().store->create(Store::new_key(), ObjectFormat::sha1, "main"));
}
BENCHMARK(create_repository)->UseRealTime()->Unit(benchmark::kMillisecond);

void git_init(benchmark::State& state)
{
    int number = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(place().children.ask(
            {.arguments = {"init", "--bare", "-q", place().folder + "/init" + std::to_string(number++)}}));
}
BENCHMARK(git_init)->UseRealTime()->Unit(benchmark::kMillisecond);

// The requests of clients that push one commit each, one after the other.
const std::vector<std::string>& requests()
{
    static const auto made = [] {
        const auto work = place().folder + "/work";
        shell("git init -q -b main " + work + " && cd " + work + " && for i in $(seq 0 " + std::to_string(pushes)
              + "); do echo $i > file; git add file; git commit -q -m $i; done; git rev-list --reverse HEAD > ids; "
                "for i in $(seq 1 "
              + std::to_string(pushes) + "); do printf 'HEAD~%d\\n^HEAD~%d\\n' $((" + std::to_string(pushes)
              + "-i)) $((" + std::to_string(pushes)
              + "-i+1)) | git pack-objects -q --revs --thin --stdout > pack$i; done; printf 'HEAD~"
              + std::to_string(pushes) + "\\n' | git pack-objects -q --revs --stdout > pack0");
        std::ifstream ids(work + "/ids");
        std::string before(40, '0');
        std::vector<std::string> all;
        for (std::string after; std::getline(ids, after); before = after) {
            std::string request;
            std::string command = before;
            command.append(" ").append(after).append(" refs/heads/main").append(1, '\0');
            append_packet(request, command.append(" report-status side-band-64k"));
            all.push_back(request.append(flush_packet) + read_file(work + "/pack" + std::to_string(all.size())));
        }
        return all;
    }();
    return made;
}

struct AllowAll final : PushRules {
    void decide(const Repository&, Push&) override { }
    void done(const Repository&, Push&) override { }
};

struct Text final : Sink {
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

void expect_ok(benchmark::State& state, const std::string& answer)
{
    if (answer.find("ok refs/heads/main") == answer.npos) state.SkipWithError("the push was refused");
}

void push_one_commit(benchmark::State& state)
{
    const auto key = Store::new_key();
    if (!place().store->create(key, ObjectFormat::sha1, "main")) std::abort();
    const auto path = place().store->path(key);
    const auto& prepared = requests();
    std::size_t next = 0;
    for (auto _ : state) {
        TextSource source(prepared[next++]);
        Input input(source);
        const auto request = read_push_request(input);
        Text sink;
        AllowAll rules;
        if (!receive_push(place().children, path, *request, input, sink, rules)) std::abort();
        expect_ok(state, sink.text);
    }
}
BENCHMARK(push_one_commit)->Iterations(pushes)->UseRealTime()->Unit(benchmark::kMillisecond);

void receive_pack_with_a_hook(benchmark::State& state)
{
    const auto key = Store::new_key();
    if (!place().store->create(key, ObjectFormat::sha1, "main")) std::abort();
    const auto path = place().store->path(key);
    if (state.range(0) > 0) {
        std::filesystem::create_directories(path + "/hooks");
        std::ofstream(path + "/hooks/pre-receive") << "#!/bin/sh\nwhile read old new name; do :; done\n";
        shell("cp " + path + "/hooks/pre-receive " + path + "/hooks/post-receive; chmod +x " + path + "/hooks/*");
    }
    const auto& prepared = requests();
    std::size_t next = 0;
    for (auto _ : state) {
        TextSource source(prepared[next++]);
        Text sink;
        auto child =
            place().children.start({.arguments = {"receive-pack", "--stateless-rpc", path}, .takes_input = true});
        if (!child || !pass_on(*child, &source, sink)) std::abort();
        expect_ok(state, sink.text);
    }
}
BENCHMARK(receive_pack_with_a_hook)->Arg(0)->Arg(1)->Iterations(pushes)->UseRealTime()->Unit(benchmark::kMillisecond);

void commit_one_file(benchmark::State& state)
{
    const auto key = Store::new_key();
    if (!place().store->create(key, ObjectFormat::sha1, "main")) std::abort();
    const Person ann{.name = "Ann", .email = "a@b", .when = Time::now()};
    int number = 0;
    for (auto _ : state) {
        const auto handle = *place().repositories->open(key);
        const auto done = commit_to(*handle, "main", [&](const ObjectId& head) -> Result<NewCommit> {
            TreeEdit edit(*handle, head.is_zero() ? ObjectId{} : TRY(read_commit(*handle, head)).tree);
            TRY(edit.put("src/file.txt", {mode_file, TRY(write_blob(*handle, std::to_string(number++)))}));
            NewCommit next{.tree = TRY(edit.write()), .author = ann, .committer = ann, .message = "x"};
            if (!head.is_zero()) next.parents.push_back(head);
            return next;
        });
        if (!done) state.SkipWithError("the commit failed");
    }
}
BENCHMARK(commit_one_file)->UseRealTime()->Unit(benchmark::kMillisecond);

const std::string& repository_with(int commits)
{
    static const auto small = place().history(600);
    static const auto large = place().history(long_history);
    return commits == 600 ? small : large;
}

void read_a_file(benchmark::State& state)
{
    const auto& key = repository_with(600);
    for (auto _ : state) {
        const auto handle = *place().repositories->open(key);
        const auto head = *find_branch(*handle, "main");
        const auto entry = *find_entry(*handle, read_commit(*handle, head)->tree, "src/file7.txt");
        benchmark::DoNotOptimize(read_blob(*handle, entry.id, 1 << 20));
    }
}
BENCHMARK(read_a_file)->ThreadRange(1, 2)->UseRealTime()->Unit(benchmark::kMicrosecond);

void open_without_a_cache(benchmark::State& state)
{
    const auto path = place().store->path(repository_with(600));
    for (auto _ : state) benchmark::DoNotOptimize(find_branch(*Repository::open(path), "main"));
}
BENCHMARK(open_without_a_cache)->UseRealTime()->Unit(benchmark::kMicrosecond);

void log_of_fifty(benchmark::State& state)
{
    const auto& key = repository_with(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        const auto handle = *place().repositories->open(key);
        const auto page = walk(*handle, {.from = *find_branch(*handle, "main"), .limit = 50});
        for (const auto& id : page->commits) benchmark::DoNotOptimize(read_commit(*handle, id));
    }
}
BENCHMARK(log_of_fifty)->Arg(600)->Arg(long_history)->UseRealTime()->Unit(benchmark::kMicrosecond);

void log_of_a_path(benchmark::State& state)
{
    const auto& key = repository_with(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        const auto handle = *place().repositories->open(key);
        benchmark::DoNotOptimize(
            walk(*handle, {.from = *find_branch(*handle, "main"), .path = "src/file7.txt", .limit = 15}));
    }
}
BENCHMARK(log_of_a_path)->Arg(600)->Arg(long_history)->UseRealTime()->Unit(benchmark::kMicrosecond);

void count_all_commits(benchmark::State& state)
{
    const auto& key = repository_with(long_history);
    for (auto _ : state) {
        const auto handle = *place().repositories->open(key);
        benchmark::DoNotOptimize(count_commits(*handle, {.from = *find_branch(*handle, "main")}));
    }
}
BENCHMARK(count_all_commits)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
