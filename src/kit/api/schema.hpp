// JSON Schema of described types, in the dialects of the two documents. Only the documents' own files include this.
#pragma once

#include <boost/json/object.hpp>

#include <map>
#include <set>
#include <span>
#include <string>

#include "api/document_row.hpp"

namespace cairn::api {

enum class Dialect : std::uint8_t { swagger2, openapi31 };

// Makes schemas and keeps the definitions that they refer to.
class Schemas {
public:
    // The rows tell which types clients send: of these, only required members are promised to be there.
    Schemas(Dialect, std::span<const DocumentRow>);

    boost::json::object of(const Type&);
    // With what the member's note says about it.
    boost::json::object of(const Field&);

    // Everything that was referred to, by name.
    boost::json::object definitions() const;

private:
    boost::json::object plain(const Type&);
    boost::json::object reference(const Type&);
    boost::json::object define(const Type&);
    void collect_sent(const Type&);

    Dialect dialect_;
    std::set<const Type*> sent_{};
    std::map<std::string_view, const Type*> types_{};
    std::map<std::string_view, boost::json::object> definitions_{};
};

} // namespace cairn::api
