#include "cache/rows_as_bytes.hpp"

#include <cstring>
#include <stdexcept>

namespace cairn::cache {

namespace {

class Writer {
public:
    explicit Writer(std::string& out) : out_(out) { }

    void row(const Type& type, const void* row)
    {
        if (type.kind != Kind::object) return value(type, row);
        for (const Field& field : type.fields) value(field.type(), field.of(const_cast<void*>(row)));
    }

private:
    void value(const Type& type, const void* at)
    {
        switch (type.kind) {
        case Kind::boolean: return plain(*static_cast<const bool*>(at));
        case Kind::integer: return plain(*static_cast<const std::int64_t*>(at));
        case Kind::time: return plain(static_cast<const Time*>(at)->seconds);
        case Kind::number: return plain(*static_cast<const double*>(at));
        case Kind::choice: return plain(static_cast<std::uint32_t>(type.choice(at)));
        case Kind::string: return text(*static_cast<const std::string*>(at));
        case Kind::json: return text(static_cast<const Json*>(at)->text);
        case Kind::optional:
            plain(type.size(at) != 0);
            if (type.size(at) != 0) value(type.item(), type.at(at, 0));
            return;
        case Kind::list:
        case Kind::map:
        case Kind::object: break;
        }
        throw std::logic_error("the member of a row is not a plain value");
    }
    void text(std::string_view text)
    {
        plain(static_cast<std::uint32_t>(text.size()));
        out_ += text;
    }
    template <class T> void plain(T plain) { out_.append(reinterpret_cast<const char*>(&plain), sizeof plain); }

    std::string& out_;
};

class Reader {
public:
    explicit Reader(const char* at) : at_(at) { }

    void row(const Type& type, void* row)
    {
        if (type.kind != Kind::object) return value(type, row);
        for (const Field& field : type.fields) value(field.type(), field.of(row));
    }

private:
    void value(const Type& type, void* into)
    {
        switch (type.kind) {
        case Kind::boolean: *static_cast<bool*>(into) = plain<bool>(); break;
        case Kind::integer: *static_cast<std::int64_t*>(into) = plain<std::int64_t>(); break;
        case Kind::time: static_cast<Time*>(into)->seconds = plain<std::int64_t>(); break;
        case Kind::number: *static_cast<double*>(into) = plain<double>(); break;
        case Kind::choice: type.choose(into, plain<std::uint32_t>()); break;
        case Kind::string: static_cast<std::string*>(into)->assign(text()); break;
        case Kind::json: static_cast<Json*>(into)->text.assign(text()); break;
        case Kind::optional:
            if (plain<bool>()) value(type.item(), type.grow(into));
            break;
        case Kind::list:
        case Kind::map:
        case Kind::object: break; // were not written
        }
    }
    std::string_view text()
    {
        const auto size = plain<std::uint32_t>();
        const std::string_view text(at_, size);
        at_ += size;
        return text;
    }
    template <class T> T plain()
    {
        T plain;
        std::memcpy(&plain, at_, sizeof plain);
        at_ += sizeof plain;
        return plain;
    }

    const char* at_;
};

} // namespace

std::optional<RowsAsBytes> RowsAsBytes::of(const Type& container, const void* rows, std::size_t most)
{
    RowsAsBytes made;
    made.count_ = container.size(rows);
    Writer writer(made.bytes_);
    for (std::size_t i = 0; i < made.count_; ++i) {
        writer.row(container.item(), container.at(rows, i));
        if (made.bytes_.size() > most) return std::nullopt;
    }
    return made;
}

void RowsAsBytes::fill(const Type& container, void* into) const
{
    Reader reader(bytes_.data());
    for (std::size_t i = 0; i < count_; ++i) reader.row(container.item(), container.grow(into));
}

} // namespace cairn::cache
