#include "db/sqlite_readers.hpp"

#include <algorithm>
#include <atomic>

namespace cairn::db::sqlite {

struct Readers::Borrowed {
    std::uint64_t id;
    Connection* connection;
    std::weak_ptr<Readers> home;
};

// What a thread has borrowed, from however many databases.
class Readers::ThreadsOwn {
public:
    ThreadsOwn() = default;
    ~ThreadsOwn()
    {
        for (const Borrowed& borrowed : borrowed_)
            if (const auto home = borrowed.home.lock()) home->give_back(borrowed.connection);
    }
    ThreadsOwn(const ThreadsOwn&) = delete;
    ThreadsOwn& operator=(const ThreadsOwn&) = delete;

    Connection* find(std::uint64_t id) const
    {
        for (const Borrowed& borrowed : borrowed_)
            if (borrowed.id == id) return borrowed.connection;
        return nullptr;
    }
    void remember(Borrowed borrowed)
    {
        std::erase_if(borrowed_, [](const Borrowed& old) { return old.home.expired(); });
        borrowed_.push_back(std::move(borrowed));
    }

private:
    std::vector<Borrowed> borrowed_;
};

namespace {

std::uint64_t next_id()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace

Readers::Readers(std::string path) : path_(std::move(path)), id_(next_id()) { }

Connection& Readers::mine()
{
    thread_local ThreadsOwn own;
    if (Connection* known = own.find(id_)) [[likely]]
        return *known;
    Connection& connection = borrow();
    own.remember({id_, &connection, weak_from_this()});
    return connection;
}

std::size_t Readers::size() const
{
    const std::lock_guard lock(mutex_);
    return all_.size();
}

void Readers::close()
{
    const std::lock_guard lock(mutex_);
    idle_.clear();
    all_.clear();
}

Connection& Readers::borrow()
{
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            Connection* connection = idle_.back();
            idle_.pop_back();
            return *connection;
        }
    }
    auto opened = std::make_unique<Connection>(path_, Connection::Role::reader);
    const std::lock_guard lock(mutex_);
    idle_.reserve(all_.size() + 1); // giving back happens in destructors and must not fail
    return *all_.emplace_back(std::move(opened));
}

void Readers::give_back(Connection* connection)
{
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(all_, connection, &std::unique_ptr<Connection>::get) != all_.end())
        idle_.push_back(connection);
}

} // namespace cairn::db::sqlite
