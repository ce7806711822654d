// Shows that a form is sent by no program that sends thousands: finds a number for which the digest of a challenge and the
// number begins with so many zeros. <div data-proof="challenge" data-bits="16"> has what a person would do instead; it stays
// where a browser cannot do this (crypto.subtle is only there with TLS, and on the machine itself).

const AT_ONCE = 512;

export function zeros(bytes) {
    let count = 0;
    for (const byte of bytes) {
        count += Math.clz32(byte) - 24;
        if (byte !== 0) break;
    }
    return count;
}

export async function prove(challenge, bits, subtle = crypto.subtle) {
    const encoder = new TextEncoder();
    for (let first = 0; ; first += AT_ONCE) {
        const tries = Array.from({ length: AT_ONCE }, (_, i) => String(first + i));
        const digests = await Promise.all(tries.map((one) => subtle.digest("SHA-256", encoder.encode(`${challenge}:${one}`))));
        const found = digests.findIndex((digest) => zeros(new Uint8Array(digest)) >= bits);
        if (found >= 0) return tries[found];
    }
}

async function begin(asked) {
    const form = asked.closest("form");
    const proof = form.querySelector("input[name=proof]");
    const said = form.querySelector("[data-proving]");
    asked.hidden = true;
    said.hidden = false;
    said.textContent = said.dataset.proving;
    let waiting = false;
    const wait = (event) => {
        event.preventDefault();
        waiting = true;
    };
    form.addEventListener("submit", wait);
    try {
        proof.value = await prove(asked.dataset.proof, Number(asked.dataset.bits));
        said.textContent = said.dataset.proved;
    } catch {
        asked.hidden = false;
        said.hidden = true;
        waiting = false;
    }
    form.removeEventListener("submit", wait);
    if (waiting) form.requestSubmit();
}

if (typeof document !== "undefined" && globalThis.crypto?.subtle) {
    const asked = document.querySelector("[data-proof]");
    if (asked !== null) begin(asked);
}
