/** When the sound rings. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Arrival, Ringer } from "./Ringer";

const MINUTE = 60_000;

let rings = 0;
let ringer: Ringer;
beforeEach(() => {
  vi.useFakeTimers();
  rings = 0;
  ringer = new Ringer(() => (rings += 1));
});
afterEach(() => {
  ringer.stop();
  vi.useRealTimers();
});

function arrival(at: number, part: Partial<Arrival> = {}): Arrival {
  return { id: `at ${at}`, kind: "orderPlaced", at, isRead: false, ...part };
}

const always = () => true;

describe("an arrival", () => {
  it("[BELL10] rings once, however many came, and not for what was there before", () => {
    ringer.noteNewest([arrival(2), arrival(1)], always);
    expect(rings).toBe(0);
    ringer.noteNewest([arrival(4), arrival(3), arrival(2)], always);
    expect(rings).toBe(1);
    ringer.noteNewest([arrival(4), arrival(3), arrival(2)], always);
    expect(rings).toBe(1);
    ringer.noteNewest([arrival(5), arrival(4)], always);
    expect(rings).toBe(2);
  });

  it("rings for the first one of an empty list", () => {
    ringer.noteNewest([], always);
    ringer.noteNewest([arrival(1)], always);
    expect(rings).toBe(1);
  });

  it("rings for a kind with sound alone, and for nothing that is read", () => {
    ringer.noteNewest([], always);
    ringer.noteNewest([arrival(1, { kind: "message" })], (kind) => kind === "orderPlaced");
    ringer.noteNewest([arrival(2, { isRead: true }), arrival(1)], always);
    expect(rings).toBe(0);
  });

  it("rings again when it was told of anew", () => {
    const conversation = (at: number) => arrival(at, { id: "talk", kind: "message" });
    ringer.noteNewest([conversation(1)], always);
    ringer.noteNewest([conversation(2)], always);
    expect(rings).toBe(1);
  });
});

describe("an order that waits for its answer", () => {
  const arrive = (part: Partial<Arrival> = {}) => {
    ringer.noteNewest([], always);
    ringer.noteNewest([arrival(1, { id: "order", ...part })], always);
  };

  it("[BELL11] rings again each minute, five times at most", () => {
    ringer.noteToDo(new Set(["order"]));
    arrive();
    vi.advanceTimersByTime(MINUTE - 1);
    expect(rings).toBe(1);
    vi.advanceTimersByTime(1);
    expect(rings).toBe(2);
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(6);
  });

  it("[BELL11] rings no more once it is answered", () => {
    ringer.noteToDo(new Set(["order", "other"]));
    arrive();
    vi.advanceTimersByTime(2 * MINUTE);
    expect(rings).toBe(3);
    ringer.noteToDo(new Set(["other"]));
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(3);
  });

  it("rings once if nothing is to repeat, and if it is no order", () => {
    arrive();
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(1);
    ringer.noteToDo(new Set(["payment"]));
    ringer.noteNewest([arrival(2, { id: "payment", kind: "paymentClaimed" })], always);
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(2);
  });

  it("repeats several together", () => {
    ringer.noteToDo(new Set(["order", "second"]));
    arrive();
    vi.advanceTimersByTime(MINUTE / 2);
    ringer.noteNewest([arrival(2, { id: "second" })], always);
    expect(rings).toBe(2);
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(7);
  });

  it("is silent after the listener is gone", () => {
    ringer.noteToDo(new Set(["order"]));
    arrive();
    ringer.stop();
    vi.advanceTimersByTime(20 * MINUTE);
    expect(rings).toBe(1);
  });
});
