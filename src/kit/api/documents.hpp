// The descriptions of the API that the site serves. Each is made when it is first asked for, and kept.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "api/operation.hpp"

namespace cairn::api {

// Any thread may ask; whoever is first makes the document while the others wait for it. The catalog must live as long.
class Documents {
public:
    Documents(std::span<const Table* const> catalog, std::string version, std::string root_url);

    std::shared_ptr<const std::string> swagger(); // Swagger 2.0
    std::shared_ptr<const std::string> openapi(); // OpenAPI 3.1

private:
    std::span<const Table* const> catalog_;
    std::string version_;
    std::string root_url_;
    std::once_flag swagger_made_;
    std::once_flag openapi_made_;
    std::shared_ptr<const std::string> swagger_;
    std::shared_ptr<const std::string> openapi_;
};

} // namespace cairn::api
