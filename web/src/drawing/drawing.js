// Inside a drawing's frame: gets a text from the page around, draws it, and says how high it is. The frame has no origin, so it
// reaches nothing; the page around takes nothing from it but a number.
import mermaid from "./mermaid.js";

addEventListener("message", async ({ source, data }) => {
    if (source !== parent) return;
    const place = document.getElementById("drawing");
    document.documentElement.lang = data.language || "en";
    document.documentElement.style.colorScheme = data.dark ? "dark" : "light";
    document.body.style.margin = "8px";
    try {
        mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: data.dark ? "dark" : "neutral", fontFamily: "system-ui, sans-serif" });
        const { svg } = await mermaid.render("picture", data.text);
        place.innerHTML = svg;
        parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) + 4 }, "*");
    } catch (error) {
        parent.postMessage({ failed: String(error?.message ?? error) }, "*");
    }
});
parent.postMessage({ ready: true }, "*");
