/** Drafts of pictures over the browser's own IndexedDB. No other test has this account. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { accountStore } from "../../accountStore/accountStore";
import { storedKeys } from "../../testing/storedKeys.setup";
import { newKey } from "../entry";
import { draftPictures, DRAFTS_MAX } from "./kept";

const SESSION = { accountId: "drafter", id: "drafter|s1" };
const OTHER = { accountId: "somebody else", id: "somebody else|s1" };
const HOUR_MS = 60 * 60_000;

afterEach(async () => {
  vi.useRealTimers();
  await accountStore.discard(SESSION.accountId);
});

async function keep(text: string): Promise<string> {
  const id = newKey();
  await draftPictures.put(SESSION, id, new Blob([text], { type: "image/png" }));
  return id;
}
const textOf = async (id: string) => (await draftPictures.get(SESSION, id))?.text();

describe("[CHAT14] a chosen picture", () => {
  test("is kept with its type, for its own account, until it is dropped", async () => {
    const [one, other] = [await keep("one"), await keep("other")];
    expect((await draftPictures.get(SESSION, one))?.type).toBe("image/png");
    expect(await textOf(one)).toBe("one");
    expect(await draftPictures.get(OTHER, one)).toBeNull();
    await draftPictures.remove(SESSION, [one]);
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
    expect((await storedKeys()).flat()).not.toContain(id);
  });
});
