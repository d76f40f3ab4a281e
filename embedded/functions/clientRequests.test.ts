/** A request's record is bound to its caller: others are rejected. */
import { describe, expect, test, vi } from "vitest";
import type { Database, Identity, Transaction } from "../contracts";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import { BACKEND, BACKEND_SCHEMA } from "./backendTables";
import { type Binding, ClientRequests } from "./clientRequests";
import { FunctionFailure } from "./failures";

const KEY = { sessionId: "6f1c", requestId: 7 };
const user = (tokenIdentifier: string, claims = {}): Identity => ({
  ...{ kind: "user", tokenIdentifier, claims },
  expiresAt: Date.now() + 60_000,
});
const ASHA = user("https://here|asha");
const OWN: Binding = { identity: ASHA, path: "orders:place", args: { quantity: 2, lines: ["a"] } };

async function recorded(): Promise<{ database: Database; requests: ClientRequests }> {
  const database = await openDatabase(openMemoryStore());
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  const requests = new ClientRequests();
  const transaction = database.begin();
  requests.save(transaction, KEY, OWN, { orderId: "one" });
  await database.commit(transaction).durable;
  return { database, requests };
}

function find(database: Database, requests: ClientRequests, binding: Binding, key = KEY): unknown {
  const transaction = database.begin();
  try {
    return requests.find(transaction, key, binding);
  } finally {
    database.discard(transaction);
  }
}

describe("[EO2] a request on record", () => {
  test("is answered from its record to its caller, also with a newer token and after a restart", async () => {
    const { database, requests } = await recorded();
    const newer = user("https://here|asha", { session: "renewed" });
    for (const each of [requests, new ClientRequests()]) {
      expect(find(database, each, OWN)).toEqual({ orderId: "one" });
      expect(find(database, each, { ...OWN, identity: newer })).toEqual({ orderId: "one" });
    }
    expect(find(database, requests, OWN, { ...KEY, requestId: 8 })).toBeUndefined();
    expect(find(database, requests, OWN, { ...KEY, sessionId: "6f1d" })).toBeUndefined();
  });

  test.each<[string, Partial<Binding>]>([
    ["another user", { identity: user("https://here|bina") }],
    ["the same subject of another issuer", { identity: user("https://there|asha") }],
    ["a user called like nobody", { identity: user("anonymous") }],
    ["nobody", { identity: { kind: "anonymous" } }],
    ["the administrator", { identity: { kind: "admin" } }],
    [
      "the administrator as the caller",
      { identity: { kind: "admin", actingAs: { subject: "asha" } } },
    ],
    ["another function", { path: "orders:cancel" }],
    ["other arguments", { args: { quantity: 3, lines: ["a"] } }],
    ["no arguments", { args: {} }],
  ])("is rejected for %s", async (_, other) => {
    const { database, requests } = await recorded();
    for (const each of [requests, new ClientRequests()])
      expect(() => find(database, each, { ...OWN, ...other })).toThrow(FunctionFailure);
  });
});

test("[EO1] records of a time when the clock was ahead are kept for 14 days, and no other waits behind them", async () => {
  const day = 24 * 60 * 60 * 1_000;
  const start = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(start + 365 * day);
  const { database, requests } = await recorded();
  clock.mockReturnValue(start);
  const right = { sessionId: "6f1d", requestId: 0 };
  const commit = async <T>(work: (transaction: Transaction) => T) => {
    const transaction = database.begin();
    const value = work(transaction);
    await database.commit(transaction).durable;
    return value;
  };
  await commit((transaction) => requests.save(transaction, right, OWN, "two"));
  const found = () => [KEY, right].map((key) => find(database, requests, OWN, key));
  const sweep = (now: number) => commit((transaction) => requests.sweep(transaction, now));

  await sweep(start + day);
  expect(found()).toEqual([{ orderId: "one" }, "two"]);
  await sweep(start + 14 * day);
  expect(found()).toEqual([{ orderId: "one" }, undefined]);
  await sweep(start + 15 * day);
  expect(found()).toEqual([undefined, undefined]);
  clock.mockRestore();
});
