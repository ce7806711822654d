#include "ssh/host_keys.hpp"

#include <fcntl.h>
#include <libssh/libssh.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "base/log.hpp"
#include "config/settings.hpp"

namespace cairn::ssh {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void give_up(const fs::path& file, const std::string& why)
{
    throw std::runtime_error("the SSH server's key " + file.string() + " cannot be made: " + why);
}

struct FreeKey {
    void operator()(ssh_key key) const { ssh_key_free(key); }
};

// Written under another name first: processes that start at the same time end up with the same key.
void make_key(const fs::path& file)
{
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) give_up(file, error.message());
    ssh_key made = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &made) != SSH_OK) give_up(file, "libssh could not make one");
    const std::unique_ptr<ssh_key_struct, FreeKey> key(made);
    const std::string draft = file.string() + "." + std::to_string(::getpid());
    const int descriptor = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) give_up(file, std::system_category().message(errno));
    const bool written = ssh_pki_export_privkey_file(key.get(), nullptr, nullptr, nullptr, draft.c_str()) == SSH_OK
        && ::fsync(descriptor) == 0;
    ::close(descriptor);
    const bool placed = written && (::link(draft.c_str(), file.c_str()) == 0 || errno == EEXIST);
    const int reason = errno;
    ::unlink(draft.c_str());
    if (!placed) give_up(file, written ? std::system_category().message(reason) : "it could not be written");
    log::info("made a key for the SSH server", {{"file", file.string()}});
}

} // namespace

std::vector<std::string> provide_host_keys(const config::Settings& settings)
{
    std::vector<std::string> files;
    for (const auto& name : settings.server.ssh_server_host_keys) {
        const fs::path file = fs::path(settings.server.app_data_path) / name;
        if (!fs::exists(file)) make_key(file);
        files.push_back(file.string());
    }
    if (files.empty()) throw std::runtime_error("[server] SSH_SERVER_HOST_KEYS: the SSH server needs a key");
    return files;
}

} // namespace cairn::ssh
