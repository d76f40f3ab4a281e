/** A token that was verified is known by its text, exactly as long as verifying it again would end in the same. */
import { type JWTPayload, SignJWT, exportJWK, generateKeyPair } from "jose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { IdentityVerifier } from "./identity";

const ISSUER = "https://issuer.test";
const PROVIDER = {
  issuer: ISSUER,
  audience: null,
  jwks: `${ISSUER}/keys`,
  algorithms: ["ES256"],
} as never;
const MINUTE_MS = 60_000;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

let now: number;
let pairs: Record<string, Pair>;
let providers: never[];
const fetchJson = vi.fn(async () => ({
  keys: await Promise.all(
    Object.entries(pairs).map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
    })),
  ),
}));
let verifier: IdentityVerifier;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 23, 12);
  pairs = { one: await generateKeyPair("ES256") };
  providers = [PROVIDER];
  fetchJson.mockClear();
  verifier = new IdentityVerifier({ providers: () => providers, fetchJson, now: () => now });
});

/** A token of an hour. */
function tokenOf(subject: string, kid = "one", claims: JWTPayload = {}): Promise<string> {
  const seconds = now / 1_000;
  return new SignJWT({ iss: ISSUER, sub: subject, exp: seconds + 3_600, ...claims })
    .setProtectedHeader({ alg: "ES256", kid })
    .sign(pairs[kid]!.privateKey);
}

describe("[ID2] a token that was verified before", () => {
  test("is not verified again, and is nobody else's", async () => {
    const [a, b] = [await tokenOf("a"), await tokenOf("b")];
    const identity = await verifier.verify(a);
    expect(identity).toMatchObject({ kind: "user", tokenIdentifier: `${ISSUER}|a` });
    expect(await verifier.verify(a)).toBe(identity);
    expect(await verifier.verify(b)).toMatchObject({ tokenIdentifier: `${ISSUER}|b` });
    await expect(verifier.verify(`${a.slice(0, -4)}AAAA`)).rejects.toThrow(
      "Could not decode token",
    );
  });

  test("is rejected once it has expired", async () => {
    const token = await tokenOf("a", "one", { exp: now / 1_000 + 60 });
    await verifier.verify(token);
    now += MINUTE_MS + 4_999;
    await verifier.verify(token);
    now += 1;
    await expect(verifier.verify(token)).rejects.toThrow("Token expired 5 seconds ago");
  });

  test("is rejected before its time, when the clock was set back", async () => {
    const token = await tokenOf("a", "one", { nbf: now / 1_000 });
    await verifier.verify(token);
    now -= MINUTE_MS;
    await expect(verifier.verify(token)).rejects.toThrow("Token will be valid in 60 seconds");
  });

  test("is verified with the keys that its provider has ten minutes later", async () => {
    const token = await tokenOf("a");
    await verifier.verify(token);
    pairs = { two: await generateKeyPair("ES256") };
    now += 10 * MINUTE_MS - 1;
    await verifier.verify(token);
    now += 1;
    await expect(verifier.verify(token)).rejects.toThrow("Could not decode token");
  });

  test("is verified with new keys as soon as another token made the server fetch them", async () => {
    const token = await tokenOf("a");
    await verifier.verify(token);
    pairs = { two: await generateKeyPair("ES256") };
    now += MINUTE_MS;
    await verifier.verify(await tokenOf("b", "two"));
    await expect(verifier.verify(token)).rejects.toThrow("Could not decode token");
  });

  test("is rejected when its provider is gone from the reloaded functions, also when they were reloaded meanwhile", async () => {
    const token = await tokenOf("a");
    const verified = verifier.verify(token);
    providers = [];
    verifier.forgetKeys();
    await verified;
    await expect(verifier.verify(token)).rejects.toThrow("No auth provider");
  });
});

describe("[ID8] a token that is no good is rejected with", () => {
  const refusalOf = (token: string) => verifier.verify(token).catch((error: unknown) => error);
  const custom = { ...(PROVIDER as object), kind: "customJwt" } as never;

  test("a code for one without a provider, and the list of the providers", async () => {
    const oidc = { kind: "oidc", issuer: "https://other.test", audience: "shop" };
    providers = [custom, { ...oidc, jwks: null, algorithms: ["ES256"] } as never];
    const token = await tokenOf("a", "one", { iss: "https://unknown.test" });
    const words = "No auth provider found matching the given token";
    const listed = `CustomJWT(issuer=${ISSUER}, app_id=none), OIDC(domain=https://other.test, app_id=shop)`;
    expect(await refusalOf(token)).toMatchObject({
      code: "NoAuthProvider",
      message: `${words}. Check that your JWT's issuer and audience match one of your configured providers: [${listed}]`,
    });
    providers = [];
    const message = `${words} (no providers configured). Check convex/auth.config.ts.`;
    expect(await refusalOf(token)).toMatchObject({ message });
    providers = [custom];
    const options = { providers: () => providers, fetchJson, now: () => now, redact: true };
    verifier = new IdentityVerifier(options);
    expect(await refusalOf(token)).toMatchObject({ code: "NoAuthProvider", message: words });
  });

  test.each([
    [
      "no issuer",
      () => tokenOf("a", "one", { iss: undefined as never }),
      "Missing issuer claim ('iss')",
    ],
    ["no JWT", () => Promise.resolve("not.a.jwt"), "three base64-encoded parts separated by dots"],
    [
      "an expired one",
      () => tokenOf("a", "one", { exp: now / 1_000 - 10 }),
      "Token expired 10 seconds ago",
    ],
  ])("a code and a sentence for %s", async (_what, token, sentence) => {
    expect(await refusalOf(await token())).toMatchObject({
      code: "InvalidAuthHeader",
      message: expect.stringContaining(sentence) as string,
    });
  });

  test("the key's name where no key has it, and a sentence where there are no keys", async () => {
    const token = await tokenOf("a");
    pairs = { two: pairs["one"]! };
    expect(await refusalOf(token)).toMatchObject({
      code: "InvalidAuthHeader",
      message: expect.stringContaining("The JWT's 'kid' (key ID) header is 'one', does") as string,
    });
    fetchJson.mockRejectedValueOnce(new SyntaxError("Unexpected token"));
    verifier.forgetKeys();
    expect(await refusalOf(token)).toMatchObject({
      code: "InvalidAuthHeader",
      message: expect.stringContaining(
        `Invalid JWKS response body from '${ISSUER}/keys'.`,
      ) as string,
    });
  });
});
