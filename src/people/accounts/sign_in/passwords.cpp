#include "accounts/sign_in/passwords.hpp"

#include <stdexcept>

namespace cairn::accounts {

Passwords::Passwords(const PasswordsOptions& options)
    : hash_options_(options.hash), unmatchable_(crypto::unmatchable_password_hash(options.hash)),
      verified_(options.remembered_at_most, options.remembered_for, options.now),
      slots_(std::max(1U, options.hashes_at_once), options.max_waiting)
{
    if (!crypto::within_bounds(options.hash))
        throw std::invalid_argument("the cost of password hashes is out of bounds");
}

std::string Passwords::hash(std::string_view password)
{
    if (password.size() > max_length) throw std::length_error("a password is too long to be hashed");
    const Semaphore::Slot slot = slots_.enter();
    return crypto::hash_password(password, hash_options_);
}

bool Passwords::known(std::int64_t account_id, std::string_view stored, std::string_view password) const
{
    return password.size() <= max_length && verified_.contains(account_id, stored, password);
}

Verdict Passwords::verify(std::int64_t account_id, std::string_view stored, std::string_view password)
{
    Verdict verdict;
    if (password.size() > max_length) return verdict;
    const Semaphore::Slot slot = slots_.enter_unless_crowded();
    verdict.busy = slot == nullptr;
    if (verdict.busy) return verdict;
    // A client's requests often come together: while this one waited, another may have done the work.
    verdict.right = verified_.contains(account_id, stored, password);
    if (verdict.right) return verdict;

    const bool usable = crypto::is_password_hash(stored);
    const auto check = crypto::verify_password(usable ? stored : unmatchable_, password, hash_options_);
    verdict.right = check.matches;
    if (verdict.right) verified_.add(account_id, stored, password);
    if (check.needs_rehash) {
        verdict.rehash = crypto::hash_password(password, hash_options_);
        verified_.add(account_id, verdict.rehash, password);
    }
    return verdict;
}

bool Passwords::spend_time(std::string_view password)
{
    if (password.size() > max_length) return true;
    const Semaphore::Slot slot = slots_.enter_unless_crowded();
    if (!slot) return false;
    crypto::verify_password(unmatchable_, password, hash_options_);
    return true;
}

void Passwords::forget() { verified_.clear(); }

} // namespace cairn::accounts
