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
      expect(judge("public", session, undefined)).toEqual({ show: "page" });
    }
  });

  it("signed out leads to login, and remembers the page", () => {
    expect(judge("retailer", SIGNED_OUT, undefined)).toEqual({ go: "/auth/login", remember: true });
    expect(judge("member", SIGNED_OUT, undefined)).toEqual({ go: "/auth/login", remember: true });
  });

  it("the wrong role leads to one's own home", () => {
    expect(judge("retailer", signedIn("distributor"), undefined)).toEqual({
      go: "/homepage",
      remember: false,
    });
    expect(judge("distributor", signedIn("retailer"), undefined)).toEqual({
      go: "/homepageretailer",
      remember: false,
    });
  });

  it("the right role and any member's page show", () => {
    expect(judge("retailer", signedIn("retailer"), undefined)).toEqual({ show: "page" });
    expect(judge("member", signedIn("admin"), undefined)).toEqual({ show: "page" });
  });

  it("waits while the session is being checked, and neither shows nor sends away", () => {
    expect(judge("retailer", { state: "loading" }, undefined)).toEqual({ show: "waiting" });
  });

  it("an account that is gone is signed out, not shown a page", () => {
    expect(judge("member", { state: "ended" }, undefined)).toEqual({ show: "ended" });
  });
});

describe("the login page", () => {
  it("is shown to those who are not signed in", () => {
    expect(judge("guest", SIGNED_OUT, "/pendingretail")).toEqual({ show: "page" });
    expect(judge("guest", { state: "loading" }, undefined)).toEqual({ show: "page" });
  });
  it("sends a signed-in user back to where they came from, else home by role", () => {
    expect(judge("guest", signedIn("retailer"), "/pendingretail?x=1")).toEqual({
      go: "/pendingretail?x=1",
      remember: false,
    });
    expect(judge("guest", signedIn("distributor"), undefined)).toEqual({
      go: "/homepage",
      remember: false,
    });
  });
});
