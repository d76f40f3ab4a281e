/** The tests that every store must pass; each store's test file runs all of them. */
import { afterEach, describe, expect, test } from "vitest";
import type { Store, Write } from "./store";

const text = new TextDecoder();
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const put = (key: string, value: string): Write => ({ key: bytes(key), value: bytes(value) });
const gone = (key: string): Write => ({ key: bytes(key) });

export function testStore(name: string, openStore: () => Store | Promise<Store>): void {
  describe(`${name} keeps the store's contract`, () => {
    let store: Store | undefined;
    const openFresh = async (): Promise<Store> => (store = await openStore());
    afterEach(async () => {
      await store?.close();
      store = undefined;
    });

    function keys(
      current: Store,
      options: { from?: string; to?: string; reverse?: boolean } = {},
    ): string[] {
      const snapshot = current.snapshot();
      const range = snapshot.range({
        ...(options.from !== undefined && { from: bytes(options.from) }),
        ...(options.to !== undefined && { to: bytes(options.to) }),
        ...(options.reverse !== undefined && { reverse: options.reverse }),
      });
      const found = [...range].map(({ key }) => text.decode(key));
      snapshot.release();
      return found;
    }

    test("the next snapshot reads a batch", async () => {
      const current = await openFresh();
      await current.write([put("a", "1"), put("b", "2")]);
      const snapshot = current.snapshot();
      expect(text.decode(snapshot.get(bytes("b")))).toBe("2");
      expect(snapshot.get(bytes("c"))).toBeUndefined();
      snapshot.release();
    });

    test("later entries of a batch win, and a write without a value removes", async () => {
      const current = await openFresh();
      await current.write([put("a", "1"), put("a", "2"), put("b", "1"), gone("b")]);
      expect(keys(current)).toEqual(["a"]);
    });

    test("a snapshot never changes", async () => {
      const current = await openFresh();
      await current.write([put("a", "old"), put("b", "old")]);
      const before = current.snapshot();
      await current.write([put("a", "new"), gone("b"), put("c", "new")]);
      expect(text.decode(before.get(bytes("a")))).toBe("old");
      expect([...before.range({})].map(({ key }) => text.decode(key))).toEqual(["a", "b"]);
      expect(keys(current)).toEqual(["a", "c"]);
      before.release();
    });

    test("a range includes its lower bound and excludes its upper one, in both directions", async () => {
      const current = await openFresh();
      await current.write(["a", "b", "c", "d"].map((key) => put(key, key)));
      expect(keys(current, { from: "b", to: "d" })).toEqual(["b", "c"]);
      expect(keys(current, { from: "b", to: "d", reverse: true })).toEqual(["c", "b"]);
      expect(keys(current, { from: "c" })).toEqual(["c", "d"]);
      expect(keys(current, { from: "c", reverse: true })).toEqual(["d", "c"]);
      expect(keys(current, { to: "c" })).toEqual(["a", "b"]);
      expect(keys(current, { to: "c", reverse: true })).toEqual(["b", "a"]);
      expect(keys(current, { to: "bb", reverse: true })).toEqual(["b", "a"]);
      expect(keys(current, { reverse: true })).toEqual(["d", "c", "b", "a"]);
    });

    test("orders keys as unsigned bytes, a prefix first", async () => {
      const current = await openFresh();
      const ordered = [[0], [0, 0], [0, 1], [1], [0x7f], [0x80], [0xff], [0xff, 0]];
      await current.write(
        [...ordered].reverse().map((key) => ({ key: Uint8Array.from(key), value: bytes("x") })),
      );
      const snapshot = current.snapshot();
      expect([...snapshot.range({})].map(({ key }) => [...key])).toEqual(ordered);
      snapshot.release();
    });

    test("returns large values unchanged", async () => {
      const current = await openFresh();
      const value = new Uint8Array(3_000_000).map((_, at) => at % 251);
      await current.write([{ key: bytes("large"), value }]);
      const snapshot = current.snapshot();
      expect(Buffer.compare(snapshot.get(bytes("large")) ?? new Uint8Array(), value)).toBe(0);
      snapshot.release();
    });
  });
}
