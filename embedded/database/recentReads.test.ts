import fc from "fast-check";
import { expect, test } from "vitest";
import { openMemoryStore } from "../store/memory";
import type { StoreSnapshot } from "../store/store";
import type { Readable } from "../store/layers";
import { RecentReads } from "./recentReads";

type Step =
  | { readonly kind: "flush"; readonly writes: readonly [key: number, size: number | null][] }
  | { readonly kind: "read"; readonly snapshot: number; readonly key: number };

const keyOf = (key: number): Uint8Array => Uint8Array.of(1, key);
const KEYS = 6;

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("flush" as const),
      writes: fc.array(
        fc.tuple(
          fc.nat(KEYS - 1),
          fc.oneof(fc.nat(50), fc.constantFrom(null, 70 * 2 ** 10, 60 * 2 ** 10)),
        ),
        { maxLength: 4 },
      ),
    }),
    fc.record({ kind: fc.constant("read" as const), snapshot: fc.nat(3), key: fc.nat(KEYS - 1) }),
  ),
  { minLength: 30, maxLength: 120, size: "max" },
);

/** The latest snapshots, each with and without the cache of recent reads. */
async function compare(commands: readonly Step[]): Promise<void> {
  const store = openMemoryStore();
  const recent = new RecentReads(0);
  let ts = 0;
  const open: { plain: StoreSnapshot; cached: Readable }[] = [];
  const take = () => {
    const plain = store.snapshot();
    open.unshift({ plain, cached: recent.before(plain, ts) });
    open.length = Math.min(open.length, 4);
  };
  take();
  for (const step of commands) {
    if (step.kind === "flush") {
      ts += 1;
      const writes = step.writes.map(([key, size]) => ({
        key: keyOf(key),
        ...(size !== null && { value: new Uint8Array(size).fill(ts) }),
      }));
      await store.write(writes);
      recent.flushed(writes, ts);
      take();
      continue;
    }
    const { plain, cached } = open[step.snapshot % open.length]!;
    const [is, was] = [cached.get(keyOf(step.key)), plain.get(keyOf(step.key))];
    expect([is?.length, is?.at(0)]).toEqual([was?.length, was?.at(0)]);
  }
}

test("cached reads equal those of every snapshot, older ones included", async () => {
  await fc.assert(fc.asyncProperty(steps, compare), { numRuns: 500 });
});

test("fetches a value once until it is written again", async () => {
  const store = openMemoryStore();
  const recent = new RecentReads(0);
  const key = keyOf(1);
  await store.write([{ key, value: Uint8Array.of(1) }]);
  let fetched = 0;
  const counting = (): StoreSnapshot => {
    const snapshot = store.snapshot();
    return { ...snapshot, get: (key) => ((fetched += 1), snapshot.get(key)) };
  };
  const first = recent.before(counting(), 0);
  // The same object, so that values derived from it are reused.
  expect(first.get(key)).toBe(first.get(key));
  expect(fetched).toBe(1);
  const writes = [{ key, value: Uint8Array.of(2) }];
  await store.write(writes);
  recent.flushed(writes, 1);
  expect(recent.before(counting(), 1).get(key)).toEqual(Uint8Array.of(2));
  expect(fetched).toBe(1);
  expect(first.get(key)).toEqual(Uint8Array.of(1));
  expect(fetched).toBe(2);
});

test("holds a few megabytes and no large value", () => {
  const recent = new RecentReads(0);
  let fetched = 0;
  const snapshot: StoreSnapshot = {
    get: ([, , size = 0]) => ((fetched += 1), new Uint8Array(size * 2 ** 10)),
    range: () => [],
    release: () => undefined,
  };
  const view = recent.before(snapshot, 0);
  const read = (count: number, size: number) => {
    for (let at = 0; at < count; at += 1) view.get(Uint8Array.of(at >> 8, at & 255, size));
  };
  read(1, 65);
  read(1, 65);
  expect(fetched).toBe(2);
  // 64 MiB of other values between two reads of one.
  view.get(Uint8Array.of(9, 9, 1));
  read(1_024, 63);
  fetched = 0;
  view.get(Uint8Array.of(9, 9, 1));
  expect(fetched).toBe(1);
});

test("a value that is deleted is gone from both generations", async () => {
  const store = openMemoryStore();
  const recent = new RecentReads(1);
  const deleted = keyOf(0);
  await store.write([{ key: deleted, value: Uint8Array.of(7) }]);
  expect(recent.before(store.snapshot(), 1).get(deleted)).toEqual(Uint8Array.of(7));
  // As many others as a generation has room for, so that it is in the old one.
  const others = Array.from({ length: 70 }, (_, at) => ({
    key: Uint8Array.of(2, at),
    value: new Uint8Array(60 * 2 ** 10),
  }));
  await store.write(others);
  const snapshot = store.snapshot();
  const cached = recent.before(snapshot, 1);
  for (const { key } of others) cached.get(key);
  await store.write([{ key: deleted }]);
  recent.flushed([{ key: deleted }], 2);
  expect(recent.before(store.snapshot(), 2).get(deleted)).toBeUndefined();
  // An older snapshot still has it.
  expect(cached.get(deleted)).toEqual(Uint8Array.of(7));
});
