/** Limits of a session's waiting calls, with authentication that the test completes. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Identity } from "../contracts";
import { Session } from "./session";
import { SocketBudgets } from "./socketLimits";
import { Subscriptions } from "../subscriptions/subscriptions";
import { FakeDatabase, FakeRunner } from "../test/fakes";
import { eventually } from "../testkit/project";

const MIB = 2 ** 20;
const ASHA: Identity = {
  ...{ kind: "user", tokenIdentifier: "asha", claims: { subject: "asha" } },
  expiresAt: Number.MAX_SAFE_INTEGER,
};

let subscriptions: Subscriptions;
let session: Session;
let answered: Promise<Identity>;
let ends: string[];
const shares = new SocketBudgets().createShares("a");

beforeEach(() => {
  const database = new FakeDatabase();
  const runner = new FakeRunner(database);
  subscriptions = new Subscriptions(database, runner, () => 0);
  ends = [];
  session = new Session(
    {
      ...{ runner, subscriptions, now: Date.now, onTimeTravel: () => undefined },
      authenticate: () => answered,
      durableTs: () => database.durableTs,
    },
    { send: () => undefined, close: (code, reason) => ends.push(`${code} ${reason}`) },
    { origin: { ip: null, userAgent: null }, lane: "a", shares, readsChunks: true },
  );
  say({ type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: null });
});

afterEach(async () => {
  session.closed();
  await subscriptions.stop();
});

function say(message: object): void {
  session.receive(Buffer.from(JSON.stringify(message)));
}

test("[SYNC15] rejects more than 4,000 messages that wait behind an Authenticate", () => {
  answered = new Promise(() => undefined);
  say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token" });
  for (let at = 0; at < 4_000; at += 1) say({ type: "Event" });
  expect(ends).toEqual([]);
  say({ type: "Event" });
  expect(ends).toEqual(["1013 TooManyConcurrentRequests: too many messages at once"]);
});

test.each([
  ["a call", { type: "Mutation", requestId: 0, udfPath: "counters:add", args: [{}] }],
  [
    "a query",
    {
      ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
      modifications: [{ type: "Add", queryId: 0, udfPath: "counters:sum", args: [{}] }],
    },
  ],
])("[SYNC15] counts what is kept of %s after its message", (_what, message) => {
  const room = 1_000;
  const full = shares.incoming.most - shares.incoming.used - room;
  expect(shares.incoming.take(full)).toBe(true);
  say({ type: "Event" });
  expect(ends).toEqual([]);
  say(message);
  expect(ends).toHaveLength(1);
  expect(ends[0]).toMatch(/^1013 TooMany.* too large$/);
  shares.incoming.give(full);
});

test("[SYNC15] signing out restores the limits of anonymous sockets", async () => {
  answered = Promise.resolve(ASHA);
  say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "token" });
  expect(shares.incoming.most).toBe(32 * MIB);
  await new Promise((resolve) => setImmediate(resolve));
  expect([shares.incoming.most, shares.watched.most]).toEqual([32 * MIB, 64 * MIB]);
  answered = Promise.resolve({ kind: "anonymous" });
  say({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
  await eventually(() =>
    expect([shares.incoming.most, shares.watched.most]).toEqual([18 * MIB, 20 * MIB]),
  );
});
