/** The calls for which a journal opens, varied in one property at a time. */
import type { JSONValue } from "convex/values";
import { describe, expect, test, vi } from "vitest";
import type { Identity } from "../contracts";
import { TextSealing } from "../sealedText";
import { Journals, type Question } from "./journals";

const END = "the end of a page";
const user = (tokenIdentifier: string): Identity => ({
  kind: "user",
  tokenIdentifier,
  claims: { subject: "same" },
  expiresAt: 0,
});
const admin = (actingAs?: Record<string, JSONValue>): Identity => ({
  kind: "admin",
  ...(actingAs && { actingAs }),
});
const ASKED: Question = {
  entry: { component: "shop", path: "orders:list" },
  args: { list: "open", paginationOpts: { numItems: 3, cursor: null } },
  identity: user("here|asha"),
};
const OTHERS: readonly (readonly [string, Partial<Question>])[] = [
  ["component", { entry: { ...ASKED.entry, component: "" } }],
  ["function", { entry: { ...ASKED.entry, path: "orders:archive" } }],
  ["arguments", { args: { list: "closed", paginationOpts: { numItems: 3, cursor: null } } }],
];
const CALLERS: readonly Identity[] = [
  { kind: "anonymous" },
  user("here|asha"),
  user("here|bina"),
  user("elsewhere|asha"),
  admin(),
  admin({ tokenIdentifier: "here|asha" }),
  admin({ tokenIdentifier: "here|bina" }),
];

function journals(secret = 1): Journals {
  return new Journals(new TextSealing(Uint8Array.of(secret), "journals"));
}

describe("[PAGE4] a journal", () => {
  test.each(CALLERS)("of %j opens only for that caller", (owner) => {
    const own = journals().close({ ...ASKED, identity: owner }, END, false)();
    const opened = CALLERS.filter(
      (identity) => journals().open({ ...ASKED, identity }, own) === END,
    );
    expect(opened).toEqual([owner]);
  });

  test("of a result that did not read the identity opens for every caller", () => {
    const shared = journals().close(ASKED, END, true)();
    for (const identity of CALLERS)
      expect(journals().open({ ...ASKED, identity }, shared)).toBe(END);
  });

  test.each(OTHERS)("opens for no other %s, whether shared or of one caller", (_what, other) => {
    for (const isShared of [true, false]) {
      const own = journals().close(ASKED, END, isShared)();
      expect(journals().open(ASKED, own)).toBe(END);
      expect(journals().open({ ...ASKED, ...other }, own)).toBeNull();
    }
  });

  test("opens for the same arguments in another order of their fields", () => {
    const own = journals().close(ASKED, END, false)();
    const args = { paginationOpts: { cursor: null, numItems: 3 }, list: "open" };
    expect(journals().open({ ...ASKED, args }, own)).toBe(END);
  });

  test("is sealed when it is first asked for, and once", () => {
    const sealing = new TextSealing(Uint8Array.of(1), "journals");
    const close = vi.spyOn(sealing, "close");
    const journal = new Journals(sealing).close(ASKED, END, true);
    expect(close).not.toHaveBeenCalled();
    expect(journal()).toBe(journal());
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("does not open with another secret; an absent one opens to none", () => {
    expect(journals(2).open(ASKED, journals().close(ASKED, END, false)())).toBeNull();
    expect(journals().open(ASKED, null)).toBeNull();
  });
});
