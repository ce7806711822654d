#include "api/documents.hpp"

#include "api/document.hpp"

namespace cairn::api {

Documents::Documents(std::span<const Table* const> catalog, std::string version, std::string root_url)
    : catalog_(catalog), version_(std::move(version)), root_url_(std::move(root_url))
{
}

std::shared_ptr<const std::string> Documents::swagger()
{
    std::call_once(swagger_made_, [&] {
        swagger_ = std::make_shared<const std::string>(swagger_document(catalog_, version_, root_url_));
    });
    return swagger_;
}

std::shared_ptr<const std::string> Documents::openapi()
{
    std::call_once(openapi_made_, [&] {
        openapi_ = std::make_shared<const std::string>(openapi_document(catalog_, version_, root_url_));
    });
    return openapi_;
}

} // namespace cairn::api
