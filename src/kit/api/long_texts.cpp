#include "api/long_texts.hpp"

#include "api/codec_rules.hpp"

namespace cairn::api {

namespace {

class TextCheck {
public:
    explicit TextCheck(std::size_t most) : most_(most) { }

    Result<void> of(const Type& type, const void* value, const std::string& path)
    {
        switch (type.kind) {
        case Kind::string: return of(static_cast<const std::string*>(value)->size(), path);
        case Kind::json: return of(static_cast<const Json*>(value)->text.size(), path);
        case Kind::list:
            for (std::size_t i = 0; i < type.size(value); ++i)
                TRY(of(type.item(), type.at(value, i), path + "." + std::to_string(i)));
            return {};
        case Kind::optional: return type.size(value) == 0 ? Result<void>() : of(type.item(), type.at(value, 0), path);
        case Kind::map: return of_map(type, value, path);
        case Kind::object:
            for (const auto& field : type.fields) {
                if (field.note.max_length > 0) continue; // was asked while it was read
                const auto name = std::string(field.outer_name());
                // Looking changes nothing; fields are found by the same function for those who write.
                TRY(of(field.type(), field.of(const_cast<void*>(value)), path.empty() ? name : path + "." + name));
            }
            return {};
        default: return {};
        }
    }

private:
    Result<void> of(std::size_t size, const std::string& path) const
    {
        if (size <= most_) return {};
        return refuse(Errc::unprocessable, path, "at most " + std::to_string(most_) + " bytes are allowed");
    }

    Result<void> of_map(const Type& type, const void* value, const std::string& path)
    {
        struct Visit {
            TextCheck& check;
            const Type& item;
            const std::string& path;
            Result<void> result{};
        } visit{*this, type.item(), path};
        type.each(
            value,
            [](void* context, std::string_view key, const void* value_of_key) {
                auto& seen = *static_cast<Visit*>(context);
                if (seen.result) seen.result = seen.check.of(key.size(), seen.path);
                if (seen.result)
                    seen.result = seen.check.of(seen.item, value_of_key, seen.path + "." + std::string(key));
            },
            &visit);
        return visit.result;
    }

    std::size_t most_;
};

} // namespace

Result<void> check_texts(const Type& type, const void* body, std::size_t most)
{
    return TextCheck(most).of(type, body, "");
}

} // namespace cairn::api
