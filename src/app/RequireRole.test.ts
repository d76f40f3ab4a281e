import { describe, expect, it } from "vitest";
import type { Role } from "../../domain/roles";
import type { Session } from "../live/useSession";
import { decideAccess } from "./RequireRole";
import { idOf } from "../testing/fixtures.setup";

function signedIn(role: Role): Session {
  const me = {
    _id: idOf<"users">("u1"),
    role,
    name: "A",
    email: "a@b.co",
    phone: "1",
    address: "x",
    imageUrl: null,
    createdAt: 1,
  };
  return { state: "signedIn", me };
}

const SIGNED_OUT: Session = { state: "signedOut" };

describe("access to a page", () => {
  it("shows a public page to everybody, also while the session is loading", () => {
    for (const session of [SIGNED_OUT, { state: "loading" } as const, signedIn("admin")]) {
      expect(decideAccess({ access: "public", session: session })).toEqual({ show: "page" });
    }
  });

  it("[ROUTE6] redirects a visitor to login, and remembers the page", () => {
    expect(decideAccess({ access: "retailer", session: SIGNED_OUT })).toEqual({
      redirect: "/auth/login",
      remember: true,
    });
    expect(decideAccess({ access: "member", session: SIGNED_OUT })).toEqual({
      redirect: "/auth/login",
      remember: true,
    });
  });

  it("[ROUTE7] redirects the wrong role to its own home", () => {
    expect(decideAccess({ access: "retailer", session: signedIn("distributor") })).toEqual({
      redirect: "/homepage",
      remember: false,
    });
    expect(decideAccess({ access: "distributor", session: signedIn("retailer") })).toEqual({
      redirect: "/homepageretailer",
      remember: false,
    });
  });

  it("shows pages of the user's role and pages for all members", () => {
    expect(decideAccess({ access: "retailer", session: signedIn("retailer") })).toEqual({
      show: "page",
    });
    expect(decideAccess({ access: "member", session: signedIn("admin") })).toEqual({
      show: "page",
    });
  });

  it("neither shows nor redirects while the session is loading", () => {
    expect(decideAccess({ access: "retailer", session: { state: "loading" } })).toEqual({
      show: "waiting",
    });
  });

  it("shows a page with a static first paint to the cached role while the session is loading", () => {
    const session = { state: "loading" } as const;
    expect(decideAccess({ access: "retailer", session, expected: "retailer" })).toEqual({
      show: "page",
    });
    expect(decideAccess({ access: "retailer", session, expected: "distributor" })).toEqual({
      show: "waiting",
    });
    expect(
      decideAccess({ access: "retailer", session: SIGNED_OUT, expected: "retailer" }),
    ).toMatchObject({
      redirect: "/auth/login",
    });
  });

  it("[MARKET8] signs out an account that no longer exists", () => {
    expect(decideAccess({ access: "member", session: { state: "ended" } })).toEqual({
      show: "ended",
    });
  });
});

describe("the login page", () => {
  it("is shown to visitors", () => {
    expect(decideAccess({ access: "guest", session: SIGNED_OUT, from: "/pendingretail" })).toEqual({
      show: "page",
    });
    expect(decideAccess({ access: "guest", session: { state: "loading" } })).toEqual({
      show: "page",
    });
  });
  it("redirects a signed-in user to the page they came from, else to their home", () => {
    expect(
      decideAccess({ access: "guest", session: signedIn("retailer"), from: "/pendingretail?x=1" }),
    ).toEqual({
      redirect: "/pendingretail?x=1",
      remember: false,
    });
    expect(decideAccess({ access: "guest", session: signedIn("distributor") })).toEqual({
      redirect: "/homepage",
      remember: false,
    });
  });
  it("[I-52] redirects only the same account to a page where somebody was signed in", () => {
    const from = "/chat?with=asha@mandi.test";
    const redirectFor = (fromAccount: string | null) =>
      decideAccess({ access: "guest", session: signedIn("retailer"), from, fromAccount });
    expect(redirectFor("u1")).toMatchObject({ redirect: from });
    expect(redirectFor(null)).toMatchObject({ redirect: from });
    expect(redirectFor("u2")).toMatchObject({ redirect: "/homepageretailer" });
  });
});
