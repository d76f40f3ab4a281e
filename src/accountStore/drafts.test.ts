import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeStorage, openTab } from "../device/storage.setup";
import {
  DRAFT_AGE_MAX_MS,
  DRAFT_CHARACTERS_MAX,
  draftNames,
  DRAFTS_MAX,
  readDraft,
  removeDrafts,
  writeDraft,
  lastAccountOfTab,
  openAccountStore,
} from "./drafts";
import { rememberSignOut } from "./signOuts";

const MEENA = { accountId: "meena", id: "meena|s1" };
const MEENA_LATER = { accountId: "meena", id: "meena|s2" };
const RAVI = { accountId: "ravi", id: "ravi|s3" };

let tab: { localStorage: FakeStorage; sessionStorage: FakeStorage };
beforeEach(() => {
  tab = openTab();
});
afterEach(() => void vi.unstubAllGlobals());

function write(accountId: string) {
  writeDraft(accountId, "order-quantity", "seventeen");
  writeDraft(accountId, "chat", "half a sentence");
}

const signOut = ({ id }: { id: string }) =>
  rememberSignOut({ session: id, ending: null, at: Date.now() });

describe("an account's unsent work", () => {
  it("is read by that account alone", () => {
    openAccountStore(MEENA);
    write("meena");
    openAccountStore(RAVI);
    for (const other of ["ravi", null, "meen", "meena:", "MEENA", ""]) {
      expect(readDraft(other, "chat")).toBeNull();
      expect(draftNames(other)).toEqual([]);
    }
    expect(readDraft("meena", "order-quantity")).toBe("seventeen");
  });

  it("is discarded by a sign-out, whoever signs in next", () => {
    for (const next of [null, RAVI, MEENA_LATER]) {
      tab = openTab();
      openAccountStore(MEENA);
      write("meena");
      signOut(MEENA);
      openAccountStore(next);
      const left = JSON.stringify([tab.localStorage, tab.sessionStorage]);
      expect(left).not.toContain("seventeen");
      expect(left).not.toContain("half a sentence");
    }
  });

  it("survives its tab, and is there in another one", () => {
    openAccountStore(MEENA);
    write("meena");
    openTab(tab.localStorage);
    openAccountStore(MEENA);
    expect(readDraft("meena", "chat")).toBe("half a sentence");
    openTab(tab.localStorage);
    openAccountStore(MEENA_LATER);
    expect(readDraft("meena", "chat")).toBe("half a sentence");
  });

  it("is discarded where a tab wrote it after the sign-out of its session", () => {
    openAccountStore(MEENA);
    signOut(MEENA);
    openAccountStore(null);
    write("meena");
    openTab(tab.localStorage);
    openAccountStore(RAVI);
    expect(draftNames("meena")).toEqual([]);
  });

  it("of a visitor ends with the tab", () => {
    openAccountStore(null);
    writeDraft(null, "order-message:p1", "Three, please");
    openTab(tab.localStorage);
    openAccountStore(MEENA);
    expect(draftNames("meena")).toEqual([]);
    expect(Object.values(tab.localStorage).join()).not.toContain("Three, please");
  });

  it("stays for the same account when its session is revoked elsewhere", () => {
    openAccountStore(MEENA);
    write("meena");
    openAccountStore(null);
    openAccountStore(RAVI);
    signOut(RAVI);
    openAccountStore(MEENA_LATER);
    expect(readDraft("meena", "order-quantity")).toBe("seventeen");
    expect(readDraft("meena", "chat")).toBe("half a sentence");
  });

  it("adopts a visitor's drafts except the sign-up form, and clears the visitor's entries", () => {
    writeDraft(null, "order-message:p1", "Three, please");
    writeDraft(null, "sign-up:name", "Somebody");
    openAccountStore(MEENA);
    expect(readDraft("meena", "order-message:p1")).toBe("Three, please");
    expect(draftNames("meena", "sign-up")).toEqual([]);
    expect(draftNames(null)).toEqual([]);
    openAccountStore(RAVI);
    expect(draftNames("ravi")).toEqual([]);
  });

  it("is removed by name prefix, and as a whole", () => {
    writeDraft("meena", "order-message:p1:0", "a");
    writeDraft("meena", "order-message:p10:0", "b");
    removeDrafts("meena", "order-message:p1:");
    expect(draftNames("meena")).toEqual(["order-message:p10:0"]);
    writeDraft("ravi", "orders", "{}");
    removeDrafts("meena");
    expect(draftNames("meena")).toEqual([]);
    expect(draftNames("ravi")).toEqual(["orders"]);
  });

  it("lives as long as the page where the storage is blocked, and ends with the session", () => {
    const forbid = () => {
      throw new Error("forbidden");
    };
    const forbidden = new Proxy({}, { get: forbid, ownKeys: forbid });
    vi.stubGlobal("sessionStorage", forbidden);
    vi.stubGlobal("localStorage", forbidden);
    openAccountStore(MEENA);
    write("meena");
    expect(readDraft("meena", "chat")).toBe("half a sentence");
    expect(draftNames("meena")).toHaveLength(2);
    expect(readDraft("ravi", "chat")).toBeNull();
    openAccountStore(null);
    expect(readDraft("meena", "chat")).toBeNull();
  });

  it("lives as long as the page where the storage is full", () => {
    openAccountStore(MEENA);
    write("meena");
    const full = vi.spyOn(tab.localStorage, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    writeDraft("meena", "chat", "half a sentence, and more");
    expect(readDraft("meena", "chat")).toBe("half a sentence, and more");
    full.mockRestore();
    writeDraft("meena", "chat", "a sentence");
    expect(readDraft("meena", "chat")).toBe("a sentence");
    expect(JSON.stringify(tab.localStorage)).toContain("a sentence");
  });
});

describe("an account's drafts", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const name = (n: number) => String(n).padStart(3, "0");

  beforeEach(() => {
    vi.useFakeTimers();
    openAccountStore(MEENA);
  });
  afterEach(() => void vi.useRealTimers());

  it("end after two weeks, of whichever account they are", () => {
    writeDraft("meena", name(1), "old");
    vi.advanceTimersByTime(DRAFT_AGE_MAX_MS - DAY_MS);
    writeDraft("meena", name(2), "newer");
    vi.advanceTimersByTime(DAY_MS - 1);
    expect(readDraft("meena", name(1))).toBe("old");
    vi.advanceTimersByTime(1);
    expect(readDraft("meena", name(1))).toBeNull();
    openAccountStore(RAVI);
    expect(draftNames("meena")).toEqual([name(2)]);
  });

  it("outlive a session that is longer than they are kept", () => {
    vi.advanceTimersByTime(2 * DRAFT_AGE_MAX_MS);
    writeDraft("meena", name(1), "typed just now");
    openAccountStore(MEENA);
    expect(readDraft("meena", name(1))).toBe("typed just now");
  });

  it("are bounded in number, the oldest giving way to the newest", () => {
    for (let n = 0; n < DRAFTS_MAX; n += 1) {
      writeDraft("meena", name(n), "text");
      vi.advanceTimersByTime(1);
    }
    writeDraft("meena", name(0), "text again");
    writeDraft("meena", name(999), "one more");
    expect(draftNames("meena")).toHaveLength(DRAFTS_MAX);
    expect(readDraft("meena", name(0))).toBe("text again");
    expect(readDraft("meena", name(1))).toBeNull();
    expect(readDraft("meena", name(999))).toBe("one more");
  });

  it("are bounded in size: what is too long leaves nothing", () => {
    writeDraft("meena", name(1), "x".repeat(DRAFT_CHARACTERS_MAX));
    expect(readDraft("meena", name(1))).toHaveLength(DRAFT_CHARACTERS_MAX);
    writeDraft("meena", name(1), "x".repeat(DRAFT_CHARACTERS_MAX + 1));
    expect(draftNames("meena")).toEqual([]);
  });

  it.each(["half a {", "null", "7", '{"text":1,"at":1}', '{"text":"a"}'])(
    "leave out a damaged entry: %s",
    (entry) => {
      tab.localStorage.setItem(`account:meena:draft:${name(1)}`, entry);
      expect(readDraft("meena", name(1))).toBeNull();
      openAccountStore(MEENA);
      expect(draftNames("meena")).toEqual([]);
    },
  );
});

it("the tab knows the account that was last signed in in it, also after its sign-out", () => {
  openAccountStore(null);
  expect(lastAccountOfTab()).toBeNull();
  openAccountStore(MEENA);
  signOut(MEENA);
  openAccountStore(null);
  expect(lastAccountOfTab()).toBe("meena");
  openAccountStore(RAVI);
  expect(lastAccountOfTab()).toBe("ravi");
  openTab(tab.localStorage);
  expect(lastAccountOfTab()).toBeNull();
});
