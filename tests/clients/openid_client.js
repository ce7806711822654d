// openid-client 6 as an application uses it: told about the provider, it says which address to open in a browser; told
// where the browser ended, it says what it has found out.
import { hear, say } from "./conversation.js";
import * as client from "openid-client";

const { issuer, id, secret, redirect } = await hear();
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
say({ address: address.href });

const { answer } = await hear();
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
say({ claims, userinfo, renewed: renewed.claims(), introspected, access_token: renewed.access_token });
process.exit();
