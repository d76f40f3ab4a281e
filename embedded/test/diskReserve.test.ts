/** A disk that is nearly full, as clients and the operator see it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { DiskReserve } from "../diskReserve";
import { copyProject, eventually, type TestProject } from "../testkit/project";

const MIB = 2 ** 20;

const NOTES = `
  import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
  const write = (ctx, { text }) => ctx.db.insert("notes", { text });
  export const add = mutationGeneric(write);
  export const addEssential = mutationGeneric(write);
  export const schedule = mutationGeneric(async (ctx) => {
    for (let at = 0; at < 100; at += 1)
      await ctx.scheduler.runAfter(0, makeFunctionReference("notes:add"), { text: "waits" });
    await ctx.scheduler.runAfter(0, makeFunctionReference("notes:addEssential"), { text: "passes" });
  });
  export const list = queryGeneric(async (ctx) =>
    (await ctx.db.query("notes").collect()).map(({ text }) => text));
  export const addInAction = actionGeneric((ctx, args) =>
    ctx.runMutation(makeFunctionReference("notes:add"), args));
  export const store = actionGeneric((ctx) => ctx.storage.store(new Blob(["text"])));
`;
const CRONS = `
  import { cronJobs, makeFunctionReference } from "convex/server";
  const crons = cronJobs();
  crons.interval("other", { seconds: 1 }, makeFunctionReference("notes:add"), { text: "cron" });
  crons.interval("essential", { seconds: 1 }, makeFunctionReference("notes:addEssential"), { text: "essential cron" });
  export default crons;
`;

const add = makeFunctionReference<"mutation", { text: string }>("notes:add");
const addEssential = makeFunctionReference<"mutation", { text: string }>("notes:addEssential");
const schedule = makeFunctionReference<"mutation", Record<string, never>>("notes:schedule");
const list = makeFunctionReference<"query", Record<string, never>, string[]>("notes:list");
const addInAction = makeFunctionReference<"action", { text: string }>("notes:addInAction");
const store = makeFunctionReference<"action", Record<string, never>>("notes:store");

const DISK_FULL = { data: { code: "DISK_FULL" } };

function projectWith(files: Record<string, string>): TestProject {
  const project = copyProject("counters", {
    reservedDiskBytes: 100 * MIB,
    essentialFunctions: ["notes:*Essential", "notes:schedule"],
    redactErrors: true,
  });
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(project.dir, "convex", name), text);
  return project;
}

describe("below the reserve", () => {
  let project: TestProject;
  let backend: RunningBackend;
  let client: ConvexHttpClient;
  let freeBytes = 1_000 * MIB;

  beforeAll(async () => {
    project = projectWith({ "notes.ts": NOTES, "crons.ts": CRONS });
    backend = await runBackend(project.options, { freeDiskBytes: () => freeBytes });
    client = new ConvexHttpClient(backend.addresses.url);
  }, 60_000);

  afterAll(async () => {
    await backend.stop();
    project.remove();
  });

  afterEach(() => setFree(1_000 * MIB, false));

  async function setFree(bytes: number, isLow: boolean): Promise<void> {
    freeBytes = bytes;
    await eventually(async () => {
      const answer = await fetch(`${backend.addresses.apiUrl}/api/health`);
      expect(await answer.json()).toEqual({ status: "ok", ...(isLow && { diskFull: true }) });
    });
  }

  const texts = async (text: string) =>
    (await client.query(list, {})).filter((each) => each === text).length;

  test("[DISK1] mutations are refused with a code, alone and in actions; essential ones and queries go on", async () => {
    await setFree(99 * MIB, true);
    const before = await texts("x");
    await expect(client.mutation(add, { text: "x" })).rejects.toMatchObject(DISK_FULL);
    await expect(client.action(addInAction, { text: "x" })).rejects.toMatchObject(DISK_FULL);
    await expect(client.action(store, {})).rejects.toMatchObject(DISK_FULL);
    await client.mutation(addEssential, { text: "x" });
    expect(await texts("x")).toBe(before + 1);
  });

  test("[DISK1] the administrator writes", async () => {
    await setFree(99 * MIB, true);
    const answer = await fetch(`${backend.addresses.url}/api/mutation`, {
      method: "POST",
      headers: { Authorization: `Convex ${backend.addresses.adminKey}` },
      body: JSON.stringify({ path: "notes:add", args: { text: "y" } }),
    });
    expect(await answer.json()).toMatchObject({ status: "success" });
  });

  test.each([
    ["/api/storage/upload?token=none", "an upload"],
    ["/api/import?tableName=notes&format=jsonLines", "an import"],
    ["/api/import/start_upload", "an import's upload"],
    ["/api/deploy2/start_push", "a push"],
  ])("[DISK1] %s is refused with 507: %s", async (address) => {
    await setFree(99 * MIB, true);
    const answer = await fetch(backend.addresses.apiUrl + address, {
      method: "POST",
      headers: { Authorization: `Convex ${backend.addresses.adminKey}` },
      body: "{}",
    });
    expect([answer.status, await answer.json()]).toMatchObject([507, { code: "DISK_FULL" }]);
  });

  test("[DISK2] scheduled functions that are not essential wait for the disk, and delay no essential ones", async () => {
    await setFree(99 * MIB, true);
    await client.mutation(schedule, {});
    await eventually(async () => expect(await texts("passes")).toBe(1));
    expect(await texts("waits")).toBe(0);
    await setFree(1_000 * MIB, false);
    await eventually(async () => expect(await texts("waits")).toBe(100));
  });

  test("[DISK2] crons that are not essential wait for the disk", async () => {
    await setFree(99 * MIB, true);
    // One may have been under way.
    await eventually(async () => {
      const before = await texts("essential cron");
      await eventually(async () => expect(await texts("essential cron")).toBeGreaterThan(before));
    });
    const before = [await texts("cron"), await texts("essential cron")] as const;
    await eventually(async () =>
      expect(await texts("essential cron")).toBeGreaterThan(before[1] + 1),
    );
    expect(await texts("cron")).toBe(before[0]);
    await setFree(1_000 * MIB, false);
    await eventually(async () => expect(await texts("cron")).toBeGreaterThan(before[0]));
  });

  test("[DISK3] a metric has the state", async () => {
    const line = async () => {
      const headers = { Authorization: `Convex ${backend.addresses.adminKey}` };
      const text = await (await fetch(`${backend.addresses.apiUrl}/metrics`, { headers })).text();
      return /^convex_disk_low .*$/m.exec(text)?.[0];
    };
    expect(await line()).toBe("convex_disk_low 0");
    await setFree(99 * MIB, true);
    expect(await line()).toBe("convex_disk_low 1");
  });
});

test("[DISK3] the free space is read once a second, the end of the state needs a tenth more, and each change is one line", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let [now, free, looks] = [0, 100, 0];
  const disk = new DiskReserve({
    reservedDiskBytes: 100 * MIB,
    freeDiskBytes: () => {
      looks += 1;
      return free * MIB;
    },
    now: () => now,
  });
  const after = (ms: number, freeMib: number) => {
    now += ms;
    free = freeMib;
    return [disk.isLow, disk.allows({ component: "", path: "a:b" }), looks, log.mock.calls.length];
  };
  expect(after(0, 100)).toEqual([false, true, 1, 0]);
  expect(after(999, 99)).toEqual([false, true, 1, 0]);
  expect(after(1, 99)).toEqual([true, false, 2, 1]);
  expect(after(1_000, 109)).toEqual([true, false, 3, 1]);
  expect(after(1_000, 99)).toEqual([true, false, 4, 1]);
  expect(after(1_000, 111)).toEqual([false, true, 5, 2]);
  expect(after(1_000, 100)).toEqual([false, true, 6, 2]);
  log.mockRestore();
});

test.each([
  ["orders:accept", "", "orders:accept", true],
  ["orders:accept", "", "orders:acceptAll", false],
  ["auth:*", "", "auth:signIn", true],
  ["auth:*", "", "oauth:signIn", false],
  ["a.b:c", "", "aXb:c", false],
  ["limits/*", "limits", "lib:take", true],
  ["lib:*", "limits", "lib:take", false],
])("[DISK1] the essential function %s names %s/%s: %s", (pattern, component, name, isEssential) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const disk = new DiskReserve({
    ...{ reservedDiskBytes: 1, freeDiskBytes: () => 0, essentialFunctions: [pattern] },
  });
  expect(disk.allows({ component, path: name })).toBe(isEssential);
  vi.restoreAllMocks();
});

/** Mounts a file system of 128 MiB; null where this user may not. */
function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), "embedded-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=128m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

test("[DISK1] a real disk of 128 MiB refuses below its reserve, and takes writes again", async (context) => {
  const folder = smallDisk();
  if (folder === null) {
    context.skip("This user may not mount a file system.");
    return;
  }
  const project = projectWith({ "notes.ts": NOTES });
  const dataDir = path.join(folder, "data");
  const backend = await runBackend({ ...project.options, dataDir, reservedDiskBytes: 48 * MIB });
  try {
    const client = new ConvexHttpClient(backend.addresses.url);
    await client.mutation(add, { text: "before" });
    writeFileSync(path.join(folder, "ballast"), Buffer.alloc(96 * MIB));
    await eventually(() =>
      expect(client.mutation(add, { text: "during" })).rejects.toMatchObject(DISK_FULL),
    );
    await client.mutation(addEssential, { text: "essential" });
    rmSync(path.join(folder, "ballast"));
    await eventually(() => client.mutation(add, { text: "after" }));
  } finally {
    await backend.stop();
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
    project.remove();
  }
}, 60_000);
