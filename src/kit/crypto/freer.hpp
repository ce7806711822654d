// Gives back what a C library has made: std::unique_ptr<EVP_PKEY, Freer<EVP_PKEY_free>>.
#pragma once

namespace cairn::crypto {

template <auto free> struct Freer {
    template <class T> void operator()(T* made) const { free(made); }
};

} // namespace cairn::crypto
