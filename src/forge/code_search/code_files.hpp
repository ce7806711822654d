// The tables of the index: files by repository, and the texts that they share.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::code_search {

struct CodeFile {
    std::string path;
    std::string blob; // the name of its text: the blob's, and the version of the rules that it was read by
    std::string text;
    std::string language;
    bool lesser = false;
};

// Puts the files in place of those that have their paths, and takes others out.
void change_files(db::Transaction&, std::int64_t repository_id, std::span<const CodeFile> put,
                  std::span<const std::string> removed);

// Takes out at most `most` of what there is; how many it were.
std::size_t remove_some(db::Transaction&, std::int64_t repository_id, std::int64_t most);

// The names of the texts by path.
std::map<std::string, std::string> indexed_files(db::Queries&, std::int64_t repository_id);

struct IndexedSize {
    std::int64_t files = 0;
    std::int64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(IndexedSize, (), (files, bytes))
IndexedSize indexed_size(db::Queries&, std::int64_t repository_id);

} // namespace cairn::code_search
