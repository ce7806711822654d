// What a system's own sshd calls in place of the built-in SSH server:
//
//     AuthorizedKeysCommand /usr/local/bin/cairn --config /etc/cairn/app.ini keys --username %u --type %t --content %k
//     AuthorizedKeysCommandUser git
//
// `keys` tells it which keys there are and that each may run `serv` alone, and `serv` does what the client asked for.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace cairn::config {
struct Loaded;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::app {

struct WhichKey {
    std::string expected = "git"; // the system's account for git: keys are nobody else's
    std::string username;
    std::string type;
    std::string content; // in Base64
};

// Prints the line for a key of the site, as authorized_keys has it; nothing for any other key.
Result<void> print_key(db::Database&, const std::string& config_file, const WhichKey&);

// Does what SSH_ORIGINAL_COMMAND says, as whoever has the key "key-ID", on standard input and output. Returns the exit
// code.
int serve_key(const config::Loaded&, const std::string& key);

} // namespace cairn::app
