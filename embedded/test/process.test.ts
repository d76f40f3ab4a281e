/** Real processes that are killed, hang, or start with errors. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { slowness } from "../testkit/elapsed";
import { counters } from "./api";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import type { Running } from "../testkit/realProcess";
import { freePorts, instanceOf, onSmallDisk, startProcess } from "../testkit/realProcess";

const projects: TestProject[] = [];
const processes: Running[] = [];

afterEach(async () => {
  for (const each of processes.splice(0)) {
    each.kill("SIGTERM");
    await each.exited;
  }
  for (const each of projects.splice(0)) each.remove();
});

function project(fixture = "counters"): TestProject {
  const made = copyProject(fixture);
  projects.push(made);
  return made;
}

function start({ options }: TestProject, ...flags: string[]): Running {
  return stopAtEnd(startProcess(options, flags));
}

function startOnSmallDisk(kib: number, { options }: TestProject, ...flags: string[]): Running {
  return stopAtEnd(startProcess(options, flags, onSmallDisk(kib)));
}

/** Node without root's rights, because root may write everywhere. */
function asSomebody(): string[] {
  if (process.getuid?.() !== 0) return [process.execPath];
  return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", process.execPath];
}

function stopAtEnd(running: Running): Running {
  processes.push(running);
  return running;
}

describe("a killed backend", () => {
  test("[DUR1] [DUR3] [EO1] serves again within a second, with every acknowledged mutation once, invisibly to clients", async () => {
    const own = project();
    start(own, ...(await freePorts()));
    const before = await instanceOf(own);
    const client = new ConvexClient(before.url, { logger: false, unsavedChangesWarning: false });
    let acknowledged = 0;
    const calls = Array.from({ length: 200 }, async () => {
      await client.mutation(counters.add, { name: "a" });
      acknowledged += 1;
    });
    await eventually(() => expect(acknowledged).toBeGreaterThan(20));
    process.kill(before.pid, "SIGKILL");
    const killed = performance.now();
    const http = new ConvexHttpClient(before.url, { logger: false });
    const survived = await eventually(() => http.query(counters.get, { name: "a" }));
    const outage = performance.now() - killed;
    expect(survived).toBeGreaterThanOrEqual(acknowledged);
    await Promise.all(calls);
    expect(await http.query(counters.get, { name: "a" })).toBe(200);
    expect((await instanceOf(own)).pid).not.toBe(before.pid);
    // The rule says one second; the calls that are sent again take their part of the machine.
    expect(outage).toBeLessThan(3_000 * (await slowness()));
    await client.close();
  });

  test("[DUR3] [DUR6] is replaced once for an endless function; the next process rejects only that call", async () => {
    const own = project();
    const running = start(own, ...(await freePorts()));
    const before = await instanceOf(own);
    const http = new ConvexHttpClient(before.url, { logger: false });
    await http.mutation(counters.add, { name: "a" });
    const client = new ConvexClient(before.url, { logger: false, unsavedChangesWarning: false });
    const neighbour = new ConvexClient(before.url, { logger: false, unsavedChangesWarning: false });
    const other = neighbour.mutation(counters.add, { name: "a" });
    await expect(client.mutation(counters.spin, {})).rejects.toThrow("timed out");
    expect(await other).toBe(2);
    const { pid } = await instanceOf(own);
    expect(pid).not.toBe(before.pid);
    await expect(http.mutation(counters.spin, {})).rejects.toThrow("timed out");
    expect(await http.mutation(counters.add, { name: "a" })).toBe(3);
    expect((await instanceOf(own)).pid).toBe(pid);
    expect(running.output()).toContain("counters:spin does not end");
    await Promise.all([client.close(), neighbour.close()]);
  }, 60_000);

  test("[LIM14] stays when a mutation has too much for it to write: that call fails, and the next one runs", async () => {
    const own = project("shop");
    start(own, ...(await freePorts()));
    const { url, pid } = await instanceOf(own);
    const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
    const addTexts = makeFunctionReference<"mutation">("products:addTexts");
    const work = client.mutation(addTexts, { texts: 130, words: 32_000 });
    await expect(work).rejects.toThrow("too many system operations");
    await client.mutation(addTexts, { texts: 1, words: 10 });
    expect((await instanceOf(own)).pid).toBe(pid);
    await client.close();
  }, 60_000);

  test("does not outlive its parent", async () => {
    const own = project();
    const parent = start(own, ...(await freePorts()));
    const { pid } = await instanceOf(own);
    parent.kill("SIGKILL");
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
    expect(existsSync(path.join(own.options.dataDir, "instance.json"))).toBe(false);
  });
});

test("[DUR5] a full disk delays mutations until there is room, and fails or loses none", async () => {
  const own = project();
  const ports = await freePorts();
  const full = startOnSmallDisk(1_500, own, ...ports);
  const { url } = await instanceOf(own);
  const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
  const text = "x".repeat(100_000);
  let acknowledged = 0;
  const filling = (async () => {
    while (!full.output().includes("The store failed")) {
      await client.mutation(counters.note, { text });
      acknowledged += 1;
    }
  })();
  await eventually(() => expect(full.output()).toContain("The store failed"));
  full.kill("SIGTERM");
  await full.exited;
  const before = acknowledged;
  start(own, ...ports);
  await filling;
  expect(acknowledged).toBe(before + 1);
  const { page } = await client.query(counters.notes, {
    paginationOpts: { numItems: 100, cursor: null },
  });
  expect(page).toHaveLength(acknowledged);
  await client.close();
}, 60_000);

test("[FN2] unhandled failures of functions fail their calls, and do not end the process", async () => {
  const own = project("bank");
  const running = start(own, ...(await freePorts()));
  const { url, pid } = await instanceOf(own);
  const http = new ConvexHttpClient(url, { logger: false });
  const count = makeFunctionReference<"query", { text: string }, number>("bank:count");
  const fails = {
    "left alone": () => http.mutation(makeFunctionReference<"mutation">("rough:leavePromise")),
    "Unable to decode ID": () =>
      http.mutation(makeFunctionReference<"mutation">("rough:leaveWrite")),
    "Uncaught Error: left alone": () =>
      http.query(makeFunctionReference<"query">("rough:leavePromiseInQuery")),
    "in a timer": () => http.action(makeFunctionReference<"action">("rough:leaveTimer")),
    "in a microtask": () => http.action(makeFunctionReference<"action">("rough:leaveMicrotask")),
  };
  for (const [message, call] of Object.entries(fails)) {
    await expect(call()).rejects.toThrow(message);
    await eventually(() => expect(running.output()).toContain(message.replace("Uncaught ", "")));
  }
  expect(await http.query(count, { text: "left" })).toBe(0);
  expect(await http.mutation(makeFunctionReference<"mutation">("rough:handleLate"))).toBe("done");
  expect(await http.action(makeFunctionReference<"action">("rough:leaveLateTimer"))).toBe("done");
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect((await instanceOf(own)).pid).toBe(pid);
});

test("[PROC2] ends with code 0 on Ctrl-C, and the next start finds everything", async () => {
  const own = project();
  const ports = await freePorts();
  const first = start(own, ...ports);
  const { url } = await instanceOf(own);
  await new ConvexHttpClient(url, { logger: false }).mutation(counters.add, { name: "a" });
  first.kill("SIGINT");
  expect(await first.exited).toBe(0);
  expect(existsSync(path.join(own.options.dataDir, "instance.json"))).toBe(false);
  start(own, ...ports);
  await instanceOf(own);
  expect(
    await new ConvexHttpClient(url, { logger: false }).query(counters.get, { name: "a" }),
  ).toBe(1);
});

test("[PROC8] started by npm, ends when that is killed", async () => {
  const own = project();
  // As npm: the shell in between dies with it, and passes nothing on.
  const npm = ["bash", "-c", 'npm_command=exec "$0" "$@" & wait', process.execPath];
  const running = startProcess(own.options, await freePorts(), npm);
  const { pid } = await instanceOf(own);
  running.kill("SIGKILL");
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  expect(existsSync(path.join(own.options.dataDir, "instance.json"))).toBe(false);
});

describe("[PROC1] a start that cannot succeed", () => {
  async function failsWith(running: Running, sentence: RegExp): Promise<void> {
    expect(await running.exited).toBe(1);
    const lines = running.output().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(sentence);
  }

  test("at a port in use names the flag", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await failsWith(
      start(project(), "--port", String(port), "--api-port", "0"),
      /Port \d+ is taken .* --port/,
    );
    await failsWith(
      start(project(), "--port", "0", "--api-port", String(port)),
      /Port \d+ is taken .* --api-port/,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  test("[DUR4] as a second process on the same data leaves the first one unaffected", async () => {
    const own = project();
    start(own, ...(await freePorts()));
    const { url, pid } = await instanceOf(own);
    await failsWith(start(own, "--port", "0", "--api-port", "0"), /in use by process \d+/);
    expect((await instanceOf(own)).pid).toBe(pid);
    expect(
      await new ConvexHttpClient(url, { logger: false }).mutation(counters.add, { name: "a" }),
    ).toBe(1);
  });

  test("with a read-only data folder says so", async () => {
    const own = project();
    mkdirSync(own.options.dataDir);
    chmodSync(own.dir, 0o755);
    chmodSync(own.options.dataDir, 0o500);
    const running = startProcess(own.options, ["--port", "0", "--api-port", "0"], asSomebody());
    await failsWith(stopAtEnd(running), /can't be written/);
    expect(readdirSync(own.options.dataDir)).toEqual([]);
  });

  test("[DUR9] on a full disk says so at any free space, and the next start finds no damage", async () => {
    const own = project();
    const ports = await freePorts();
    for (const kib of [0, 1, 100, 1_000]) {
      await failsWith(startOnSmallDisk(kib, own, ...ports), /can't be (opened and )?written/);
    }
    start(own, ...ports);
    const { url, adminKey } = await instanceOf(own);
    expect(adminKey).toMatch(/^embedded\|[0-9a-f]{64}$/);
    expect(
      await new ConvexHttpClient(url, { logger: false }).mutation(counters.add, { name: "a" }),
    ).toBe(1);
  }, 60_000);

  test("with a file as data folder says so", async () => {
    const own = project();
    const options = { ...own.options, dataDir: path.join(own.dir, "package.json") };
    await failsWith(
      start({ ...own, options }, "--port", "0", "--api-port", "0"),
      /can't be written/,
    );
  });

  test("in a folder without functions says so and leaves nothing there", async () => {
    const own = project();
    rmSync(path.join(own.dir, "convex"), { recursive: true });
    const before = readdirSync(own.dir);
    await failsWith(start(own, "--port", "0", "--api-port", "0"), /no folder .*convex: .*--push/);
    expect(readdirSync(own.dir)).toEqual(before);
  });

  test("with an invalid flag names it", async () => {
    await failsWith(start(project(), "--port", "many"), /--port must be a port number/);
    await failsWith(start(project(), "--nonsense"), /--nonsense/);
  });
});
