/** Pushes to real processes: killed after a push, and pushed to with every save. */
import { makeFunctionReference } from "convex/server";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { expect, onTestFinished, test } from "vitest";
import { slowness } from "../testkit/elapsed";
import { eventually } from "../testkit/project";
import type { PushedProject } from "../testkit/pushes";
import { pushedProject } from "../testkit/pushes";
import { freePorts, instanceOf, startProcess } from "../testkit/realProcess";
import { cliSucceeds, startCli } from "./cli";
import { QUICK } from "./pushing";

const ROUNDS = 9;
/** On an idle machine. The command line itself waits half a second after a save. */
const SLOWEST_MEDIAN_MS = 1_000;

const version = makeFunctionReference<"query", Record<string, never>, number>("version:now");

function versionOf(now: number): Record<string, string> {
  return {
    "convex/version.ts": `import { queryGeneric as query } from "convex/server";\nexport const now = query({ args: {}, handler: () => ${now} });\n`,
  };
}

async function start(project: PushedProject) {
  const running = startProcess(project.options, await freePorts());
  onTestFinished(async () => {
    running.kill("SIGTERM");
    await running.exited;
    project.remove();
  });
  return instanceOf(project);
}

test("[PUSH2] a killed process serves the last push again", async () => {
  const project = pushedProject(versionOf(1));
  const before = await start(project);
  await cliSucceeds(project.dir, before, ["dev", "--once", ...QUICK]);
  process.kill(before.pid, "SIGKILL");
  const http = new ConvexHttpClient(before.url, { logger: false });
  expect(await eventually(() => http.query(version, {}))).toBe(1);
  const after = await eventually(async () => {
    const instance = await instanceOf(project);
    expect(instance.pid).not.toBe(before.pid);
    return instance;
  });
  project.write(versionOf(2));
  await cliSucceeds(project.dir, after, ["dev", "--once", ...QUICK]);
  expect(await http.query(version, {})).toBe(2);
}, 60_000);

/** Returns the sorted times from saves to the subscriber's callback, in milliseconds of an idle machine. */
async function savesUnder(flags: readonly string[]): Promise<number[]> {
  const project = pushedProject({
    ...versionOf(0),
    "convex/tsconfig.json": `{ "compilerOptions": { "strict": true, "module": "ESNext", "moduleResolution": "bundler", "target": "ESNext", "noEmit": true, "skipLibCheck": true, "types": [] } }`,
  });
  const instance = await start(project);
  const dev = startCli(project.dir, instance, ["dev", ...flags]);
  onTestFinished(async () => {
    dev.kill();
    await dev.exited;
  });
  await eventually(() => expect(dev.output()).toContain("Convex functions ready"), 30_000);
  const client = new ConvexClient(instance.url, { logger: false, unsavedChangesWarning: false });
  onTestFinished(() => client.close());
  let shown = -1;
  let onShown: () => void = () => undefined;
  client.onUpdate(version, {}, (now) => {
    shown = now;
    onShown();
  });
  await eventually(() => expect(shown).toBe(0));
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const arrived = new Promise<void>((resolve) => {
      onShown = () => {
        if (shown === round) resolve();
      };
    });
    const startedAt = performance.now();
    project.write(versionOf(round));
    await arrived;
    times.push((performance.now() - startedAt) / (await slowness()));
    const ready = round + 1;
    await eventually(() =>
      expect(dev.output().split("Convex functions ready").length).toBeGreaterThan(ready),
    );
  }
  return times.sort((a, b) => a - b);
}

test("[PUSH10] a saved function's new result reaches its subscriber within a second in the median", async () => {
  const times = await savesUnder(["--typecheck", "disable"]);
  const median = times[(ROUNDS - 1) / 2] ?? Infinity;
  console.log(`Saved to screen by a push: ${times.map((time) => time.toFixed(0)).join(", ")} ms.`);
  expect(median).toBeLessThan(SLOWEST_MEDIAN_MS);
}, 120_000);
