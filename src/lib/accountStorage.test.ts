import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  discardFor,
  DRAFT,
  DRAFT_CHARACTERS_MAX,
  DRAFT_KEPT_MS,
  DRAFTS_MAX,
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
      const left = JSON.stringify([tab.localStorage, tab.sessionStorage]);
      expect(left).not.toContain("[1]");
      expect(left).not.toContain("half a sentence");
    }
  });

  it("survives its tab, and is there in another one", () => {
    openAccountStorage(MEENA);
    write("meena");
    openTab(tab.localStorage);
    openAccountStorage(MEENA);
    expect(readFor("meena", `${DRAFT}chat`)).toBe("half a sentence");
    openTab(tab.localStorage);
    openAccountStorage(MEENA_LATER);
    expect(readFor("meena", `${DRAFT}chat`)).toBe("half a sentence");
  });

  it("is discarded where a tab wrote it after the sign-out of its session", () => {
    openAccountStorage(MEENA);
    signOut(MEENA);
    openAccountStorage(null);
    write("meena");
    openTab(tab.localStorage);
    openAccountStorage(RAVI);
    expect(namesFor("meena", "")).toEqual([]);
  });

  it("of a visitor ends with the tab", () => {
    openAccountStorage(null);
    writeFor(null, `${DRAFT}order-message:p1`, "Three, please");
    openTab(tab.localStorage);
    openAccountStorage(MEENA);
    expect(namesFor("meena", DRAFT)).toEqual([]);
    expect(Object.values(tab.localStorage).join()).not.toContain("Three, please");
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

  it("is removed by name prefix, and as a whole", () => {
    writeFor("meena", `${DRAFT}order-message:p1:0`, "a");
    writeFor("meena", `${DRAFT}order-message:p10:0`, "b");
    forgetDrafts("meena", "order-message:p1:");
    expect(namesFor("meena", DRAFT)).toEqual([`${DRAFT}order-message:p10:0`]);
    writeFor("ravi", "orders", "{}");
    discardFor("meena");
    expect(namesFor("meena", "")).toEqual([]);
    expect(namesFor("ravi", "")).toEqual(["orders"]);
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

describe("an account's drafts", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const name = (n: number) => `${DRAFT}${String(n).padStart(3, "0")}`;

  beforeEach(() => {
    vi.useFakeTimers();
    openAccountStorage(MEENA);
  });
  afterEach(() => void vi.useRealTimers());

  it("end after two weeks, of whichever account they are", () => {
    writeFor("meena", name(1), "old");
    vi.advanceTimersByTime(DRAFT_KEPT_MS - DAY_MS);
    writeFor("meena", name(2), "newer");
    vi.advanceTimersByTime(DAY_MS - 1);
    expect(readFor("meena", name(1))).toBe("old");
    vi.advanceTimersByTime(1);
    expect(readFor("meena", name(1))).toBeNull();
    openAccountStorage(RAVI);
    expect(namesFor("meena", DRAFT)).toEqual([name(2)]);
  });

  it("outlive a session that is longer than they are kept", () => {
    vi.advanceTimersByTime(2 * DRAFT_KEPT_MS);
    writeFor("meena", name(1), "typed just now");
    openAccountStorage(MEENA);
    expect(readFor("meena", name(1))).toBe("typed just now");
  });

  it("are bounded in number, the oldest giving way to the newest", () => {
    for (let n = 0; n < DRAFTS_MAX; n += 1) {
      writeFor("meena", name(n), "text");
      vi.advanceTimersByTime(1);
    }
    writeFor("meena", name(0), "text again");
    writeFor("meena", name(999), "one more");
    expect(namesFor("meena", DRAFT)).toHaveLength(DRAFTS_MAX);
    expect(readFor("meena", name(0))).toBe("text again");
    expect(readFor("meena", name(1))).toBeNull();
    expect(readFor("meena", name(999))).toBe("one more");
  });

  it("are bounded in size: what is too long leaves nothing", () => {
    writeFor("meena", name(1), "x".repeat(DRAFT_CHARACTERS_MAX));
    expect(readFor("meena", name(1))).toHaveLength(DRAFT_CHARACTERS_MAX);
    writeFor("meena", name(1), "x".repeat(DRAFT_CHARACTERS_MAX + 1));
    expect(namesFor("meena", DRAFT)).toEqual([]);
  });

  it.each(["half a {", "null", "7", '{"text":1,"at":1}', '{"text":"a"}'])(
    "leave out a damaged entry: %s",
    (entry) => {
      tab.localStorage.setItem(`account:meena:${name(1)}`, entry);
      expect(readFor("meena", name(1))).toBeNull();
      openAccountStorage(MEENA);
      expect(namesFor("meena", DRAFT)).toEqual([]);
    },
  );
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
