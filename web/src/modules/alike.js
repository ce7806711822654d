// Shows what is alike while one writes: <input data-alike="/o/r/issues/new/alike?title=">. The page at that address has the
// element "alike", which takes the place of ours.
import { each, load, swap } from "./page.js";

const pause = 400; // milliseconds that nobody types

each("input[data-alike]", (field) => {
    let waiting;
    let turn = 0;
    field.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(async () => {
            const mine = (turn += 1);
            const title = field.value.trim();
            if (title.length < 4) return;
            const found = await load(field.dataset.alike + encodeURIComponent(title)).catch(() => undefined);
            if (found !== undefined && mine === turn && found.status === 200) swap(found.page, ["alike"]);
        }, pause);
    });
});
