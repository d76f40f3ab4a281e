import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { Place } from "./mutationQueue";
import { MutationQueue } from "./mutationQueue";

/** A client that shares its address with nobody. */
function alone(name: string): Place {
  return { address: name, lane: name };
}

test("[ORD3] alternates between callers, and keeps the order of each caller's calls", async () => {
  const queue = new MutationQueue();
  const order: string[] = [];
  const call = (lane: string, name: string) =>
    queue.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
    }, alone(lane));
  const flood = ["a1", "a2", "a3", "a4", "a5"].map((name) => call("a", name));
  const others = [call("b", "b1"), call("b", "b2"), call("c", "c1")];
  expect(queue.length).toBe(8);
  await Promise.all([...flood, ...others]);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]);
  expect(queue.length).toBe(0);
});

test("[ORD3] alternates between addresses, however many clients one of them has, and between its clients", async () => {
  const queue = new MutationQueue();
  const order: string[] = [];
  const call = (address: string, lane: string, name: string) =>
    queue.run(() => void order.push(name), { address, lane });
  const crowd = ["a", "b", "c", "d"].flatMap((client) => [
    call("office", client, `${client}1`),
    call("office", client, `${client}2`),
  ]);
  expect(queue.callers).toBe(4);
  const home = [call("home", "a", "h1"), call("home", "a", "h2"), call("home", "a", "h3")];
  await Promise.all([...crowd, ...home]);
  expect(order).toEqual(["a1", "a2", "h1", "b1", "h2", "c1", "h3", "d1", "b2", "c2", "d2"]);
  expect(queue.callers).toBe(0);
});

test("[ORD4] an address with 64 unflushed commits waits for the disk, while others run", async () => {
  const queue = new MutationQueue();
  const toDisk: (() => void)[] = [];
  let ran = 0;
  const call = (address: string, lane: string) =>
    queue.run(
      () => void (ran += 1),
      { address, lane },
      () => new Promise((resolve) => toDisk.push(resolve)),
    );
  const crowd = Array.from({ length: 100 }, (_, at) => call("office", `client ${at}`));
  await crowd[63];
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(ran).toBe(64);
  await call("home", "client 0");
  expect(ran).toBe(65);
  for (const arrive of toDisk.splice(0)) arrive();
  await Promise.all(crowd);
  for (const arrive of toDisk.splice(0)) arrive();
  await queue.drained();
  await new Promise((resolve) => setImmediate(resolve));
  expect(queue.callers).toBe(0);
});

test("[ORD4] a lane with too many unflushed commits waits for the disk, while other lanes run", async () => {
  const queue = new MutationQueue();
  const order: string[] = [];
  const toDisk: (() => void)[] = [];
  const call = (lane: string, name: string) =>
    queue.run(
      () => void order.push(name),
      alone(lane),
      () => new Promise((resolve) => toDisk.push(resolve)),
    );
  const names = ["a1", "a2", "a3", "a4", "a5", "a6"];
  const flood = names.map((name) => call("a", name));
  // Two, and one for its lane.
  await flood[2];
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["a1", "a2", "a3"]);
  await call("b", "b1");
  expect(order).not.toContain("a5");
  for (const arrive of toDisk.splice(0)) arrive();
  await flood[4];
  for (const arrive of toDisk.splice(0)) arrive();
  await flood[5];
  await queue.drained();
  expect(order.filter((name) => name !== "b1")).toEqual(names);
});

test("[TX2] runs one mutation at a time, also after a failure, each in its caller's async context", async () => {
  const queue = new MutationQueue();
  const who = new AsyncLocalStorage<string>();
  let running = 0;
  const call = (name: string, fails: boolean) =>
    who.run(name, () =>
      queue.run(async () => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (fails) throw new Error(name);
        return who.getStore();
      }, alone(name)),
    );
  const results = await Promise.allSettled([call("a", true), call("b", false), call("c", false)]);
  expect(results.map((each) => each.status === "fulfilled" && each.value)).toEqual([
    false,
    "b",
    "c",
  ]);
  await queue.drained();
  expect(await call("d", false)).toBe("d");
});
