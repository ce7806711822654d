// Times: the server says them in words; here the exact one in the reader's zone becomes the title, and words that have grown
// old (<time data-ago>) are said anew.
import { each } from "./page.js";

const steps = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

// "5 days ago" in a language: how long before `now` (milliseconds) a time was, or after.
export function ago(time, now, language) {
    const seconds = Math.round((time - now) / 1000);
    const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    for (const [unit, length] of steps)
        if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit);
    return words.format(0, "second");
}

export const exact = (time, language) =>
    new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }).format(time);

function start() {
    const language = document.documentElement.lang || "en";
    each("time[datetime]", (element) => {
        const time = Date.parse(element.dateTime);
        if (!Number.isNaN(time) && element.dateTime.includes("T")) element.title = exact(time, language);
    });
    setInterval(() => {
        if (document.hidden) return;
        for (const element of document.querySelectorAll("time[data-ago]"))
            element.textContent = ago(Date.parse(element.dateTime), Date.now(), language);
    }, 60_000);
}

if (globalThis.document !== undefined) start();
