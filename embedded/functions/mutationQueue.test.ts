import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { MutationQueue } from "./mutationQueue";

test("[ORD3] callers take turns, and the calls of each keep their order", async () => {
  const queue = new MutationQueue();
  const order: string[] = [];
  const call = (lane: string, name: string) =>
    queue.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
    }, lane);
  const flood = ["a1", "a2", "a3", "a4", "a5"].map((name) => call("a", name));
  const others = [call("b", "b1"), call("b", "b2"), call("c", "c1")];
  expect(queue.length).toBe(8);
  await Promise.all([...flood, ...others]);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5"]);
  expect(queue.length).toBe(0);
});

test("[TX2] one runs at a time, also beside one that fails, and each in the context of who asked", async () => {
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
      }, name),
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
