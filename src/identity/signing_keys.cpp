#include "identity/signing_keys.hpp"

#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/log.hpp"
#include "config/file.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"

namespace cairn::identity {

namespace fs = std::filesystem;
using crypto::JwsAlgorithm;
using crypto::SigningKey;

namespace {

constexpr std::size_t longest_file = 64 << 10;

// How many verified tokens are remembered; each takes about a kilobyte.
constexpr std::size_t most_verified = 4096;

// Tokens are checked by clocks that differ a little.
constexpr std::int64_t clock_skew_seconds = 300;

JwsAlgorithm algorithm_of(const config::Settings& settings)
{
    return static_cast<JwsAlgorithm>(settings.oauth2.jwt_signing_algorithm); // the two enums name the same, in order
}
static_assert(static_cast<int>(config::JwtAlgorithm::HS256) == static_cast<int>(JwsAlgorithm::HS256));
static_assert(static_cast<int>(config::JwtAlgorithm::EdDSA) == static_cast<int>(JwsAlgorithm::EdDSA));

fs::path file_of(const config::Settings& settings) { return settings.oauth2.jwt_signing_private_key_file; }
fs::path next_of(const config::Settings& settings) { return file_of(settings).string() + ".next"; }
std::string old_prefix(const config::Settings& settings) { return file_of(settings).filename().string() + ".old."; }

std::int64_t modified_at(const fs::path& file)
{
    const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(file));
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

SigningKey read_key(const fs::path& file, JwsAlgorithm algorithm)
{
    const auto text = config::read_file(file.string(), longest_file);
    if (!text) throw std::runtime_error(text.error());
    auto key = SigningKey::from_pem(algorithm, *text);
    if (!key) throw std::runtime_error(file.string() + ": " + key.error().message);
    return std::move(*key);
}

std::string make_key(const fs::path& file, JwsAlgorithm algorithm)
{
    const auto key = SigningKey::generate(algorithm);
    if (const auto written = config::replace_file(file.string(), key.pem()); !written)
        throw std::runtime_error(written.error());
    return key.id();
}

std::vector<fs::path> old_files(const config::Settings& settings)
{
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(file_of(settings).parent_path()))
        if (entry.path().filename().string().starts_with(old_prefix(settings))) found.push_back(entry.path());
    return found;
}

struct JwkSet {
    std::vector<crypto::Jwk> keys;
};
BOOST_DESCRIBE_STRUCT(JwkSet, (), (keys))

std::shared_ptr<const std::string> document_of(const KeyRing& ring)
{
    JwkSet set;
    for (const auto& key : ring.published) set.keys.push_back(key->public_jwk());
    return std::make_shared<const std::string>(api::to_json(type_of<JwkSet>(), &set));
}

// The current key steps back and the next one takes its place. A crash in between leaves no current key, and the next
// one to look finds the successor waiting.
void promote_next(const config::Settings& settings)
{
    const auto file = file_of(settings);
    if (fs::exists(file)) {
        const auto id = read_key(file, algorithm_of(settings)).id();
        const auto old = file.parent_path() / (old_prefix(settings) + id);
        fs::rename(file, old);
        fs::last_write_time(old, fs::file_time_type::clock::now()); // from when on it no longer signs
    }
    fs::rename(next_of(settings), file);
    log::info("a new key signs tokens", {{"file", file.string()}});
}

} // namespace

std::vector<const SigningKey*> KeyRing::verifiers() const
{
    std::vector<const SigningKey*> keys;
    for (const auto& key : published) keys.push_back(key.get());
    return keys;
}

namespace {

// Some milliseconds are one tick: telling it takes no call of the system.
std::int64_t this_tick()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

} // namespace

// Brings the files to where they should be by now.
void SigningKeys::turn(Time now) const
{
    const auto file = file_of(settings_);
    const auto next = next_of(settings_);
    fs::create_directories(file.parent_path());
    const config::FolderLock lock(file.parent_path().string()); // another node may be at it
    if (fs::exists(next) && (!fs::exists(file) || modified_at(next) + lead_seconds <= now.seconds))
        promote_next(settings_);
    if (!fs::exists(file)) make_key(file, algorithm_of(settings_));
    const auto longest = settings_.oauth2.access_token_expiration_time + clock_skew_seconds;
    for (const auto& old : old_files(settings_))
        if (modified_at(old) + longest < now.seconds) fs::remove(old);
}

std::shared_ptr<const KeyRing> SigningKeys::load() const
{
    const auto algorithm = algorithm_of(settings_);
    auto ring = std::make_shared<KeyRing>();
    const auto publish = [&](SigningKey key) {
        ring->published.push_back(std::make_shared<const SigningKey>(std::move(key)));
        if (!ring->current) ring->current = ring->published.back();
    };
    if (crypto::is_symmetric(algorithm)) {
        publish(SigningKey::from_secret(algorithm, base64url_decode(settings_.oauth2.jwt_secret).value_or("")));
        ring->document = document_of(*ring);
        return ring;
    }
    publish(read_key(file_of(settings_), algorithm));
    if (fs::exists(next_of(settings_))) publish(read_key(next_of(settings_), algorithm));
    for (const auto& old : old_files(settings_)) {
        const auto text = config::read_file(old.string(), longest_file);
        if (!text) continue; // another node has just removed it
        // One of another algorithm, from before the setting was changed, verifies nothing any more.
        if (auto key = SigningKey::from_pem(algorithm, *text)) publish(std::move(*key));
    }
    ring->document = document_of(*ring);
    return ring;
}

// Nothing where there is none, or a secret instead of it.
std::optional<SigningKeys::FileState> SigningKeys::current_file() const
{
    struct stat found{};
    if (crypto::is_symmetric(algorithm_of(settings_))
        || ::stat(settings_.oauth2.jwt_signing_private_key_file.c_str(), &found) != 0)
        return {};
    return FileState{.device = found.st_dev,
                     .inode = found.st_ino,
                     .changed_seconds = found.st_ctim.tv_sec,
                     .changed_nanoseconds = found.st_ctim.tv_nsec};
}

std::shared_ptr<const KeyRing> SigningKeys::read(Time now)
{
    looked_at_ = now;
    if (!crypto::is_symmetric(algorithm_of(settings_))) turn(now);
    seen_ = current_file(); // before it is read: what comes after that is a change
    return load();
}

std::shared_ptr<const KeyRing> SigningKeys::ring_read_within(std::int64_t seconds)
{
    const auto now = Time::now();
    const auto tick = this_tick();
    const std::lock_guard lock(mutex_);
    if (!ring_) return ring_ = read(now);
    if (crypto::is_symmetric(algorithm_of(settings_))) return ring_;
    const bool due = now.seconds - looked_at_.seconds >= seconds;
    if (!due && tick == file_looked_at_) return ring_;
    file_looked_at_ = tick;
    const auto found = current_file();
    // A file that is missing is about to be replaced, or will be made when the files are looked at next.
    const bool changed = found && found != seen_;
    if (!due && !changed) return ring_;
    seen_ = found; // whatever happens now: what cannot be read is not tried again by every request
    try {
        auto loaded = read(now);
        if (*loaded->document != *ring_->document) ring_ = std::move(loaded);
    } catch (const std::exception& error) {
        log::error("the signing keys cannot be read again; those that were there go on", {{"error", error.what()}});
    }
    return ring_;
}

std::optional<Jwt> SigningKeys::verify(std::string_view token)
{
    if (!looks_like_jwt(token)) return {};
    const auto keys = ring();
    if (auto jwt = verify_with(keys, token)) return jwt;
    // Another node may sign with a new key already, while a network file system still shows us the old file's state.
    const auto now_known = ring_read_within(look_for_signer_seconds);
    return now_known == keys ? std::nullopt : verify_with(now_known, token);
}

std::optional<Jwt> SigningKeys::verify_with(const std::shared_ptr<const KeyRing>& keys, std::string_view token)
{
    const auto digest = crypto::sha256(token);
    std::string name(reinterpret_cast<const char*>(digest.data()), digest.size());
    {
        const std::lock_guard lock(verified_mutex_);
        if (verified_by_ != keys) verified_.clear();
        verified_by_ = keys;
        if (const auto known = verified_.find(name); known != verified_.end()) return known->second;
    }
    auto jwt = verify_jwt(token, keys->verifiers());
    if (!jwt) return {};
    const std::lock_guard lock(verified_mutex_);
    // Whoever is in use comes back at once, so that forgetting everything costs little.
    if (verified_.size() >= most_verified) verified_.clear();
    if (verified_by_ == keys) verified_.insert_or_assign(std::move(name), *jwt);
    return jwt;
}

std::string rotate_key(const config::Settings& settings, bool at_once)
{
    const auto algorithm = algorithm_of(settings);
    if (crypto::is_symmetric(algorithm))
        throw std::runtime_error("with " + std::string(word_of(algorithm))
                                 + " there is no key to rotate: change [oauth2] JWT_SECRET, which ends all tokens");
    const auto next = next_of(settings);
    fs::create_directories(next.parent_path());
    const config::FolderLock lock(next.parent_path().string());
    if (at_once) fs::remove(next); // whoever has the key of now may have the one that waits beside it, too
    const auto id = fs::exists(next) ? read_key(next, algorithm).id() : make_key(next, algorithm);
    if (!at_once) return id;
    // Whoever has the old key could go on signing with it for as long as anybody trusts it.
    fs::remove(file_of(settings));
    for (const auto& old : old_files(settings)) fs::remove(old);
    promote_next(settings);
    return id;
}

} // namespace cairn::identity
