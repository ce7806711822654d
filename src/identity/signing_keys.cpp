#include "identity/signing_keys.hpp"

#include <sys/stat.h>

#include <algorithm>
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

// A key, and those before and after it.
struct KeyFiles {
    JwsAlgorithm algorithm;
    fs::path file;

    fs::path next() const { return file.string() + ".next"; }
    std::string old_prefix() const { return file.filename().string() + ".old."; }
};

// That of the configured algorithm first. RS256 has one whatever is configured.
std::vector<KeyFiles> files_of(const config::Settings& settings)
{
    const fs::path file = settings.oauth2.jwt_signing_private_key_file;
    const auto algorithm = algorithm_of(settings);
    std::vector<KeyFiles> files;
    if (!crypto::is_symmetric(algorithm)) files.push_back({algorithm, file});
    if (algorithm != JwsAlgorithm::RS256) files.push_back({JwsAlgorithm::RS256, file.string() + ".rs256"});
    return files;
}

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

void write_key(const fs::path& file, const SigningKey& key)
{
    if (const auto written = config::replace_file(file.string(), key.pem()); !written)
        throw std::runtime_error(written.error());
}

std::vector<fs::path> old_files(const KeyFiles& files)
{
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(files.file.parent_path()))
        if (entry.path().filename().string().starts_with(files.old_prefix())) found.push_back(entry.path());
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
void promote_next(const KeyFiles& files)
{
    if (fs::exists(files.file)) {
        const auto id = read_key(files.file, files.algorithm).id();
        const auto old = files.file.parent_path() / (files.old_prefix() + id);
        fs::rename(files.file, old);
        fs::last_write_time(old, fs::file_time_type::clock::now()); // from when on it no longer signs
    }
    fs::rename(files.next(), files.file);
    log::info("a new key signs tokens", {{"file", files.file.string()}});
}

// Brings the files to where they should be by now.
void turn(const KeyFiles& files, Time now, std::int64_t longest_token_life)
{
    fs::create_directories(files.file.parent_path());
    const config::FolderLock lock(files.file.parent_path().string()); // another node may be at it
    const auto next = files.next();
    if (fs::exists(next) && (!fs::exists(files.file) || modified_at(next) + SigningKeys::lead_seconds <= now.seconds))
        promote_next(files);
    if (!fs::exists(files.file)) write_key(files.file, SigningKey::generate(files.algorithm));
    for (const auto& old : old_files(files))
        if (modified_at(old) + longest_token_life + clock_skew_seconds < now.seconds) fs::remove(old);
}

using Keys = std::vector<std::shared_ptr<const SigningKey>>;

// The one that signs first.
Keys read_keys(const KeyFiles& files)
{
    Keys keys;
    const auto keep = [&](SigningKey key) { keys.push_back(std::make_shared<const SigningKey>(std::move(key))); };
    keep(read_key(files.file, files.algorithm));
    if (fs::exists(files.next())) keep(read_key(files.next(), files.algorithm));
    for (const auto& old : old_files(files)) {
        const auto text = config::read_file(old.string(), longest_file);
        if (!text) continue; // another node has just removed it
        // One of another algorithm, from before the setting was changed, verifies nothing any more.
        if (auto key = SigningKey::from_pem(files.algorithm, *text)) keep(std::move(*key));
    }
    return keys;
}

std::string rotate(const KeyFiles& files, bool at_once)
{
    const auto next = files.next();
    fs::create_directories(next.parent_path());
    const auto made = SigningKey::generate(files.algorithm); // takes a while, and servers that run wait for the lock
    const config::FolderLock lock(next.parent_path().string());
    // One at a time waits, unless whoever has the key of now may have that one, too.
    if (!at_once && fs::exists(next)) return read_key(next, files.algorithm).id();
    write_key(next, made);
    if (!at_once) return made.id();
    // Whoever has the old key could go on signing with it for as long as anybody trusts it.
    fs::remove(files.file);
    for (const auto& old : old_files(files)) fs::remove(old);
    promote_next(files);
    return made.id();
}

} // namespace

std::vector<const SigningKey*> KeyRing::verifiers() const
{
    std::vector<const SigningKey*> keys;
    for (const auto& key : published) keys.push_back(key.get());
    return keys;
}

// A public client has no secret that anybody has checked.
const SigningKey* KeyRing::for_application(std::string_view chosen, bool confidential) const
{
    if (chosen == word_of(rs256->algorithm())) return rs256.get();
    if (!crypto::is_symmetric(current->algorithm())) return current.get();
    return confidential ? nullptr : rs256.get();
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

std::shared_ptr<const KeyRing> SigningKeys::load() const
{
    const auto algorithm = algorithm_of(settings_);
    auto ring = std::make_shared<KeyRing>();
    if (crypto::is_symmetric(algorithm)) {
        const auto secret = base64url_decode(settings_.oauth2.jwt_secret).value_or("");
        ring->published.push_back(std::make_shared<const SigningKey>(SigningKey::from_secret(algorithm, secret)));
    }
    for (const auto& files : files_of(settings_)) {
        const auto keys = read_keys(files);
        if (files.algorithm == JwsAlgorithm::RS256) ring->rs256 = keys.front();
        ring->published.insert(ring->published.end(), keys.begin(), keys.end());
    }
    ring->current = ring->published.front();
    ring->document = document_of(*ring);
    return ring;
}

// Nothing for one that is not there.
SigningKeys::FileStates SigningKeys::current_files() const
{
    FileStates states;
    for (const auto& files : files_of(settings_)) {
        struct stat found{};
        auto& state = states.emplace_back();
        if (::stat(files.file.c_str(), &found) == 0)
            state = FileState{.device = found.st_dev,
                              .inode = found.st_ino,
                              .changed_seconds = found.st_ctim.tv_sec,
                              .changed_nanoseconds = found.st_ctim.tv_nsec};
    }
    return states;
}

std::shared_ptr<const KeyRing> SigningKeys::read(Time now)
{
    looked_at_ = now;
    for (const auto& files : files_of(settings_)) turn(files, now, settings_.oauth2.access_token_expiration_time);
    seen_ = current_files(); // before they are read: what comes after that is a change
    return load();
}

std::shared_ptr<const KeyRing> SigningKeys::ring_read_within(std::int64_t seconds)
{
    const auto now = Time::now();
    const auto tick = this_tick();
    const std::lock_guard lock(mutex_);
    if (!ring_) return ring_ = read(now);
    const bool due = now.seconds - looked_at_.seconds >= seconds;
    if (!due && tick == file_looked_at_) return ring_;
    file_looked_at_ = tick;
    auto found = current_files();
    // A file that is missing is about to be replaced, or will be made when the files are looked at next.
    const bool changed =
        !std::ranges::equal(found, seen_, [](const auto& is, const auto& was) { return !is || is == was; });
    if (!due && !changed) return ring_;
    seen_ = std::move(found); // whatever happens now: what cannot be read is not tried again by every request
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
    std::string first;
    for (const auto& files : files_of(settings)) {
        auto id = rotate(files, at_once);
        if (first.empty()) first = std::move(id);
    }
    return first;
}

std::vector<std::string> id_token_algorithms(const config::Settings& settings)
{
    const auto algorithm = algorithm_of(settings);
    std::vector<std::string> names{std::string(word_of(algorithm))};
    if (algorithm != JwsAlgorithm::RS256) names.emplace_back(word_of(JwsAlgorithm::RS256));
    return names;
}

} // namespace cairn::identity
