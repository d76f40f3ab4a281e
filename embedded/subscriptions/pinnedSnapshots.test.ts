import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeDatabase } from "../test/fakes";
import { PinnedSnapshots } from "./pinnedSnapshots";

let database: FakeDatabase;
let pinned: PinnedSnapshots;

beforeEach(() => {
  vi.useFakeTimers();
  database = new FakeDatabase();
  pinned = new PinnedSnapshots(database);
});

afterEach(() => {
  pinned.close();
  expect(database.pinned).toBe(0);
  vi.useRealTimers();
});

test("[HTTP2] a snapshot is kept for 30 seconds after the last caller who asked for it", () => {
  const ts = pinned.keep();
  vi.advanceTimersByTime(29_000);
  expect(pinned.keep()).toBe(ts);
  vi.advanceTimersByTime(29_000);
  expect(pinned.at(ts)).not.toBeNull();
  pinned.leave(ts);
  vi.advanceTimersByTime(1_000);
  expect(pinned.at(ts)).toBeNull();
});

test("[HTTP2] a snapshot whose time ended while it is read is kept for the next caller", () => {
  const ts = pinned.keep();
  expect(pinned.at(ts)).not.toBeNull();
  vi.advanceTimersByTime(30_000);
  expect(pinned.at(ts)).toBeNull();
  expect(pinned.keep()).toBe(ts);
  pinned.leave(ts);
  expect(pinned.at(ts)).not.toBeNull();
  pinned.leave(ts);
  vi.advanceTimersByTime(30_000);
  expect(pinned.at(ts)).toBeNull();
});

test("[HTTP2] the oldest of 64 snapshots leaves for another", () => {
  const first = pinned.keep();
  const others = Array.from({ length: 63 }, () => {
    database.write({});
    return pinned.keep();
  });
  expect(new Set([first, ...others]).size).toBe(64);
  database.write({});
  pinned.keep();
  expect(pinned.at(first)).toBeNull();
  expect(database.pinned).toBe(64);
});
