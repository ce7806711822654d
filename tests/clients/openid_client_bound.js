// openid-client 6 as a careful application uses it: it registers itself where it is told no id, pushes its request, and
// has its tokens bound to a key. It is told and says what openid_client.js does.
import { hear, say } from "./conversation.js";
import * as client from "openid-client";

const { issuer, id, secret, redirect } = await hear();
const insecure = { execute: [client.allowInsecureRequests] };
const config = id
    ? await client.discovery(new URL(issuer), id, secret ?? undefined, secret ? client.ClientSecretBasic(secret) : client.None(), insecure)
    : await client.dynamicClientRegistration(
          new URL(issuer),
          { redirect_uris: [redirect], token_endpoint_auth_method: "none", client_name: "openid-client" },
          client.None(),
          insecure,
      );

const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const address = await client.buildAuthorizationUrlWithPAR(
    config,
    {
        redirect_uri: redirect,
        scope: "openid read:user",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
    },
    { DPoP },
);
say({ address: address.href });

const { answer } = await hear();
const tokens = await client.authorizationCodeGrant(
    config,
    new URL(answer),
    { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true },
    undefined,
    { DPoP },
);
const userinfo = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub, { DPoP });
const renewed = await client.refreshTokenGrant(config, tokens.refresh_token, undefined, { DPoP });
const called = await client.fetchProtectedResource(
    config,
    renewed.access_token,
    new URL(issuer + "/api/v1/user"),
    "GET",
    undefined,
    undefined,
    { DPoP },
);
say({ type: renewed.token_type, userinfo, user: await called.json(), access_token: renewed.access_token });
process.exit();
