import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  discardFor,
  DRAFT,
  forgetDrafts,
  lastAccountOfTab,
  namesFor,
  openAccountStorage,
  readFor,
  writeFor,
} from "./accountStorage";
import { rememberSignOut } from "./signOuts";
import { type FakeStorage, openTab } from "./storage.setup";

const MEENA = { accountId: "meena", id: "meena|s1" };
const MEENA_LATER = { accountId: "meena", id: "meena|s2" };
const RAVI = { accountId: "ravi", id: "ravi|s3" };

let tab: { localStorage: FakeStorage; sessionStorage: FakeStorage };
beforeEach(() => {
  tab = openTab();
});
afterEach(() => void vi.unstubAllGlobals());

function write(accountId: string) {
  writeFor(accountId, "chat-outbox", "[1]");
  writeFor(accountId, `${DRAFT}chat`, "half a sentence");
}

const signOut = ({ id }: { id: string }) =>
  rememberSignOut({ session: id, ending: null, at: Date.now() });

describe("an account's unsent work", () => {
  it("is read by that account alone", () => {
    openAccountStorage(MEENA);
    write("meena");
    openAccountStorage(RAVI);
    for (const other of ["ravi", null, "meen", "meena:", "MEENA", ""]) {
      expect(readFor(other, "chat-outbox")).toBeNull();
      expect(namesFor(other, DRAFT)).toEqual([]);
    }
    expect(readFor("meena", "chat-outbox")).toBe("[1]");
  });

  it("is discarded by a sign-out, whoever signs in next", () => {
    for (const next of [null, RAVI, MEENA_LATER]) {
      tab = openTab();
      openAccountStorage(MEENA);
      write("meena");
      signOut(MEENA);
      openAccountStorage(next);
      expect(Object.values(tab.sessionStorage)).not.toContain("[1]");
      expect(Object.values(tab.sessionStorage)).not.toContain("half a sentence");
    }
  });

  it("is discarded in a tab that slept through another tab's sign-out and sign-in", () => {
    openAccountStorage(MEENA);
    write("meena");
    const asleep = tab;
    openTab(asleep.localStorage);
    openAccountStorage(MEENA);
    signOut(MEENA);
    openAccountStorage(MEENA_LATER);
    vi.stubGlobal("sessionStorage", asleep.sessionStorage);
    openAccountStorage(MEENA_LATER);
    expect(namesFor("meena", "")).toEqual(["session"]);
  });

  it("stays for the same account when its session is revoked elsewhere", () => {
    openAccountStorage(MEENA);
    write("meena");
    openAccountStorage(null);
    openAccountStorage(RAVI);
    signOut(RAVI);
    openAccountStorage(MEENA_LATER);
    expect(readFor("meena", "chat-outbox")).toBe("[1]");
    expect(readFor("meena", `${DRAFT}chat`)).toBe("half a sentence");
  });

  it("adopts a visitor's drafts except the sign-up form, and clears the visitor's entries", () => {
    writeFor(null, `${DRAFT}order-message:p1`, "Three, please");
    writeFor(null, `${DRAFT}sign-up:name`, "Somebody");
    openAccountStorage(MEENA);
    expect(readFor("meena", `${DRAFT}order-message:p1`)).toBe("Three, please");
    expect(namesFor("meena", `${DRAFT}sign-up`)).toEqual([]);
    expect(namesFor(null, "")).toEqual([]);
    openAccountStorage(RAVI);
    expect(namesFor("ravi", DRAFT)).toEqual([]);
  });

  it("excludes entries of earlier versions, which carry no account", () => {
    tab.sessionStorage.setItem("draft:new-product", "{}");
    tab.sessionStorage.setItem("chat-outbox", "[]");
    tab.sessionStorage.setItem("placements", "{}");
    tab.sessionStorage.setItem("scroll-places", "{}");
    openAccountStorage(null);
    expect(Object.keys(tab.sessionStorage)).toEqual(["scroll-places"]);
  });

  it("is removed by name prefix, and as a whole", () => {
    writeFor("meena", `${DRAFT}order-message:p1:0`, "a");
    writeFor("meena", `${DRAFT}order-message:p10:0`, "b");
    forgetDrafts("meena", "order-message:p1:");
    expect(namesFor("meena", DRAFT)).toEqual([`${DRAFT}order-message:p10:0`]);
    writeFor("ravi", "placements", "{}");
    discardFor("meena");
    expect(namesFor("meena", "")).toEqual([]);
    expect(namesFor("ravi", "")).toEqual(["placements"]);
  });

  it("works without storage", () => {
    const forbidden = new Proxy(
      {},
      {
        get: () => {
          throw new Error("forbidden");
        },
      },
    );
    vi.stubGlobal("sessionStorage", forbidden);
    vi.stubGlobal("localStorage", forbidden);
    expect(() => openAccountStorage(MEENA)).not.toThrow();
    expect(() => write("meena")).not.toThrow();
    expect(readFor("meena", "chat-outbox")).toBeNull();
  });
});

it("the tab knows the account that was last signed in in it, also after its sign-out", () => {
  openAccountStorage(null);
  expect(lastAccountOfTab()).toBeNull();
  openAccountStorage(MEENA);
  signOut(MEENA);
  openAccountStorage(null);
  expect(lastAccountOfTab()).toBe("meena");
  openAccountStorage(RAVI);
  expect(lastAccountOfTab()).toBe("ravi");
  openTab(tab.localStorage);
  expect(lastAccountOfTab()).toBeNull();
});
