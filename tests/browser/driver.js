// Lets the tests, which are Python, drive Chromium: one JSON object on each line says which method of which Playwright page to
// call, one comes back with its result or its error. The first one is said without being asked: that Chromium is there.
import { chromium } from "playwright-core";
import { createInterface } from "node:readline";

const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
});
browser.on("disconnected", () => process.exit()); // some methods of a page would wait for a crashed browser for ever
const pages = new Map();
const complaints = [];

async function open(name, options) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(15000);
    const page = await context.newPage();
    // What a person would find in the console: a policy that forbids something, a file that is not there.
    page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
    pages.set(name, page);
}

// A security key that is touched as soon as it is asked.
async function addSecurityKey(page) {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
        options: { protocol: "ctap2", transport: "usb", automaticPresenceSimulation: true },
    });
}

async function close(name) {
    await pages.get(name).context().close();
    pages.delete(name);
}

// A page comes in pieces: what is read of it is there as soon as its tag is, and its text a moment later.
const READING = ["innerText", "textContent", "innerHTML", "inputValue"];
async function arrived(page, selector) {
    await page.waitForSelector(selector, { state: "attached" });
    await page.waitForLoadState("domcontentloaded");
}

// The first true value of an expression. Playwright's own waiting evaluates it where the policy of our pages forbids that.
async function waitForValue(page, expression, patience = 15000) {
    const deadline = Date.now() + patience;
    for (;;) {
        const value = await page.evaluate(expression).catch(() => null); // it may be on its way to another page
        if (value) return value;
        if (Date.now() > deadline) throw new Error(`waited ${patience} ms for ${expression}`);
        await new Promise((done) => setTimeout(done, 20));
    }
}

async function answer({ page, method, args }) {
    if (method === "open") return open(page, args[0]);
    if (method === "close") return close(page);
    if (method === "complaints") return complaints.splice(0);
    if (method === "addSecurityKey") return addSecurityKey(pages.get(page));
    if (method === "waitForValue") return waitForValue(pages.get(page), ...args);
    if (READING.includes(method)) await arrived(pages.get(page), args[0]);
    const path = method.split("."); // keyboard.press
    const owner = path.slice(0, -1).reduce((part, name) => part[name], pages.get(page));
    return owner[path.at(-1)](...args);
}

process.stdout.write(JSON.stringify({ ready: browser.version() }) + "\n");
for await (const line of createInterface({ input: process.stdin })) {
    let reply;
    try {
        const value = await answer(JSON.parse(line));
        reply = { value: ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value) ? value : null };
    } catch (error) {
        reply = { error: String(error.message ?? error) };
    }
    process.stdout.write(JSON.stringify(reply) + "\n");
}
await browser.close();
