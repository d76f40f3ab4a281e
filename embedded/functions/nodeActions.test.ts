/** The threads of "use node" actions by themselves: when they begin, and what ends them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActionScope } from "./actionScope";
import { wrapperOf } from "./evaluate";
import { NodeActions } from "./nodeActions";
import { NodeWorker } from "./nodeWorker";
import { runIn } from "./scope";

const SOURCE = `
const { threadId } = require("node:worker_threads");
const action = (invokeAction) => Object.assign(() => undefined, { isAction: true, isPublic: true, invokeAction });
exports.modules = {
  jobs: {
    thread: action(async () => String(threadId)),
    wait: action(() => new Promise(() => undefined)),
    spin: action(async () => { for (;;); }),
  },
};`;
const { before, after } = wrapperOf("node");
const program = {
  code: {
    source: `${before}${SOURCE}\n${after}`,
    file: "jobs.js",
    runtime: "node",
    directory: import.meta.dirname,
  },
  variables: {},
} as const;

class TestScope extends ActionScope {
  readonly phase = "action";
  readonly name = "test";
  readonly variables = {};
  readonly log = (): void => undefined;
  readonly asyncSyscall = () => Promise.resolve(null);
  readonly jsSyscall = () => Promise.resolve(null);
}

let actions: NodeActions;
beforeEach(() => (actions = new NodeActions(program, () => [])));
afterEach(() => actions.close());

function run(name: string): Promise<string> {
  return runIn(new TestScope(), () => actions.invoke(`jobs:${name}`, "[{}]"));
}

test("[NODE5] starts the first thread with the first Node action and reuses it", async () => {
  expect(actions.size).toBe(0);
  const first = await run("thread");
  expect(actions.size).toBe(1);
  expect(await run("thread")).toBe(first);
});

test("[NODE5] a stop ends running actions, endless computation included", async () => {
  const stuck = expect(run("spin")).rejects.toThrow("has ended: the backend stops");
  await actions.close();
  await stuck;
  expect(actions.size).toBe(0);
});

test("[NODE5] a running action finishes with old code, and then its thread ends", async () => {
  const running = run("thread");
  actions.retire();
  expect(Number(await running)).toBeGreaterThan(0);
  await vi.waitFor(() => expect(actions.size).toBe(0));
});

test("[NODE4] a thread that an ended action still blocks gets no new action", async () => {
  const scope = new TestScope();
  const blocking = runIn(scope, () => actions.invoke("jobs:spin", "[{}]"));
  const stuck = expect(blocking).rejects.toThrow("did not end");
  // All threads have an action, and the blocked one is not the most loaded.
  for (let more = 0; more < 7; more++) void run("wait").catch(() => undefined);
  scope.close();
  expect(Number(await run("thread"))).toBeGreaterThan(0);
  await stuck;
});

test("[NODE4] ending an action that computes ends its thread", async () => {
  const ended = vi.fn();
  const worker = new NodeWorker(program, () => [], ended);
  const why = "has ended: one of its actions did not end";
  const neighbour = expect(worker.run("jobs:wait", "[{}]", new TestScope())).rejects.toThrow(why);
  const scope = new TestScope();
  const spinning = expect(worker.run("jobs:spin", "[{}]", scope)).rejects.toThrow(why);
  scope.close();
  await Promise.all([spinning, neighbour]);
  expect(ended).toHaveBeenCalledOnce();
});

test("[NODE4] ending an action that waits keeps its thread for the other actions", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const ended = vi.fn();
    const worker = new NodeWorker(program, () => [], ended);
    const scope = new TestScope();
    const waiting = expect(worker.run("jobs:wait", "[{}]", scope)).rejects.toThrow("was ended");
    scope.close();
    await waiting;
    await worker.run("jobs:thread", "[{}]", new TestScope());
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0), { interval: 1 });
    expect(ended).not.toHaveBeenCalled();
    await worker.end("the test is over");
  } finally {
    vi.useRealTimers();
  }
});

test("[NODE5] runs at most four threads", async () => {
  const names = Array.from({ length: 9 }, () => run("thread"));
  expect(new Set(await Promise.all(names)).size).toBe(4);
});
