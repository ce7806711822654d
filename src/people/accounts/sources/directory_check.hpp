// What a directory says of a name and a password, step by step: for signing in, and for the page on which
// administrators try it out.
#pragma once

#include "accounts/sources/source.hpp"

namespace cairn::accounts {

enum class DirectoryStep : std::uint8_t { connected, encrypted, bound, found, recognized, attributes, administrator };
BOOST_DESCRIBE_ENUM(DirectoryStep, connected, encrypted, bound, found, recognized, attributes, administrator)

struct DirectoryFinding {
    DirectoryStep step{};
    bool good = true;
    std::string detail{}; // in the directory's own words; names, addresses
};
BOOST_DESCRIBE_STRUCT(DirectoryFinding, (), (step, good, detail))

// A person as a directory or a provider describes one.
struct Described {
    std::string name; // as it is there
    std::string full_name;
    std::string mail;
    bool mail_confirmed = false;
    std::optional<bool> administrator{}; // nothing: it does not say
};
BOOST_DESCRIBE_STRUCT(Described, (), (name, full_name, mail, mail_confirmed, administrator))

struct DirectoryAnswer {
    enum class Outcome : std::uint8_t { recognized, refused, silent };

    Outcome outcome = Outcome::silent;
    std::string trouble{}; // of one that is silent: what the operator should know
    std::string dn{};
    Described person{};
    std::vector<DirectoryFinding> findings{};
};

// Blocks for as long as ldap::Directory does.
DirectoryAnswer ask_directory(const SourceSettings&, const std::string& secret, const std::string& name,
                              const std::string& password);

} // namespace cairn::accounts
