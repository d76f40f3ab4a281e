import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  deliverSignOuts,
  type SignOutCredential,
  signOutCredentialOf,
  isSignedOut,
  parseSignOuts,
  rememberSignOut,
} from "./signOuts";
import { openTab } from "../device/storage.setup";

const MEENAS = '{"proof":"proof of meena|s1"}';
const RAVIS = '{"proof":"proof of ravi|s2"}';
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => void openTab());
afterEach(() => void vi.unstubAllGlobals());

const signOut = (session: string, at = Date.now()) =>
  rememberSignOut({ session, ending: { proof: `proof of ${session}` }, at });

describe("an undelivered sign-out", () => {
  it("is retried until it is delivered, then forgets its token", async () => {
    signOut("meena|s1");
    signOut("ravi|s2");
    const told: string[] = [];
    let isUp = false;
    const tell = (ending: SignOutCredential) => {
      const proof = JSON.stringify(ending);
      told.push(proof);
      return isUp || proof.includes("ravi")
        ? Promise.resolve(null)
        : Promise.reject(new TypeError("Failed to fetch"));
    };
    expect(await deliverSignOuts(tell)).toBe(false);
    expect(told).toEqual([MEENAS, RAVIS]);
    isUp = true;
    expect(await deliverSignOuts(tell)).toBe(true);
    expect(await deliverSignOuts(tell)).toBe(true);
    expect(told).toEqual([MEENAS, RAVIS, MEENAS]);
    expect(JSON.stringify(localStorage)).not.toContain("proof of");
    expect(isSignedOut("meena|s1") && isSignedOut("ravi|s2")).toBe(true);
  });

  it("is not lost when another sign-out happens during delivery", async () => {
    signOut("meena|s1");
    await deliverSignOuts(() => {
      signOut("ravi|s2");
      return Promise.resolve(null);
    });
    const told: string[] = [];
    await deliverSignOuts((ending) => Promise.resolve(told.push(JSON.stringify(ending))));
    expect(told).toEqual([RAVIS]);
  });

  it("is kept once for each session, for a session's lifetime, up to a hundred sign-outs", () => {
    signOut("old|s0", Date.now() - 31 * DAY_MS);
    signOut("meena|s1");
    signOut("meena|s1");
    expect(isSignedOut("old|s0")).toBe(false);
    expect(parseSignOuts(localStorage.getItem("sign-outs"))).toHaveLength(1);
    for (let n = 0; n < 150; n += 1) signOut(`ravi|${n}`);
    expect(parseSignOuts(localStorage.getItem("sign-outs"))).toHaveLength(100);
    expect(isSignedOut("ravi|149")).toBe(true);
  });

  it.each(["", "{", "null", "{}", "[null, 1, {}]", '[{"session":1,"at":1}]'])(
    "is not parsed from damaged text: %s",
    (text) => {
      expect(parseSignOuts(text)).toEqual([]);
    },
  );
});

describe("the stored entry of a sign-out", () => {
  it("contains the session and a proof instead of the token", async () => {
    const ending = await signOutCredentialOf("token1|session1");
    expect(Object.keys(ending)).toEqual(["proof"]);
    expect(JSON.stringify(ending)).toContain("|session1");
    expect(JSON.stringify(ending)).not.toContain("token1");
  });

  it("contains the token where WebCrypto is missing", async () => {
    vi.stubGlobal("crypto", {});
    expect(await signOutCredentialOf("token1|session1")).toEqual({
      refreshToken: "token1|session1",
    });
  });
});
