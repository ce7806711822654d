#include "app/doctor/checks.hpp"

#include "app/doctor/doctor.hpp"

namespace cairn::app {

namespace {

using namespace doctor;
using enum Check::Mends;

// clang-format off
constexpr Check table[] = {
    {"settings", "the file of settings: whether it is there, who may read it, and what it names", any_time,
     "takes the file away from other accounts, if it is this account's", false, look_at_settings, mend_settings},
    {"data-folder", "whether the data folder is there and can be written", nothing,
     "only who runs the machine can give the folder to the account of the site", false, look_at_data_folder, nullptr},
    {"permissions", "keys, the database, repositories and files that other accounts can read, or that are another's", any_time,
     "takes them away from other accounts; whose they are only root can change", false, look_at_permissions, mend_permissions},
    {"disks", "how much room is left for data, repositories, files and the database", nothing,
     "only a person knows what can go", false, look_at_disks, nullptr},
    {"clock", "whether the clock agrees with that of the database and with what was written", nothing,
     "the machine's clock is set by its operator", true, look_at_clock, nullptr},
    {"git", "whether the git program is there and new enough", nothing, "it comes with the system's packages", false, look_at_git, nullptr},
    {"database", "whether the database is there and whole", nothing,
     "what is damaged comes back from a backup alone", false, look_at_database, nullptr},
    {"migrations", "whether its tables are those of this program", nothing,
     "the server does it at its next start", false, look_at_migrations, nullptr},
    {"references", "rows that point to rows that are not there (PostgreSQL; of SQLite it is said of the database)", nothing,
     "which of two rows is the mistake nobody can tell but a person", true, look_at_references, nullptr},
    {"sequences", "whether the next number of each table is a free one (PostgreSQL)", any_time,
     "sets each sequence behind the greatest number in use", true, look_at_sequences, mend_sequences},
    {"stored-settings", "settings that administrators have chosen and that do not hold", nothing,
     "what was meant only they know: /-/admin/config/settings shows them", true, look_at_stored_settings, nullptr},
    {"accounts", "whether somebody administers the site, organizations have owners, people have an address", nothing,
     "who it shall be only a person can say", true, look_at_accounts, nullptr},
    {"counts", "numbers that are kept beside rows: stars, forks, issues, comments, labels, branches and more", any_time,
     "counts anew", true, look_at_counts, mend_counts},
    {"loose-rows", "rows that name what is not there where no foreign key holds them", any_time,
     "lets them name what is there, or nothing; what is kept for searches alone goes", true, look_at_loose_rows, mend_loose_rows},
    {"commit-states", "of each check of a commit, which state is the latest", any_time,
     "marks the latest one anew", true, look_at_statuses, mend_statuses},
    {"search", "whether people, repositories, issues and comments are found by their words (SQLite)", while_stopped,
     "puts what is missing into the index, and makes one anew that is damaged", true, look_at_search, mend_search},
    {"code-search", "whether code is found as it is at the latest commit", any_time,
     "has the server index what is behind", true, look_at_code_search, mend_code_search},
    {"jobs", "work that failed, or that nobody does", nothing,
     "try it again or give it up at /-/admin/monitor/queue", true, look_at_jobs, nullptr},
    {"tasks", "upkeep that failed, or did not take place", nothing,
     "the server does it again when it is due; run it at /-/admin/monitor/cron", true, look_at_tasks, nullptr},
    {"mirrors", "mirrors that cannot be brought up to date", nothing,
     "it is the other server that refuses", true, look_at_mirrors, nullptr},
    {"repositories", "repositories without a folder, and folders without a repository", any_time,
     "makes an empty folder for what was lost, and moves a stray one to .set-aside in the folder of repositories", true, look_at_folders, mend_folders},
    {"branches", "whether the database has the branches that git has", any_time,
     "records what git has, as a push of nobody's", true, look_at_branches, mend_branches},
    {"alternates", "repositories that borrow objects from a folder that is not there", nothing,
     "the objects are where that folder went: put it back, or fetch them", true, look_at_alternates, nullptr},
    {"hooks", "programs in repositories that git would run", any_time,
     "moves them to .set-aside in the folder of repositories", true, look_at_hooks, mend_hooks},
    {"commit-graphs", "whether the indexes of commits agree with the commits", any_time,
     "makes a damaged one anew", true, look_at_commit_graphs, mend_commit_graphs},
    {"objects", "whether all objects are there that branches and tags lead to", nothing,
     "they come back from a backup or a clone alone", true, look_at_objects, nullptr},
    {"files", "pictures, attachments, large files, packages, artifacts and logs that are not in the storage, or not whole", nothing,
     "they come back from a backup alone", true, look_at_files, nullptr},
    {"stray-files", "files in the storage, older than a day, that nobody names (in a folder, not on S3)", any_time,
     "moves them to .set-aside in the storage", true, look_at_stray_files, mend_stray_files},
};
// clang-format on

} // namespace

std::span<const doctor::Check> all_checks() { return table; }

} // namespace cairn::app
