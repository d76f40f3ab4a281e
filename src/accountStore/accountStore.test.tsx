/** The account store over the browser's own IndexedDB. Each test has accounts of its own. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { AccountStore } from "./accountStore";
import { Collection } from "./collection";
import { rememberSignOut } from "./signOuts";

const store = new AccountStore("account-store-test");
const parse = (stored: unknown) => (typeof stored === "string" ? stored : undefined);
const notes = new Collection<string>("notes", { max: 3, maxAgeMs: 60_000, parse }, store);
const results = new Collection("results", { keptFor: "session", parse }, store);
const sizes = new Collection("sizes", { bytesMax: 30, entryBytesMax: 20, parse }, store);

let count = 0;
const newSession = (accountId = `account ${(count += 1)}`) => ({
  accountId,
  id: `${accountId}|session ${(count += 1)}`,
});
const signOut = ({ id }: { id: string }) =>
  rememberSignOut({ session: id, ending: null, at: Date.now() });
const ids = async (collection: typeof notes, session: ReturnType<typeof newSession>) => [
  ...(await collection.all(session)).keys(),
];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("the entries of an account", () => {
  test("are its own, by collection and id", async () => {
    const [one, other] = [newSession(), newSession()];
    expect(await notes.put(one, "a", "mine")).toBe(true);
    expect(await notes.get(one, "a")).toBe("mine");
    expect(await notes.get(other, "a")).toBeNull();
    expect(await results.get(one, "a")).toBeNull();
    await notes.remove(one, ["a"]);
    expect(await ids(notes, one)).toEqual([]);
  });

  test("stay for its next session unless they are of a session, or it signed out", async () => {
    const first = newSession();
    await notes.put(first, "a", "mine");
    await results.put(first, "a", "a list");
    await notes.put(newSession(), "a", "another account's");
    const second = newSession(first.accountId);
    expect(await ids(results, second)).toEqual([]);
    expect(await ids(notes, second)).toEqual(["a"]);
    signOut(second);
    expect(await ids(notes, second)).toEqual([]);
    expect(await ids(notes, newSession(first.accountId))).toEqual([]);
  });

  test("are neither read nor written by a session that was signed out, in whichever tab", async () => {
    const session = newSession();
    await notes.put(session, "a", "before");
    await store.update(session, "text", () => "before");
    signOut(session);
    expect(await notes.put(session, "b", "after")).toBe(false);
    expect(await store.update(session, "text", (stored) => stored ?? "empty")).toBe("empty");
    expect([await notes.get(session, "a"), await notes.get(session, "b")]).toEqual([null, null]);
    expect(await ids(notes, newSession(session.accountId))).toEqual([]);
  });

  test("of a session end when nobody is signed in", async () => {
    const session = newSession();
    await notes.put(session, "a", "mine");
    await results.put(session, "a", "a list");
    await store.discard(null);
    expect([await ids(notes, session), await ids(results, session)]).toEqual([["a"], []]);
  });
});

describe("the limits of a collection", () => {
  test("hold for number: the oldest entry gives way, also of the same millisecond", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const session = newSession();
    for (const id of ["a", "b", "c"]) await notes.put(session, id, id);
    await notes.put(session, "a", "again");
    await notes.put(session, "d", "d");
    expect((await ids(notes, session)).sort()).toEqual(["a", "c", "d"]);
  });

  test("hold for age", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const session = newSession();
    await notes.put(session, "a", "a");
    vi.setSystemTime(Date.now() + 59_999);
    expect(await notes.get(session, "a")).toBe("a");
    vi.setSystemTime(Date.now() + 1);
    expect([await notes.get(session, "a"), await ids(notes, session)]).toEqual([null, []]);
  });

  test("hold for bytes, of one and of all", async () => {
    const session = newSession();
    await sizes.put(session, "large", "x".repeat(19));
    for (const id of ["a", "b", "c"]) await sizes.put(session, id, "x".repeat(10));
    expect(await ids(sizes, session)).toEqual(["b", "c"]);
  });
});

describe("an entry that the database does not take", () => {
  const blocked = new AccountStore("blocked-account-store-test");
  const inMemory = new Collection("notes", { max: 2, parse }, blocked);

  function block(): void {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new Error("blocked");
    });
  }

  test("lives as long as the page, for its account, within the limits", async () => {
    block();
    const session = newSession();
    for (const id of ["a", "b", "c"]) expect(await inMemory.put(session, id, id)).toBe(false);
    expect(await ids(inMemory, session)).toEqual(["b", "c"]);
    expect(await inMemory.get(session, "c")).toBe("c");
    expect(await inMemory.get(newSession(), "c")).toBeNull();
    await inMemory.remove(session, ["c"]);
    expect(await inMemory.get(session, "c")).toBeNull();
  });

  test("ends with a sign-out", async () => {
    block();
    const session = newSession();
    await inMemory.put(session, "a", "a");
    signOut(session);
    expect(await inMemory.get(session, "a")).toBeNull();
    localStorage.clear();
    expect(await inMemory.get(session, "a")).toBe("a");
    await blocked.discard(session.accountId);
    expect(await inMemory.get(session, "a")).toBeNull();
  });

  test("is in the database from the next writing that it takes", async () => {
    const session = newSession();
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(await notes.put(session, "a", "first")).toBe(false);
    expect(await notes.get(session, "a")).toBe("first");
    expect(await notes.put(session, "a", "second")).toBe(true);
    expect(await notes.get(session, "a")).toBe("second");
  });
});
