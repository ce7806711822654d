// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table edit_text_table;    // edit_text.cpp
extern const api::Table fact_forms_table;   // fact_forms.cpp
extern const api::Table issue_marks_table;  // issue_marks.cpp
extern const api::Table issue_page_table;   // issue.cpp
extern const api::Table move_issue_table;   // move.cpp
extern const api::Table new_issue_table;    // new_issue.cpp
extern const api::Table plan_forms_table;   // plan_forms.cpp
extern const api::Table proposal_table;     // proposals.cpp
extern const api::Table text_history_table; // text_history.cpp
extern const api::Table thread_news_table;  // thread_news.cpp
extern const api::Table time_forms_table;   // time_forms.cpp

} // namespace cairn::pages

namespace cairn::pages::issue {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::issue
