/** Saving files while clients are subscribed. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { PaginationOptions } from "convex/server";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

const version = makeFunctionReference<"query", Record<string, never>, number>("version:now");
let project: TestProject;
let backend: RunningBackend;

beforeAll(async () => {
  project = copyProject("counters", { watch: true });
  save("version.ts", 0);
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function inConvex(name: string): string {
  return path.join(project.dir, "convex", name);
}

function save(name: string, now: number): void {
  writeFileSync(
    inConvex(name),
    `import { queryGeneric as query } from "convex/server";\nexport const now = query({ args: {}, handler: () => ${now} });\n`,
  );
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("[SUB8] loses no save during the reload of the previous one", async () => {
  const live = new ConvexClient(backend.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  let shown: number | undefined;
  live.onUpdate(version, {}, (now) => (shown = now));
  for (let round = 1; round <= 12; round++) {
    save("version.ts", round);
    await wait(75 + 15 * round);
    save("version.ts", round + 100);
    await eventually(() => expect(shown).toBe(round + 100));
  }
  await live.close();
});

test("[SUB8] keeps watching replaced files and recreated folders", async () => {
  const deep = makeFunctionReference<"query", Record<string, never>, number>("deep/version:now");
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  const shows = (now: number) =>
    eventually(async () => expect(await http.query(deep, {})).toBe(now));
  for (let round = 1; round <= 3; round++) {
    rmSync(inConvex("deep"), { recursive: true, force: true });
    mkdirSync(inConvex("deep"));
    save("deep/version.ts", round);
    await shows(round);
    save("deep/version.ts", round + 10);
    await shows(round + 10);
    save(".version.new", round + 20);
    renameSync(inConvex(".version.new"), inConvex("deep/version.ts"));
    await shows(round + 20);
  }
});

test("[SUB8] a subscribed page continues after its query was changed", async () => {
  const paged = makeFunctionReference<
    "query",
    { paginationOpts: PaginationOptions },
    { page: string[] }
  >("paged:notes");
  const note = makeFunctionReference<"mutation", { text: string }>("counters:note");
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  const savePaged = (order: "asc" | "desc") =>
    writeFileSync(
      inConvex("paged.ts"),
      `import { queryGeneric as query } from "convex/server";
      export const notes = query(async (ctx, { paginationOpts }) => {
        const found = await ctx.db.query("notes").order("${order}").paginate(paginationOpts);
        return { ...found, page: found.page.map(({ text }) => text) };
      });\n`,
    );
  for (const text of ["a", "b", "c"]) await http.mutation(note, { text });
  savePaged("asc");
  const paginationOpts = { numItems: 2, cursor: null };
  await eventually(() => http.query(paged, { paginationOpts }));
  const live = new ConvexClient(backend.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  const errors: Error[] = [];
  let shown: string[] = [];
  live.onUpdate(
    paged,
    { paginationOpts },
    ({ page }) => (shown = page),
    (error) => errors.push(error),
  );
  await eventually(() => expect(shown).toEqual(["a", "b"]));
  savePaged("desc");
  await eventually(() => expect(shown).toEqual(["c", "b"]));
  expect(errors).toEqual([]);
  await live.close();
});

test("survives files and folders that are created and removed at once", async () => {
  for (let at = 0; at < 150; at++) {
    mkdirSync(inConvex(`gone${at}/deeper`), { recursive: true });
    writeFileSync(inConvex(`gone${at}/deeper/file.ts`), "export {};");
    if (at % 3 === 0) renameSync(inConvex(`gone${at}`), inConvex(`moved${at}`));
    rmSync(inConvex(`gone${at}`), { recursive: true, force: true });
    rmSync(inConvex(`moved${at}`), { recursive: true, force: true });
    if (at % 10 === 0) await wait(5);
  }
  save("version.ts", 500);
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  await eventually(async () => expect(await http.query(version, {})).toBe(500));
});

test("[OPS9] prints a line for each reload, also for the one that mends the functions", async () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const reloads = () => printed.mock.calls.filter(([line]) => line === "Functions reloaded.");
  save("version.ts", 700);
  await eventually(() => expect(reloads()).toHaveLength(1));
  writeFileSync(inConvex("version.ts"), "export const now = ;");
  await eventually(() => expect(complaints).toHaveBeenCalled());
  save("version.ts", 700);
  await eventually(() => expect(reloads()).toHaveLength(2));
  const { apiUrl, adminKey } = backend.addresses;
  await fetch(`${apiUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ changes: [{ name: "FLAVOUR", value: "salt" }] }),
  });
  expect(reloads()).toHaveLength(3);
  printed.mockRestore();
  complaints.mockRestore();
});

test("[CRON2] rejects an invalid cron schedule like code that does not load", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const refused = (times: number) =>
    eventually(() => expect(complaints.mock.calls.length).toBeGreaterThanOrEqual(times));
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  save("version.ts", 500);
  await eventually(async () => expect(await http.query(version, {})).toBe(500));
  writeFileSync(
    inConvex("crons.ts"),
    `import { cronJobs, makeFunctionReference } from "convex/server";\nconst crons = cronJobs();\ncrons.cron("never", "every other day", makeFunctionReference("counters:add"), { name: "cron" });\nexport default crons;\n`,
  );
  await refused(1);
  expect(complaints.mock.lastCall?.[0]).toContain('The schedule of the cron job "never"');
  writeFileSync(
    inConvex("crons.ts"),
    `import { cronJobs, makeFunctionReference } from "convex/server";\nconst crons = cronJobs();\ncrons.interval("lost", { hours: 1 }, makeFunctionReference("counters:nowhere"), {});\nexport default crons;\n`,
  );
  await eventually(() =>
    expect(complaints.mock.lastCall?.[0]).toContain(
      "The cron job 'lost' schedules a function that does not exist: counters.js:nowhere",
    ),
  );
  complaints.mockClear();
  save("version.ts", 600);
  await refused(1);
  expect(await http.query(version, {})).toBe(500);
  rmSync(inConvex("crons.ts"));
  await eventually(async () => expect(await http.query(version, {})).toBe(600));
  complaints.mockRestore();
});
