// openid-client as an application uses it. Reads what it is told and what the browser came back with, a line each, and
// writes the address to open and then what it has found out.
import { createInterface } from "node:readline";

import * as client from "openid-client";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => JSON.parse((await lines.next()).value);

const { issuer, id, secret, redirect } = await read();
const authentication = secret ? client.ClientSecretPost(secret) : client.None();
const config = await client.discovery(new URL(issuer), id, secret ?? undefined, authentication, {
    execute: [client.allowInsecureRequests],
});

const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const nonce = client.randomNonce();
const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: "openid profile email",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
});
console.log(JSON.stringify({ address: address.href }));

const { answer } = await read();
const tokens = await client.authorizationCodeGrant(config, new URL(answer), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
});
const claims = tokens.claims();
const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
const renewed = await client.refreshTokenGrant(config, tokens.refresh_token);

// Introspection is for those who have a secret, by Basic.
let introspected = null;
if (secret) {
    const asking = new client.Configuration(config.serverMetadata(), id, secret, client.ClientSecretBasic(secret));
    client.allowInsecureRequests(asking);
    introspected = (await client.tokenIntrospection(asking, renewed.access_token)).active;
}
await client.tokenRevocation(config, renewed.refresh_token);
console.log(JSON.stringify({
    claims,
    userinfo,
    renewed: renewed.claims(),
    introspected,
    access_token: renewed.access_token,
}));
