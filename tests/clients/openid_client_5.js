// openid-client 5, which many applications still have, in the same conversation as the newer one beside it.
import { hear, say } from "./conversation.js";
import { Issuer, generators } from "openid-client-5";

const { issuer, id, secret, redirect } = await hear();
const provider = await Issuer.discover(issuer);
const client = new provider.Client({
    client_id: id,
    ...(secret ? { client_secret: secret } : { token_endpoint_auth_method: "none" }),
    redirect_uris: [redirect],
    response_types: ["code"],
});

const verifier = generators.codeVerifier();
const state = generators.state();
const nonce = generators.nonce();
say({
    address: client.authorizationUrl({
        scope: "openid profile email",
        code_challenge: generators.codeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
    }),
});

const { answer } = await hear();
const tokens = await client.callback(redirect, client.callbackParams(answer), {
    code_verifier: verifier,
    response_type: "code",
    state,
    nonce,
});
const userinfo = await client.userinfo(tokens);
const renewed = await client.refresh(tokens);
const introspected = secret ? (await client.introspect(renewed.access_token)).active : null;
await client.revoke(renewed.refresh_token);
say({ claims: tokens.claims(), userinfo, renewed: renewed.claims(), introspected, access_token: renewed.access_token });
process.exit();
