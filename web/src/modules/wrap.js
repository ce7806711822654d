// Long lines of code, wrapped or not: a link with data-wrap leads to the page with the other choice (?wrap=on, ?wrap=off), and
// has aria-current where they are wrapped. Here it is done in place, and the address bar says so.

// The same address with that choice.
export function choose(address, on) {
    const url = new URL(address);
    url.searchParams.set("wrap", on ? "on" : "off");
    return url.href;
}

function turn(on) {
    for (const table of document.querySelectorAll("table.code")) {
        table.classList.toggle("wrap", on);
        table.classList.toggle("nowrap", !on);
    }
    history.replaceState(null, "", choose(location.href, on));
    for (const link of document.querySelectorAll("a[data-wrap]")) {
        link.href = choose(link.href, !on);
        if (on) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    }
}

function start() {
    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[data-wrap]");
        if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        turn(new URL(link.href).searchParams.get("wrap") === "on");
        link.closest("details.menu")?.removeAttribute("open");
    });
}

if (globalThis.document !== undefined) start();
