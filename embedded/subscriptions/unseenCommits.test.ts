import { expect, test } from "vitest";
import type { QueryRun } from "../contracts";
import { UnseenCommits } from "./unseenCommits";

function runAt(ts: number, key: number): QueryRun {
  const range = { index: "i", from: Uint8Array.of(key), to: Uint8Array.of(key + 1) };
  return { ts, readSet: { ranges: [range] } } as unknown as QueryRun;
}

const write = (key: number) => ({ index: "i", key: Uint8Array.of(key) });

test("[SUB14] a change of tables during a run over an older snapshot puts its result out of date, whatever it read", () => {
  const unseen = new UnseenCommits();
  unseen.begin(10);
  unseen.add({ ts: 11, writes: [write(1)] });
  expect(unseen.firstThatTouches(runAt(10, 7))).toBeNull();
  unseen.add({ ts: 12, writes: [], tablesChanged: true });
  unseen.add({ ts: 13, writes: [write(7)] });
  expect(unseen.firstThatTouches(runAt(10, 7))).toBe(12);
  expect(unseen.firstThatTouches(runAt(10, 1))).toBe(11);
  // It has seen the new tables.
  expect(unseen.firstThatTouches(runAt(12, 1))).toBeNull();
  expect(unseen.firstThatTouches(runAt(12, 7))).toBe(13);
  unseen.end(10);
  expect(unseen.size).toBe(0);
});
