// What jobs say about places in files, by lines of their logs: ::error file=app.c,line=3,title=Bounds::what is wrong.
// They are found as the log comes, so that no log has to be read again for them.
#pragma once

#include <map>

#include "actions/step.hpp"

namespace cairn::actions {

enum class AnnotationLevel : std::uint8_t { error, warning, notice };
BOOST_DESCRIBE_ENUM(AnnotationLevel, error, warning, notice)

struct Annotation {
    AnnotationLevel level = AnnotationLevel::error;
    std::string title;
    std::string message;
    std::string file;           // as the job calls it; empty: it is about none
    std::int64_t line = 0;      // 0: about the whole file
    std::int64_t last_line = 0; // never before `line`
};
BOOST_DESCRIBE_STRUCT(Annotation, (), (level, title, message, file, line, last_line))

// What one line of a log says, without its time; nothing if it is no annotation. Long parts are cut.
std::optional<Annotation> read_annotation(std::string_view text);

struct StoredAnnotation : Annotation {
    std::int64_t task_id = 0;
    std::int64_t log_row = 0; // counted from 0
    std::int64_t job_id = 0;
    std::int64_t log_rows = 0; // that the log has in all
};
BOOST_DESCRIBE_STRUCT(StoredAnnotation, (Annotation), (task_id, log_row, job_id, log_rows))

// Of each level, so many of a task's are kept: who says more is not listened to, and the log has all of it.
inline constexpr std::int64_t most_annotations = 50;

struct FoundAnnotation : Annotation {
    std::int64_t log_row = 0;
};

// For who appends rows to the log of a task.
void add_annotations(db::Transaction&, std::int64_t task_id, std::span<const FoundAnnotation>);

// What the jobs of an attempt say, or one of them (0: all): the worst first, and then in the order of the jobs and of
// what they say.
Page<StoredAnnotation> annotations_of(db::Queries&, const Paging&, std::int64_t run_id, std::int64_t attempt,
                                      std::int64_t job_id);

// The steps of several tasks, by task and in order.
std::map<std::int64_t, std::vector<JobStep>> steps_of_tasks(db::Queries&, const std::vector<std::int64_t>& task_ids);

} // namespace cairn::actions
