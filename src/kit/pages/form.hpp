// A form of a page: what its fields show, and what was wrong with them when they were sent.
//
// A view has a Form<T> for each form, where T is what the action takes as its Body: mostly the API's own option struct.
// Templates name its fields by T's members (form.title.value), so that a field that T does not have fails the tests.
//
//     Result<KeysView> show(Call&, const Account&, Form<CreateKeyOption> form);   // the page
//     Result<Done> add(Call&, const Account&, Body<CreateKeyOption>);             // the action
//
// Whoever shows the page takes the form as an argument: it is as it was sent when the action has refused it, and empty
// otherwise.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "api/call.hpp"
#include "base/reflect.hpp"

namespace cairn::pages {

// A field as a template sees it; parts/field.html and its like show one.
struct Control {
    std::string name;
    std::string value{};
    std::vector<std::string> values{}; // of a list: those that are chosen
    bool checked = false;
    std::string problem{};
    bool required = false;
    std::int64_t max_length = 0; // 0: no limit
};
BOOST_DESCRIBE_STRUCT(Control, (), (name, value, values, checked, problem, required, max_length))

// A form that its action has refused.
struct Refused {
    const Type* type; // of its body
    api::QueryValues fields;
    Error error;
};

// Our own words for a person: a capital letter and a full stop.
std::string sentence(std::string_view);

// The fields of the form that a call brings, as they were sent.
api::QueryValues sent_fields(const api::Call&);

// Which member an error is about: "[title]: is required" is about the title. Empty: about all of it, or nobody knows.
std::string_view member_of(const Error&);
// What it says about that, as a sentence.
std::string words_of(const Error&);
// The same error, about that member: for refusals of those who know nothing of forms.
Error about(std::string_view member, Error);
// about() for a result: TRY(at("name", rename(...)))
template <class T> Result<T> at(std::string_view member, Result<T> result)
{
    if (!result) return std::unexpected(about(member, std::move(result).error()));
    return result;
}

namespace detail {

// Of the fields of a type, in their order. True: the form came back from its action, with what it was refused for.
bool fill(std::span<Control>, const Type&, const Refused*, std::string& problem);
// Shows what the object has.
void show_object(std::span<Control>, const Type&, const void* object);
const std::string& value(std::span<const Control>, std::string_view name);

template <class T> struct FormMembers;

} // namespace detail

template <class T> class Form {
public:
    explicit Form(const Refused* refused = nullptr)
        : sent_(detail::fill(controls_, type_of<T>(), refused, problem_)) { }
    Form(const T& value) : Form() { begin_with(value); } // NOLINT(google-explicit-constructor)

    // Shows what the object has, unless the form was sent: then a person's words are worth more.
    Form& begin_with(const T& value)
    {
        if (!sent_) detail::show_object(controls_, type_of<T>(), &value);
        return *this;
    }

    // It came back from its action.
    bool sent() const { return sent_; }
    // What is wrong, where it is not one field's.
    const std::string& problem() const { return problem_; }
    // What the field of that name shows.
    const std::string& value(std::string_view name) const { return detail::value(controls_, name); }
    Control& control(std::size_t member) { return controls_[member]; }

private:
    friend struct detail::FormMembers<T>;

    std::array<Control, cairn::detail::fields<T>.size()> controls_{};
    std::string problem_;
    bool sent_ = false;
};

namespace detail {

template <class T> struct FormMembers {
    template <std::size_t... I> static constexpr auto all(std::index_sequence<I...>)
    {
        return std::array<Field, sizeof...(I) + 2>{
            Field{cairn::detail::fields<T>[I].name,
                  &type_of<Control>,
                  [](void* form) -> void* { return &static_cast<Form<T>*>(form)->controls_[I]; },
                  {}}...,
            Field{"problem",
                  &type_of<std::string>,
                  [](void* form) -> void* { return &static_cast<Form<T>*>(form)->problem_; },
                  {}},
            Field{"sent", &type_of<bool>, [](void* form) -> void* { return &static_cast<Form<T>*>(form)->sent_; }, {}}};
    }
};
template <class T>
inline constexpr auto fields_of_form = FormMembers<T>::all(std::make_index_sequence<cairn::detail::fields<T>.size()>());

} // namespace detail

} // namespace cairn::pages

namespace cairn {

template <class T>
inline constexpr Type detail::type<pages::Form<T>> = {
    .kind = Kind::object, .name = "Form", .fields = pages::detail::fields_of_form<T>};

} // namespace cairn
