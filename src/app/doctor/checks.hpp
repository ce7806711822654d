// The checks of each subject, for the table in checks.cpp.
#pragma once

#include "app/doctor/check.hpp"

namespace cairn::app::doctor {

// system.cpp
Complaints look_at_settings(Examination&);
Complaints mend_settings(Examination&);
Complaints look_at_stored_settings(Examination&);
Complaints look_at_data_folder(Examination&);
Complaints look_at_permissions(Examination&);
Complaints mend_permissions(Examination&);
Complaints look_at_disks(Examination&);
Complaints look_at_clock(Examination&);
Complaints look_at_git(Examination&);

// database.cpp
Complaints look_at_database(Examination&);
Complaints look_at_migrations(Examination&);
Complaints look_at_references(Examination&);
Complaints look_at_sequences(Examination&);
Complaints mend_sequences(Examination&);

// counts.cpp
Complaints look_at_counts(Examination&);
Complaints mend_counts(Examination&);

// rows.cpp
Complaints look_at_loose_rows(Examination&);
Complaints mend_loose_rows(Examination&);
Complaints look_at_accounts(Examination&);
Complaints look_at_statuses(Examination&);
Complaints mend_statuses(Examination&);

// search.cpp
Complaints look_at_search(Examination&);
Complaints mend_search(Examination&);
Complaints look_at_code_search(Examination&);
Complaints mend_code_search(Examination&);

// work.cpp
Complaints look_at_jobs(Examination&);
Complaints look_at_tasks(Examination&);
Complaints look_at_mirrors(Examination&);

// repositories.cpp
Complaints look_at_folders(Examination&);
Complaints mend_folders(Examination&);
Complaints look_at_branches(Examination&);
Complaints mend_branches(Examination&);
Complaints look_at_alternates(Examination&);
Complaints look_at_hooks(Examination&);
Complaints mend_hooks(Examination&);
Complaints look_at_commit_graphs(Examination&);
Complaints mend_commit_graphs(Examination&);
Complaints look_at_objects(Examination&);

// files.cpp
Complaints look_at_files(Examination&);
Complaints look_at_stray_files(Examination&);
Complaints mend_stray_files(Examination&);

} // namespace cairn::app::doctor
