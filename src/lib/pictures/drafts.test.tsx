/** Drafts of pictures over the browser's own IndexedDB. No other test has this account. */
import { createStore, get } from "idb-keyval";
import { afterEach, describe, expect, test, vi } from "vitest";
import { discardDrafts, DRAFTS_MAX, dropDraft, keepDraft, keptDraft } from "./drafts";

const ACCOUNT = "drafter";
const HOUR_MS = 60 * 60_000;

afterEach(async () => {
  vi.useRealTimers();
  await discardDrafts(ACCOUNT);
});

const keep = (text: string) => keepDraft(ACCOUNT, new Blob([text], { type: "image/png" }));
const textOf = async (id: string) => (await keptDraft(ACCOUNT, id))?.text();

describe("[CHAT14] a chosen picture", () => {
  test("is kept with its type, for its own account, until it is dropped", async () => {
    const [one, other] = [await keep("one"), await keep("other")];
    expect((await keptDraft(ACCOUNT, one))?.type).toBe("image/png");
    expect(await textOf(one)).toBe("one");
    expect(await keptDraft("somebody else", one)).toBeNull();
    await dropDraft(ACCOUNT, one);
    expect([await textOf(one), await textOf(other)]).toEqual([undefined, "other"]);
  });

  test(`takes the place of the oldest of ${DRAFTS_MAX}`, async () => {
    const first = await keep("first");
    const others: string[] = [];
    for (let n = 0; n < DRAFTS_MAX; n += 1) others.push(await keep(`${n}`));
    expect(await textOf(first)).toBeUndefined();
    expect(await Promise.all(others.map(textOf))).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("is kept for a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const id = await keep("yesterday's");
    vi.setSystemTime(Date.now() + 23 * HOUR_MS);
    expect(await textOf(id)).toBe("yesterday's");
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    expect(await textOf(id)).toBeUndefined();
    expect(await get(ACCOUNT, createStore("mandi-picture-drafts", "accounts"))).toEqual([]);
  });
});
