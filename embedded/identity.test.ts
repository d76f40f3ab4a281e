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
    await expect(verifier.verify(`${a.slice(0, -4)}AAAA`)).rejects.toThrow("Could not verify");
  });

  test("is rejected once it has expired", async () => {
    const token = await tokenOf("a", "one", { exp: now / 1_000 + 60 });
    await verifier.verify(token);
    now += MINUTE_MS + 4_999;
    await verifier.verify(token);
    now += 1;
    await expect(verifier.verify(token)).rejects.toThrow("exp");
  });

  test("is rejected before its time, when the clock was set back", async () => {
    const token = await tokenOf("a", "one", { nbf: now / 1_000 });
    await verifier.verify(token);
    now -= MINUTE_MS;
    await expect(verifier.verify(token)).rejects.toThrow("nbf");
  });

  test("is verified with the keys that its provider has ten minutes later", async () => {
    const token = await tokenOf("a");
    await verifier.verify(token);
    pairs = { two: await generateKeyPair("ES256") };
    now += 10 * MINUTE_MS - 1;
    await verifier.verify(token);
    now += 1;
    await expect(verifier.verify(token)).rejects.toThrow("Could not verify");
  });

  test("is verified with new keys as soon as another token made the server fetch them", async () => {
    const token = await tokenOf("a");
    await verifier.verify(token);
    pairs = { two: await generateKeyPair("ES256") };
    now += MINUTE_MS;
    await verifier.verify(await tokenOf("b", "two"));
    await expect(verifier.verify(token)).rejects.toThrow("Could not verify");
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
