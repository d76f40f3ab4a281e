/** The package as its users have it: packed, and unpacked in the node_modules of projects outside this repository. */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const PACKAGE = path.resolve(import.meta.dirname, "..");
/** The version that the package declares is in its own folder where the repository's tools need another one. */
const INSTALLED = [path.resolve(PACKAGE, "node_modules"), path.resolve(PACKAGE, "../node_modules")];
const COMPILER = path.resolve(PACKAGE, "../node_modules/.bin/tsc");

interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The content of a file, by its path in the project. */
export type Files = Readonly<Record<string, string>>;

/** A program and all that it printed. */
export interface Running {
  readonly ended: Promise<number | null>;
  readonly output: () => string;
  stop(): void;
}

export function run(directory: string, file: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    ended: new Promise((resolve) => child.on("exit", resolve)),
    output: () => text,
    stop: () => void child.kill("SIGINT"),
  };
}

/** @returns what it printed. @throws Error with that when it fails. */
export async function succeed(
  directory: string,
  file: string,
  ...args: readonly string[]
): Promise<string> {
  const running = run(directory, file, args);
  const code = await running.ended;
  if (code === 0) return running.output();
  throw new Error(`${[file, ...args].join(" ")} ended with ${code}:\n${running.output()}`);
}

/** Puts a package of the repository where a project finds it, as an installation would. */
function provide(modules: string, name: string): void {
  const target = path.join(modules, name);
  if (existsSync(target)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  const found = INSTALLED.map((installed) => path.join(installed, name)).find((at) =>
    existsSync(at),
  );
  if (found === undefined) throw new Error(`${name} is not installed.`);
  symlinkSync(found, target, "junction");
}

/** Packing makes `dist` anew, which one process at a time may do. */
const LOCK = path.resolve(PACKAGE, "../node_modules/.cache/packing");
/** No pack takes so long: whoever made the lock was killed. */
const LOCK_MS_MAX = 60_000;
const RETRY_MS = 100;

function packAlone<T>(pack: () => T): T {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch {
      const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > LOCK_MS_MAX) rmSync(LOCK, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  try {
    return pack();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

export class PackedPackage {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), "package-")));
  readonly manifest: Manifest;
  readonly tarball: {
    readonly filename: string;
    readonly size: number;
    readonly files: readonly { readonly path: string }[];
  };

  constructor() {
    const packed = packAlone(() =>
      execFileSync("npm", ["pack", "--json", "--pack-destination", this.folder], {
        cwd: PACKAGE,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    const [about] = JSON.parse(packed.toString()) as [PackedPackage["tarball"]];
    this.tarball = about;
    execFileSync("tar", ["-xzf", path.join(this.folder, about.filename), "-C", this.folder]);
    this.manifest = JSON.parse(
      readFileSync(path.join(this.folder, "package/package.json"), "utf8"),
    ) as Manifest;
  }

  /** Writes a project with the package, what that declares, and the packages named, and nothing else. */
  project(name: string, files: Files, packages: readonly string[] = []): string {
    const project = path.join(this.folder, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    }
    const modules = path.join(project, "node_modules");
    for (const each of [...Object.keys(this.manifest.dependencies), ...packages])
      provide(modules, each);
    cpSync(path.join(this.folder, "package"), path.join(modules, this.manifest.name), {
      recursive: true,
    });
    return project;
  }

  /** Puts the commands of the package and of convex where `npx` finds them, as an installation would. */
  linkCommands(project: string): string {
    const commands = path.join(project, "node_modules/.bin");
    mkdirSync(commands);
    symlinkSync(
      this.command(project),
      path.join(commands, Object.keys(this.manifest.bin)[0] ?? ""),
    );
    symlinkSync("../convex/bin/main.js", path.join(commands, "convex"));
    return commands;
  }

  /** The command's file in a project. */
  command(project: string): string {
    const { name, bin } = this.manifest;
    return path.join(project, "node_modules", name, Object.values(bin)[0] ?? "");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Convex's own command line in a project, as `npx convex`. */
export function convexCli(project: string, ...args: readonly string[]): Promise<string> {
  return succeed(project, path.join(project, "node_modules/convex/bin/main.js"), ...args);
}

/** @throws Error with what the compiler says. */
export function typecheck(project: string, ...args: readonly string[]): Promise<string> {
  return succeed(project, realpathSync(COMPILER), ...args);
}
