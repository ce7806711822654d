#include "accounts/sign_in/passwords.hpp"

#include <stdexcept>

#include "config/settings.hpp"

namespace cairn::accounts {

crypto::PasswordHashOptions password_cost(const config::Settings& settings)
{
    return crypto::parse_password_cost(settings.security.password_hash_algo).value_or(crypto::PasswordHashOptions{});
}

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

template <class Check> Verdict Passwords::find_out_once(const Mark& mark, const Check& check)
{
    std::promise<Verdict> found;
    {
        std::unique_lock lock(mutex_);
        const auto [running, is_first] = running_.try_emplace(mark);
        if (!is_first) {
            const auto answer = running->second;
            lock.unlock();
            return {.right = answer.get().right, .busy = answer.get().busy, .rehash = {}};
        }
        running->second = found.get_future().share();
    }
    const auto finish = [&] {
        const std::scoped_lock lock(mutex_);
        running_.erase(mark);
    };
    try {
        const auto verdict = check();
        found.set_value(verdict);
        finish();
        return verdict;
    } catch (...) {
        found.set_exception(std::current_exception());
        finish();
        throw;
    }
}

Verdict Passwords::verify(std::int64_t account_id, std::string_view stored, std::string_view password, Guest who)
{
    if (password.size() > max_length) return {};
    return find_out_once(verified_.mark_of(account_id, stored, password), [&] {
        Verdict verdict;
        const Semaphore::Slot slot = slots_.enter_unless_crowded(who);
        verdict.busy = slot == nullptr;
        if (verdict.busy) return verdict;
        // Another may have found it out between the look at what is remembered and this one.
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
    });
}

bool Passwords::spend_time(std::string_view password, Guest who)
{
    if (password.size() > max_length) return true;
    // A name takes the place of the account, so that this waits for others as verify() does.
    const auto mark = verified_.mark_of(static_cast<std::int64_t>(who.name), unmatchable_, password);
    const auto spent = find_out_once(mark, [&] {
        const Semaphore::Slot slot = slots_.enter_unless_crowded(who);
        if (slot) crypto::verify_password(unmatchable_, password, hash_options_);
        return Verdict{.busy = slot == nullptr};
    });
    return !spent.busy;
}

void Passwords::remember(std::int64_t account_id, std::string_view stored, std::string_view password)
{
    verified_.add(account_id, stored, password);
}

void Passwords::forget() { verified_.clear(); }

} // namespace cairn::accounts
