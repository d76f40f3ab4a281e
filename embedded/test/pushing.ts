/** Backends that the stock command line pushes to, and closes after each test. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterEach, expect } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { PushedProject } from "../testkit/pushes";
import { pushedProject } from "../testkit/pushes";
import { cliSucceeds, startCli } from "./cli";

export const CLI_MS = 60_000;
export const QUICK = ["--typecheck", "disable", "--codegen", "disable"];

const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function project(files: Readonly<Record<string, string>>): PushedProject {
  const made = pushedProject(files);
  closers.push(() => made.remove());
  return made;
}

export async function serve({ options }: PushedProject): Promise<RunningBackend> {
  const backend = await runBackend(options);
  closers.push(() => backend.stop());
  return backend;
}

/** Pushes as `npx convex dev --once` does. */
export function push({ dir }: PushedProject, { addresses }: RunningBackend): Promise<string> {
  return cliSucceeds(dir, addresses, ["dev", "--once", ...QUICK]);
}

export async function pushFails(
  { dir }: PushedProject,
  { addresses }: RunningBackend,
): Promise<string> {
  const running = startCli(dir, addresses, ["dev", "--once", ...QUICK]);
  expect(await running.exited, running.output()).toBe(1);
  return running.output();
}

export function httpOf({ addresses }: RunningBackend): ConvexHttpClient {
  return new ConvexHttpClient(addresses.url, { logger: false });
}

export function clientOf({ addresses }: Pick<RunningBackend, "addresses">): ConvexClient {
  const client = new ConvexClient(addresses.url, { logger: false, unsavedChangesWarning: false });
  closers.push(() => client.close());
  return client;
}
