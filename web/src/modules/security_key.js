// Asks the browser for a security key and sends what it answers with the form around the button: everything else is
// decided by the server.
"use strict";

const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function known(question) {
    return question.known.map((id) => ({ type: "public-key", id: decode(id) }));
}

async function create(question) {
    const made = await navigator.credentials.create({
        publicKey: {
            challenge: decode(question.challenge),
            rp: { id: question.site_id, name: question.site_name },
            user: { id: decode(question.user_id), name: question.user_name, displayName: question.user_name },
            pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
            excludeCredentials: known(question),
            authenticatorSelection: { residentKey: "discouraged", userVerification: "discouraged" },
            attestation: "none",
            timeout: 120000,
        },
    });
    return { client_data: encode(made.response.clientDataJSON), attestation: encode(made.response.attestationObject) };
}

async function get(question) {
    const used = await navigator.credentials.get({
        publicKey: {
            challenge: decode(question.challenge),
            rpId: question.site_id,
            allowCredentials: known(question),
            userVerification: "discouraged",
            timeout: 120000,
        },
    });
    return {
        credential_id: encode(used.rawId),
        client_data: encode(used.response.clientDataJSON),
        authenticator_data: encode(used.response.authenticatorData),
        signature: encode(used.response.signature),
    };
}

for (const form of document.querySelectorAll("form[data-security-key]")) {
    const problem = form.querySelector("[role=alert]");
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        problem.hidden = true;
        try {
            if (!window.PublicKeyCredential) throw new Error("This browser knows no security keys, or the site has no TLS.");
            const question = JSON.parse(form.dataset.question);
            const answer = await (form.dataset.securityKey === "create" ? create(question) : get(question));
            for (const [name, value] of Object.entries(answer)) form.elements[name].value = value;
            form.submit();
        } catch (error) {
            const words = { NotAllowedError: "No security key has answered.", InvalidStateError: "This key is added already." };
            problem.textContent = words[error.name] ?? error.message;
            problem.hidden = false;
        }
    });
}
