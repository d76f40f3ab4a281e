import { describe, expect, it } from "vitest";
import type { Role } from "../../domain/roles";
import type { Session } from "../lib/useSession";
import { judge } from "./RequireRole";

function signedIn(role: Role): Session {
  const me = {
    _id: "u1",
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

describe("who may open a page", () => {
  it("a public page is everybody's, also before it is known who they are", () => {
    for (const session of [SIGNED_OUT, { state: "loading" } as const, signedIn("admin")]) {
      expect(judge({ access: "public", session: session })).toEqual({ show: "page" });
    }
  });

  it("[ROUTE6] signed out leads to login, and remembers the page", () => {
    expect(judge({ access: "retailer", session: SIGNED_OUT })).toEqual({
      go: "/auth/login",
      remember: true,
    });
    expect(judge({ access: "member", session: SIGNED_OUT })).toEqual({
      go: "/auth/login",
      remember: true,
    });
  });

  it("[ROUTE7] the wrong role leads to one's own home", () => {
    expect(judge({ access: "retailer", session: signedIn("distributor") })).toEqual({
      go: "/homepage",
      remember: false,
    });
    expect(judge({ access: "distributor", session: signedIn("retailer") })).toEqual({
      go: "/homepageretailer",
      remember: false,
    });
  });

  it("the right role and any member's page show", () => {
    expect(judge({ access: "retailer", session: signedIn("retailer") })).toEqual({ show: "page" });
    expect(judge({ access: "member", session: signedIn("admin") })).toEqual({ show: "page" });
  });

  it("waits while the session is being checked, and neither shows nor sends away", () => {
    expect(judge({ access: "retailer", session: { state: "loading" } })).toEqual({
      show: "waiting",
    });
  });

  it("a page that begins with words is drawn meanwhile for whoever was here last, if it is theirs", () => {
    const session = { state: "loading" } as const;
    expect(judge({ access: "retailer", session, expected: "retailer" })).toEqual({ show: "page" });
    expect(judge({ access: "retailer", session, expected: "distributor" })).toEqual({
      show: "waiting",
    });
    expect(judge({ access: "retailer", session: SIGNED_OUT, expected: "retailer" })).toMatchObject({
      go: "/auth/login",
    });
  });

  it("[MARKET8] an account that is gone is signed out, not shown a page", () => {
    expect(judge({ access: "member", session: { state: "ended" } })).toEqual({ show: "ended" });
  });
});

describe("the login page", () => {
  it("is shown to those who are not signed in", () => {
    expect(judge({ access: "guest", session: SIGNED_OUT, from: "/pendingretail" })).toEqual({
      show: "page",
    });
    expect(judge({ access: "guest", session: { state: "loading" } })).toEqual({ show: "page" });
  });
  it("sends a signed-in user back to where they came from, else home by role", () => {
    expect(
      judge({ access: "guest", session: signedIn("retailer"), from: "/pendingretail?x=1" }),
    ).toEqual({
      go: "/pendingretail?x=1",
      remember: false,
    });
    expect(judge({ access: "guest", session: signedIn("distributor") })).toEqual({
      go: "/homepage",
      remember: false,
    });
  });
});
