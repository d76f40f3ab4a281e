/** Saving files while everybody watches. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "./project";
import { copyProject, eventually } from "./project";

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

test("[SUB8] no save is lost, however it falls into the reload of the one before", async () => {
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
    await eventually(() => expect(shown).toBe(round + 100), 3_000);
  }
  await live.close();
});

test("files and folders that come and go at once end nothing", async () => {
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

test("[CRON2] a schedule that makes no sense is refused like code that does not load", async () => {
  writeFileSync(
    inConvex("crons.ts"),
    `import { cronJobs, makeFunctionReference } from "convex/server";\nconst crons = cronJobs();\ncrons.cron("never", "every other day", makeFunctionReference("counters:add"), { name: "cron" });\nexport default crons;\n`,
  );
  save("version.ts", 600);
  await wait(600);
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  expect(await http.query(version, {})).toBe(500);
  rmSync(inConvex("crons.ts"));
  await eventually(async () => expect(await http.query(version, {})).toBe(600));
});
