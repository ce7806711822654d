#include "pages/kit.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "config/languages.hpp"
#include "config/settings.hpp"
#include "pages/acting_view.hpp"
#include "pages/assets.hpp"
#include "pages/looks.hpp"
#include "pages/row.hpp"
#include "pages/template/render.hpp"
#include "pages/template/templates.hpp"

namespace cairn::pages {

namespace {

constexpr Global page_globals[] = {
    {"site", &type_of<SiteView>()},
    {"page", &type_of<PageView>()},
    {"looks", &type_of<Looks>()},
    {"acting", &type_of<ActingView>()},
};

// "/{owner}/{repo}/issues" is "/{}/{}/issues".
std::string without_names(std::string_view path)
{
    std::string out;
    out.reserve(path.size());
    bool inside = false;
    for (const char c : path) {
        if (c == '}') inside = false;
        if (!inside) out += c;
        if (c == '{') inside = true;
    }
    return out;
}

void check_icon(std::string_view name)
{
    const Asset* icons = find_asset("icons.svg");
    if (icons == nullptr || icons->bytes.find("\"i-" + std::string(name) + "\"") == std::string_view::npos)
        throw std::invalid_argument("there is no icon " + std::string(name));
}

std::string checked_address(std::string_view name)
{
    if (find_asset(name) == nullptr) throw std::invalid_argument("there is no asset " + std::string(name));
    return asset_address(name);
}

} // namespace

struct Kit::Data {
    using Key = std::pair<std::string_view, const Type*>;

    const std::string root;                 // of the site's paths
    std::mutex mutex{};                     // of what binds
    std::unique_ptr<Templates> templates{}; // from the first page on
    std::map<Key, std::atomic<const Program*>> programs{};
    std::unordered_map<std::string_view, const api::Operation*> operations{};
    std::unordered_set<std::string> pages{};
    std::unordered_set<std::string> actions{};

    void add(std::string_view file, const Type& view) { programs.try_emplace(Key(file, &view), nullptr); }

    const Program& bind(const Key& key, std::atomic<const Program*>& program)
    {
        if (const auto* bound = program.load()) return *bound;
        const std::lock_guard lock(mutex);
        if (!templates)
            templates = std::make_unique<Templates>(template_files::embedded_files(),
                                                    Around{.globals = page_globals,
                                                           .languages = words::languages(),
                                                           .asset_address = checked_address,
                                                           .check_icon = check_icon,
                                                           .root = root});
        // Whoever was here meanwhile has bound the same.
        program = &templates->bind(key.first, *key.second);
        return *program;
    }
};

Kit::Kit(std::span<const api::Table* const> tables, const config::Settings& settings, People people)
    : data_(std::make_unique<Data>(root_of(settings))), people_(people)
{
    for (const api::Table* table : tables)
        for (const api::Operation& operation : table->operations) {
            if (table->door == api::Door::api) data_->operations.emplace(operation.id, &operation);
            else if (operation.method == api::Method::GET) data_->pages.insert(without_names(operation.path));
            else data_->actions.insert(without_names(operation.path));
            if (const PageHandler* page = page_handler(operation.handler)) data_->add(page->file, *page->view);
        }
    for (const api::Table* table : tables)
        for (const api::Operation& operation : table->operations)
            if (const PageHandler* page = page_handler(operation.handler))
                for (const auto id : text::split_list(page->calls, ' '))
                    if (this->operation(id) == nullptr)
                        throw std::logic_error(std::string(operation.id)
                                               + " names an operation that is not there: " + std::string(id));
    for (const PageFile* page = last_page_file(); page != nullptr; page = page->before)
        data_->add(page->file, *page->view);
    links_ = {.search = has_page("/-/search"),
              .explore = has_page("/explore/repos"),
              .issues = has_page("/issues"),
              .pulls = has_page("/pulls"),
              .notifications = has_page("/notifications"),
              .new_repository = has_page("/repo/create"),
              .migrate = has_page("/repo/migrate"),
              .new_organization = has_page("/org/create"),
              .profile = has_page("/{username}"),
              .keys_help = has_page("/-/help/keys"),
              .administration = has_page("/-/admin"),
              .reference = settings.api.enable_swagger};
}

Kit::~Kit() = default;

const Program& Kit::program(std::string_view file, const Type& view) const
{
    const auto found = data_->programs.find(Data::Key(file, &view));
    if (found == data_->programs.end())
        throw std::logic_error("no row and no PageOf shows this with the template " + std::string(file));
    return data_->bind(found->first, found->second);
}

void Kit::bind_all() const
{
    for (auto& [key, program] : data_->programs) data_->bind(key, program);
}

const api::Operation* Kit::operation(std::string_view id) const
{
    const auto found = data_->operations.find(id);
    return found == data_->operations.end() ? nullptr : found->second;
}

bool Kit::has_page(std::string_view path) const { return data_->pages.contains(without_names(path)); }
bool Kit::has_action(std::string_view path) const { return data_->actions.contains(without_names(path)); }

const words::Language& language_of(const api::Call& call)
{
    const auto& people = call.site.get<Kit>().people();
    const auto wanted =
        call.caller.anonymous() || people.language == nullptr ? std::string_view() : people.language(call.caller);
    return words::choose_language(config::offered_languages(call.settings()), wanted,
                                  call.request.header("Accept-Language"));
}

std::string root_of(const config::Settings& settings)
{
    const std::string_view url = settings.server.root_url;
    const auto host = url.find("://");
    const auto path = host == url.npos ? url.npos : url.find('/', host + 3);
    auto root = std::string(path == url.npos ? "" : url.substr(path));
    if (root.ends_with('/')) root.pop_back();
    return root;
}

} // namespace cairn::pages
