/** A market whose calls have round costs. */
import { expect, test } from "vitest";
import type { Measured } from "./measure";
import { demandOf, staleAfter, storedBytes } from "./plans";

const cost = {
  ...{ ranges: 1, documentsRead: 1, bytesRead: 500 },
  ...{ documentsWritten: 1, bytesWritten: 250 },
};
const reads = { reads: true, writes: false };
const writes = { reads: false, writes: true };
const measured: Pick<Measured, "places" | "costs" | "sizes"> = {
  places: [
    {
      ...{ table: "orders", by: ["distributor"] },
      uses: new Map([
        ["orders.place", writes],
        ["orders.incoming", reads],
      ]),
    },
    {
      ...{ table: "orders", by: ["order"] },
      uses: new Map([
        ["orders.place", writes],
        ["orders.accept", { reads: true, writes: true }],
      ]),
    },
    {
      ...{ table: "users", by: [] },
      uses: new Map([
        ["users.edit", writes],
        ["orders.accept", reads],
        ["orders.outgoing", reads],
      ]),
    },
  ],
  costs: new Map(
    ["orders.place", "orders.accept", "orders.complete", "chat.send"].map((call) => [call, cost]),
  ),
  sizes: [
    { table: "orders", rows: 10, bytes: 1_000, indexes: 4 },
    { table: "orderEvents", rows: 30, bytes: 300, indexes: 1 },
    { table: "users", rows: 5, bytes: 5_000, indexes: 3 },
  ],
};

test("stale are the queries that read where a call writes, and no mutations", () => {
  expect(staleAfter(measured, "orders.place")).toEqual(["orders.incoming"]);
  expect(staleAfter(measured, "orders.accept")).toEqual([]);
});

test("an order leaves its rows and a copy of them for each index, and no people", () => {
  expect(storedBytes(measured)).toBe(100 * 5 + 3 * 10 * 2);
});

test("a size asks for what its orders cost, four calls each", () => {
  expect(demandOf(measured, 180_000, 20)).toEqual({
    ...{ ordersADay: 180_000, ordersPerSecond: 10, mutationsPerSecond: 40 },
    mutationsAtOnce: 0.8,
    writtenMibPerSecond: (4 * 250 * 10) / 2 ** 20,
    ...{ callsUnwatched: 180_000 * 30 * 4, callsWatched: 180_000 * 30 * 5 },
    ioGbAMonth: (180_000 * 30 * 4 * 750) / 1e9,
    storedGbAMonth: (180_000 * 30 * 560) / 1e9,
  });
});
