// oauth4webapi, which does each step by itself and checks every answer to the letter, in the same conversation as
// openid-client beside it.
import { hear, say } from "./conversation.js";
import * as oauth from "oauth4webapi";

const { issuer, id, secret, redirect } = await hear();
const insecure = { [oauth.allowInsecureRequests]: true };
const found = await oauth.discoveryRequest(new URL(issuer), insecure);
const provider = await oauth.processDiscoveryResponse(new URL(issuer), found);
const client = { client_id: id };
const proof = secret ? oauth.ClientSecretBasic(secret) : oauth.None();

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const nonce = oauth.generateRandomNonce();
const address = new URL(provider.authorization_endpoint);
for (const [name, value] of Object.entries({
    client_id: id,
    redirect_uri: redirect,
    response_type: "code",
    scope: "openid profile email",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
})) {
    address.searchParams.set(name, value);
}
say({ address: address.href });

const { answer } = await hear();
const parameters = oauth.validateAuthResponse(provider, client, new URL(answer), state);
const exchange = await oauth.authorizationCodeGrantRequest(
    provider, client, proof, parameters, redirect, verifier, insecure,
);
const tokens = await oauth.processAuthorizationCodeResponse(provider, client, exchange, {
    expectedNonce: nonce,
    requireIdToken: true,
});
await oauth.validateApplicationLevelSignature(provider, exchange, insecure);
const claims = oauth.getValidatedIdTokenClaims(tokens);

const told = await oauth.userInfoRequest(provider, client, tokens.access_token, insecure);
const userinfo = await oauth.processUserInfoResponse(provider, client, claims.sub, told);

const again = await oauth.refreshTokenGrantRequest(provider, client, proof, tokens.refresh_token, insecure);
const renewed = await oauth.processRefreshTokenResponse(provider, client, again);

let introspected = null;
if (secret) {
    const asked = await oauth.introspectionRequest(provider, client, proof, renewed.access_token, insecure);
    introspected = (await oauth.processIntrospectionResponse(provider, client, asked)).active;
}
await oauth.processRevocationResponse(
    await oauth.revocationRequest(provider, client, proof, renewed.refresh_token, insecure),
);
say({
    claims,
    userinfo,
    renewed: oauth.getValidatedIdTokenClaims(renewed),
    introspected,
    access_token: renewed.access_token,
});
process.exit();
