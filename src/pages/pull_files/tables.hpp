// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table comment_form_table; // comment_form.cpp
extern const api::Table pull_files_table;   // files.cpp
extern const api::Table remark_forms_table; // remark_forms.cpp
extern const api::Table review_forms_table; // review_forms.cpp

} // namespace cairn::pages

namespace cairn::pages::pull_files {

std::span<const api::Table* const> tables();

} // namespace cairn::pages::pull_files
