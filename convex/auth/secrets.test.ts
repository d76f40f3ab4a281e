/** Hashes of passwords, with as many rounds as the product makes; all other tests make one. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NOBODYS_HASH, hashPassword, isPassword } from "./secrets";

const PASSWORD = "correct horse पासवर्ड";
/** OWASP's figure for PBKDF2-HMAC-SHA256. */
const rounds = 600_000;
const algorithm = "PBKDF2-HMAC-SHA256" as const;
/** Computed by OpenSSL. */
const KNOWN = {
  ...{ algorithm, rounds, salt: "BwcHBwcHBwcHBwcHBwcHBw==" },
  hash: "TIA8btShmvGmhI/3NVaHJ8S8YVDx0ATnH8AwgEfwNe4=",
};

beforeEach(() => {
  vi.restoreAllMocks();
});

function derivations() {
  const derive = vi.spyOn(crypto.subtle, "deriveBits");
  return () => derive.mock.calls.map(([parameters]) => parameters);
}

describe("the hash of a password", () => {
  it("is PBKDF2-HMAC-SHA256 of as many rounds as it says", async () => {
    expect(await isPassword(PASSWORD, KNOWN)).toBe(true);
    expect(await isPassword(PASSWORD, { ...KNOWN, rounds: rounds - 1 })).toBe(false);
    expect(await isPassword(`${PASSWORD} `, KNOWN)).toBe(false);
  });

  it("is made of 600,000 rounds, with a salt of its own", async () => {
    const made = derivations();
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    const expected = { name: "PBKDF2", hash: "SHA-256", iterations: rounds };
    expect(made()).toMatchObject([expected, expected]);
    expect(one).toMatchObject({ algorithm, rounds });
    expect(atob(one.salt)).toHaveLength(16);
    expect(other.salt).not.toBe(one.salt);
    expect(await isPassword(PASSWORD, one)).toBe(true);
  });

  it("takes as many rounds to compare where there is no account", async () => {
    const made = derivations();
    expect(await isPassword(PASSWORD, NOBODYS_HASH)).toBe(false);
    expect(made()).toMatchObject([{ name: "PBKDF2", hash: "SHA-256", iterations: rounds }]);
  });
});
