/** The stock command line, as a process that talks to a backend. */
import { spawn } from "node:child_process";
import path from "node:path";
import { expect } from "vitest";
import type { Addresses } from "../options";

export interface Cli {
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  kill(): void;
}

export function startCli(
  projectDir: string,
  { apiUrl, adminKey }: Addresses,
  args: readonly string[],
): Cli {
  const bin = path.join(projectDir, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Otherwise it reports its failures to its makers, and waits until they are told.
      CI: "1",
      CONVEX_SELF_HOSTED_URL: apiUrl,
      CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    },
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    output: () => text,
    exited: new Promise((resolve) => child.on("exit", resolve)),
    kill: () => void child.kill(),
  };
}

/** @returns what it printed. */
export async function cliSucceeds(
  projectDir: string,
  addresses: Addresses,
  args: readonly string[],
): Promise<string> {
  const running = startCli(projectDir, addresses, args);
  expect(await running.exited, running.output()).toBe(0);
  return running.output();
}
