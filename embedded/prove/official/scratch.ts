/** Copies of a suite's package, with its dependencies installed beside it, and backends that serve them. */
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version as libraryVersion } from "convex";
import { freePorts, instanceOf, startProcess } from "../../testkit/realProcess";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Packages of the checkout's own workspace; of these only `convex` is published, and ours is taken. */
const WORKSPACE = "workspace:*";

function published(dependencies: Readonly<Record<string, string>> = {}): Record<string, string> {
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => name === "convex" || version !== WORKSPACE,
  );
  return Object.fromEntries(
    missing.map(([name, version]) => [name, name === "convex" ? libraryVersion : version]),
  );
}

/** Copies a package and installs what it needs from npm, into the copy only; install scripts do not run. */
export async function installedCopy(source: string, target: string): Promise<void> {
  cpSync(source, target, { recursive: true });
  const file = path.join(target, "package.json");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const manifest = {
    private: true,
    dependencies: published(dependencies),
    devDependencies: published(devDependencies),
  };
  writeFileSync(file, JSON.stringify(manifest));
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await runToEnd("npm", ["install", "--prefer-offline", ...quiet], target);
  if (code !== 0) throw new Error(`npm could not install the packages of ${source}.`);
}

/** Returns the exit code; the command's output is shown, but none of it is ours. */
export function runToEnd(
  command: string,
  args: readonly string[],
  directory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
}

export interface Served {
  readonly url: string;
  readonly adminKey: string;
  readonly stop: () => Promise<void>;
}

/** Serves a project on free ports of this machine. */
export async function serve(projectDir: string, dataDir: string): Promise<Served> {
  const options = { projectDir, dataDir };
  const running = startProcess(options, await freePorts());
  const failed = running.exited.then(() => {
    throw new Error(`The backend does not serve ${projectDir}:\n${running.output()}`);
  });
  const started = instanceOf({ options } as Parameters<typeof instanceOf>[0]);
  const { url, adminKey } = await Promise.race([started, failed]);
  // From here on its end is wanted.
  failed.catch(() => undefined);
  return {
    url,
    adminKey,
    stop: async () => {
      running.kill("SIGTERM");
      await running.exited;
    },
  };
}
