// A digest of what is too large to be held: it is given piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cairn::crypto {

class RunningSha256 {
public:
    RunningSha256();

    void add(std::string_view bytes);
    // Of all that was added, in lower-case hexadecimal. To be called once.
    std::string hex();

private:
    std::shared_ptr<void> context_; // an EVP_MD_CTX
};

} // namespace cairn::crypto
