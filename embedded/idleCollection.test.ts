import { expect, test } from "vitest";
import { IdleCollection, garbageCollector } from "./idleCollection";

const MIB = 2 ** 20;

/** Returns a collection over figures that a test sets. */
function observed() {
  const figures = { processorMs: 0, residentBytes: 100 * MIB, collections: 0 };
  const usage = {
    processorMs: () => figures.processorMs,
    residentBytes: () => figures.residentBytes,
  };
  const collection = new IdleCollection(() => (figures.collections += 1), usage);
  const look = (seconds: number, processorMs = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      figures.processorMs += processorMs;
      collection.look();
    }
    return figures.collections;
  };
  return { figures, look };
}

test("collects in the first quiet second after a start, and not again while nothing grows", () => {
  const { look } = observed();
  expect(look(5, 900)).toBe(0);
  expect(look(1)).toBe(1);
  expect(look(600)).toBe(1);
});

test("collects what a busy time left behind after a quiet minute", () => {
  const { figures, look } = observed();
  look(1);
  look(10, 900);
  figures.residentBytes += 20 * MIB;
  expect(look(59)).toBe(1);
  expect(look(1)).toBe(2);
});

test("does not collect while calls come again and again", () => {
  const { figures, look } = observed();
  look(1);
  figures.residentBytes += 20 * MIB;
  for (let minute = 0; minute < 10; minute += 1) {
    look(50);
    expect(look(1, 200)).toBe(1);
  }
});

test("frees memory, and leaves no collector to others", () => {
  const collect = garbageCollector();
  const reference = new WeakRef({ content: new Uint8Array(MIB) });
  return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
    collect();
    expect(reference.deref()).toBeUndefined();
    expect("gc" in globalThis).toBe(false);
  });
});
