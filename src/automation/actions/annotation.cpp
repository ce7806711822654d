#include "actions/annotation.hpp"

#include <algorithm>

#include "base/shortened.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::actions {

using db::bound;

namespace {

constexpr std::size_t longest_message = 4096;
constexpr std::size_t longest_file = 1024;
constexpr std::int64_t last_possible_line = 1'000'000'000;

struct Spoken {
    std::string_view head; // "error file=app.c,line=3"
    std::string_view message;
};

// "::error file=app.c::what is wrong" and "##[error]what is wrong" are two ways to say the same.
std::optional<Spoken> read_spoken(std::string_view text)
{
    const bool colons = text.starts_with("::");
    if (!colons && !text.starts_with("##[")) return {};
    text.remove_prefix(colons ? 2 : 3);
    const std::string_view sign = colons ? "::" : "]";
    const auto end = text.find(sign);
    if (end == text.npos) return {};
    return Spoken{.head = text.substr(0, end), .message = text.substr(end + sign.size())};
}

// Signs that would end a part are written as numbers: %0A, %25, and in front of the message %3A and %2C as well.
std::string unescaped(std::string_view text)
{
    struct Escape {
        std::string_view written;
        char meant;
    };
    static constexpr Escape escapes[] = {{"%25", '%'}, {"%0D", '\r'}, {"%0A", '\n'}, {"%3A", ':'}, {"%2C", ','}};
    std::string out;
    while (!text.empty()) {
        const auto* const found = std::ranges::find_if(
            escapes, [&](const Escape& escape) { return text::istarts_with(text, escape.written); });
        const bool any = found != std::end(escapes);
        out += any ? found->meant : text.front();
        text.remove_prefix(any ? found->written.size() : 1);
    }
    return out;
}

std::int64_t read_line(std::string_view text)
{
    return text::parse_integer(text::trim(text), 1, last_possible_line).value_or(0);
}

void read_properties(std::string_view properties, Annotation& into)
{
    for (const auto property : text::split(properties, ',')) {
        const auto sign = property.find('=');
        if (sign == property.npos) continue;
        const auto name = text::trim(property.substr(0, sign));
        const auto value = property.substr(sign + 1);
        if (text::iequals(name, "file")) into.file = shortened(unescaped(text::trim(value)), longest_file);
        else if (text::iequals(name, "title")) into.title = shortened(unescaped(text::trim(value)), longest_title);
        else if (text::iequals(name, "line")) into.line = read_line(value);
        else if (text::iequals(name, "endLine")) into.last_line = read_line(value);
    }
    if (into.file.empty()) into.line = 0;
    if (into.line == 0 || into.last_line < into.line) into.last_line = into.line;
}

struct LevelCount {
    AnnotationLevel level = AnnotationLevel::error;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(LevelCount, (), (level, count))

struct StepOfTask : JobStep {
    std::int64_t task_id = 0;
};
BOOST_DESCRIBE_STRUCT(StepOfTask, (JobStep), (task_id))

} // namespace

std::optional<Annotation> read_annotation(std::string_view text)
{
    const auto spoken = read_spoken(text);
    if (!spoken) return {};
    const auto word = spoken->head.substr(0, spoken->head.find(' '));
    Annotation found;
    if (word == "error") found.level = AnnotationLevel::error;
    else if (word == "warning") found.level = AnnotationLevel::warning;
    else if (word == "notice") found.level = AnnotationLevel::notice;
    else return {};
    read_properties(spoken->head.substr(word.size()), found);
    found.message = shortened(text::trim(unescaped(spoken->message)), longest_message);
    if (found.message.empty() && found.title.empty()) return {};
    return found;
}

void add_annotations(db::Transaction& tx, std::int64_t task_id, std::span<const FoundAnnotation> found)
{
    if (found.empty()) return;
    std::map<AnnotationLevel, std::int64_t> counts;
    for (const auto& [level, count] : tx.all<LevelCount>(
             "SELECT level, count(*) AS count FROM action_annotation WHERE task_id = $1 GROUP BY level", task_id))
        counts[level] = count;
    for (const auto& one : found)
        if (counts[one.level]++ < most_annotations)
            tx.run("INSERT INTO action_annotation (task_id, log_row, level, title, message, file, line, last_line)"
                   " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
                   task_id, one.log_row, one.level, one.title, one.message, one.file, one.line, one.last_line);
}

Page<StoredAnnotation> annotations_of(db::Queries& db, const Paging& paging, std::int64_t run_id, std::int64_t attempt,
                                      std::int64_t job_id)
{
    db::Composition query("SELECT n.level, n.title, n.message, n.file, n.line, n.last_line, n.task_id, n.log_row,"
                          " j.id AS job_id, t.log_rows FROM action_job j JOIN action_task t ON t.id = j.task_id"
                          " JOIN action_annotation n ON n.task_id = t.id WHERE j.run_id = ");
    query << bound(run_id) << " AND j.attempt = " << bound(attempt);
    if (job_id != 0) query << " AND j.id = " << bound(job_id);
    query << " ORDER BY CASE n.level WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, j.id, n.log_row";
    return db.page<StoredAnnotation>(paging, query);
}

std::map<std::int64_t, std::vector<JobStep>> steps_of_tasks(db::Queries& db, const std::vector<std::int64_t>& task_ids)
{
    std::map<std::int64_t, std::vector<JobStep>> steps;
    if (task_ids.empty()) return steps;
    db::Composition query("SELECT task_id, number, name, status, started_at, stopped_at, log_index, log_length"
                          " FROM action_step WHERE task_id IN ");
    query << bound(task_ids) << " ORDER BY task_id, number";
    for (auto& step : db.all<StepOfTask>(query)) steps[step.task_id].push_back(std::move(step));
    return steps;
}

} // namespace cairn::actions
