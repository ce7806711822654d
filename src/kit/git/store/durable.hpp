// Private to src/git: files and folders that are on the disk, not only on their way to it, when a call returns. Every
// function throws std::system_error where the disk fails.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cairn::git {

// Makes a file that was not there, with these bytes in it. Nothing is synced yet: what is synced after all was written
// costs the disk one commit of its journal for all of it.
void write_new_file(const std::string& path, std::string_view bytes);

// A folder that was not there. Neither it nor its parent is synced.
void make_new_folder(const std::string& path);

// A folder and those above it, where they are missing. Those that it makes are synced into their parents.
void make_folders(const std::string& path);
// The same without syncing anything: the folders that have got another one, and still have to be.
std::vector<std::string> make_folders_unsynced(const std::string& path);

// Lets the disk begin with a file that will be synced soon: so that several can be synced at the price of one.
void begin_sync(const std::string& path);

// The bytes of a file that somebody has written, or the names in a folder. False: there is none.
bool sync_file(const std::string& path);

// What was put into the folder, or taken from it, stays so.
void sync_folder(const std::string& path);

} // namespace cairn::git
