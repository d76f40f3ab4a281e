/** Backends for tests: in this process, in memory, one after another and at once. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConvexError } from "convex/values";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { withBackend } from "../withBackend";

const MIB = 2 ** 20;
/** Measured: 2 MiB, most of it compiled once. A backend that stays has about one. */
const GROWTH_MIB_MAX = 8;
const names = makeFunctionReference<"query", Record<string, never>, string[]>("guests:names");
const add = makeFunctionReference<"mutation", { name: string }>("guests:add");
const addQuietly = makeFunctionReference<"mutation", { name: string }>("guests:addQuietly");

/** Of this process without a backend. */
const HANDLES = listening();

let project: TestProject;
let options: { readonly project: string };

beforeAll(() => {
  project = copyProject("guests");
  options = { project: project.dir };
});

afterAll(() => project.remove());

describe("[PROG2] a backend for a test", () => {
  test("begins without data and runs functions of every kind by references and by names", async () => {
    const result = await withBackend(options, async (backend) => {
      expect(await backend.run(names)).toEqual([]);
      await backend.run(add, { name: "Ada" });
      await backend.run("guests:add", { name: "Grace" });
      await backend.run(addQuietly, { name: "Emmy" });
      expect(await backend.run("shouts:shout", { text: "hello" })).toBe("HELLO");
      return backend.run(names);
    });
    expect(result).toEqual(["Ada", "Grace", "Emmy"]);
  });

  test("runs scheduled functions and updates subscribers", () =>
    withBackend(options, async (backend) => {
      const updates: string[][] = [];
      backend.client.onUpdate(names, {}, (list) => updates.push(list));
      await eventually(() => expect(updates).toEqual([[]]));
      await backend.run("guests:invite", { name: "Ada" });
      await eventually(() => expect(updates).toEqual([[], ["Ada"]]));
    }));

  test("[WEB5] says in Convex's words that it has no HTTP actions", () =>
    withBackend(options, async ({ url }) => {
      const response = await fetch(`${url}/anything`);
      expect([response.status, await response.text()]).toEqual([
        404,
        "This Convex deployment does not have HTTP actions enabled.",
      ]);
      expect((await fetch(`${url}/api/anything`)).headers.get("content-type")).toMatch(/json/);
    }));

  test("runs functions as nobody and as a user", () =>
    withBackend(options, async (backend) => {
      expect(await backend.run("guests:caller")).toBeNull();
      const ada = backend.withIdentity({ subject: "ada", issuer: "https://id.example" });
      expect(await ada.run("guests:caller")).toBe("https://id.example|ada");
      const named = backend.withIdentity({ name: "Grace" });
      expect(await named.run("guests:caller")).toBe("https://test.example|somebody");
    }));

  test("passes errors on as clients get them", () =>
    withBackend(options, async (backend) => {
      const refused = backend.run(add, { name: "" });
      await expect(refused).rejects.toBeInstanceOf(ConvexError);
      await expect(refused).rejects.toMatchObject({ data: { code: "noName" } });
      await expect(backend.run("guests:add", { name: 7 })).rejects.toThrow(/does not match/);
      await expect(backend.run("guests:nothing")).rejects.toThrow(/Could not find/);
    }));

  test("stops at the end, also when the test fails", async () => {
    const addresses: string[] = [];
    await withBackend(options, ({ url, apiUrl }) => void addresses.push(url, apiUrl));
    const failed = withBackend(options, ({ url, apiUrl, client }) => {
      addresses.push(url, apiUrl, client.client.url);
      throw new Error("the test's own");
    });
    await expect(failed).rejects.toThrow("the test's own");
    expect(new Set(addresses).size).toBe(4);
    for (const address of addresses) await expect(fetch(`${address}/version`)).rejects.toThrow();
  });

  test("says why functions do not load, and leaves nothing open", async () => {
    const broken = copyProject("guests");
    const file = path.join(broken.dir, "convex/guests.ts");
    writeFileSync(file, "export default 1; throw new Error('not today');");
    try {
      const use = vi.fn();
      await expect(withBackend({ project: broken.dir }, use)).rejects.toThrow("not today");
      expect(use).not.toHaveBeenCalled();
      await eventually(() => expect(listening()).toEqual(HANDLES));
    } finally {
      broken.remove();
    }
  });
});

test("[PROG3] backends of one process do not see each other's data", () =>
  withBackend(options, (first) =>
    withBackend(options, async (second) => {
      await Promise.all([first.run(add, { name: "Ada" }), second.run(add, { name: "Grace" })]);
      expect(await first.run(names)).toEqual(["Ada"]);
      expect(await second.run(names)).toEqual(["Grace"]);
      expect(first.adminKey).not.toBe(second.adminKey);
      expect(first.url).not.toBe(second.url);
    }),
  ));

test("[PROG4] a backend without a folder writes nothing to the disk", async () => {
  const temporary = path.join(project.dir, "temporary");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  const folders = [".", "convex", "temporary"].map((name) => path.join(project.dir, name));
  const listed = () => folders.map((folder) => readdirSync(folder));
  const before = listed();
  try {
    await withBackend(options, async (backend) => {
      await backend.run(add, { name: "Ada" });
      expect(await backend.run("guests:portrait", { text: "Ada" })).toEqual(["Ada", "da"]);
      expect(listed()).toEqual(before);
    });
    expect(listed()).toEqual(before);
  } finally {
    vi.unstubAllEnvs();
  }
});

test("builds a changed file again", async () => {
  const own = copyProject("guests");
  const file = path.join(own.dir, "convex/shouts.ts");
  const shouted = () =>
    withBackend({ project: own.dir }, (backend) => backend.run("shouts:shout", { text: "hello" }));
  try {
    // A file that has just been written may change without a trace, and is not kept.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await shouted()).toBe("HELLO");
    writeFileSync(file, readFileSync(file, "utf8").replace("toUpperCase", "toLowerCase"));
    expect(await shouted()).toBe("hello");
  } finally {
    own.remove();
  }
});

/** Returns the kinds of the open servers, sockets and threads of this process. */
function listening(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Message)/.test(name));
}

test("[PROG1] fifty backends leave no handle and no memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const once = () =>
    withBackend(options, async (backend) => {
      await backend.client.mutation(add, { name: "Ada" });
      expect(await backend.run(names)).toEqual(["Ada"]);
    });
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / MIB;
  };
  for (let time = 0; time < 10; time += 1) await once();
  const before = heap();
  for (let time = 0; time < 50; time += 1) await once();
  await eventually(() => expect(listening()).toEqual(HANDLES));
  expect(heap() - before).toBeLessThan(GROWTH_MIB_MAX);
});
