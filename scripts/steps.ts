/** Steps that several scripts share: running commands and building the web app. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { stampsOf } from "../embedded/builtProgram.mjs";
import { withProgress } from "./progress.mjs";

/** A failed step whose message explains the cause. */
export class StepError extends Error {}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const ROOT = path.resolve(import.meta.dirname, "..");

/** Runs a command in the project's root with inherited output; resolves with its exit code. */
export function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...variables },
    });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs an installed program's module with this Node. */
export function runBin(
  modulePath: string,
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
): Promise<number> {
  return run(process.execPath, [path.join(ROOT, "node_modules", modulePath), ...args], variables);
}

const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

function filesBelow(entry: string): string[] {
  const absolute = path.join(ROOT, entry);
  if (!existsSync(absolute)) return [];
  const isFile = path.extname(entry) !== "";
  if (isFile) return [entry];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => path.relative(ROOT, path.join(file.parentPath, file.name)))
    .sort();
}

const WEB_INPUTS = [
  "src",
  "domain",
  "languages",
  "public",
  "convex/_generated",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
];
const WEB_OUTPUT = path.join(ROOT, "dist");
const STAMP = path.join(WEB_OUTPUT, ".inputs");

/** The hash that was found at the last start, and the stamps of the files that it is of. */
const HASHED = path.join(WEB_OUTPUT, ".hashed");

function hashOfInputs(): string {
  const files = WEB_INPUTS.flatMap(filesBelow);
  const variables = ["VITE_CONVEX_URL", "VITE_PUBLIC_URL"].map(
    (name) => `${name}=${process.env[name] ?? ""}\n`,
  );
  const stamps = stampsOf(files);
  const key = stamps && sha256Hex([...variables, ...files, stamps].join("\0"));
  const [hashedKey, hashed] = existsSync(HASHED) ? readFileSync(HASHED, "utf8").split(" ") : [];
  if (key !== undefined && key === hashedKey && hashed !== undefined) return hashed;
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(ROOT, file)));
  }
  for (const variable of variables) hash.update(variable);
  const inputs = hash.digest("hex");
  if (key !== undefined && existsSync(WEB_OUTPUT)) writeFileSync(HASHED, `${key} ${inputs}`);
  return inputs;
}

/** Compressing smaller files costs more than it saves. */
const WORTH_COMPRESSING_BYTES = 1_024;
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|wasm|webmanifest)$/;

/** Writes compressed copies beside texts and programs, so that no request waits for compression. */
async function compressWebApp(): Promise<void> {
  const files = readdirSync(WEB_OUTPUT, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
    .map((file) => path.join(file.parentPath, file.name));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < WORTH_COMPRESSING_BYTES) return;
      const [br, gz] = await Promise.all([compressBrotli(content), compressGzip(content)]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** Reads the files of the build that is in `dist/`, without what that build had kept of its predecessor. */
function filesOfBuild(): Map<string, Buffer> {
  const manifest = path.join(WEB_OUTPUT, ".vite/manifest.json");
  if (!existsSync(manifest)) return new Map();
  const chunks = Object.values(JSON.parse(readFileSync(manifest, "utf8")) as Record<string, Chunk>);
  const names = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const files = names.map((name) => path.join(WEB_OUTPUT, name)).filter((file) => existsSync(file));
  return new Map(files.map((file) => [file, readFileSync(file)]));
}

/** Open tabs run the build that they began with, and fetch its parts when they are needed. */
function keepFiles(files: ReadonlyMap<string, Buffer>): void {
  for (const [file, content] of files) {
    if (existsSync(file)) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Builds the web app into `dist/` unless its inputs are unchanged. */
export async function buildWebApp(): Promise<void> {
  const inputs = hashOfInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) return;
  await withProgress("Building the screens", async () => {
    // Explicit, because tests inherit NODE_ENV=test, which would build React's development version.
    const asPeopleGetIt = { NODE_ENV: "production" };
    const before = filesOfBuild();
    const code = await runBin("vite/bin/vite.js", ["build", "--logLevel", "warn"], asPeopleGetIt);
    if (code !== 0)
      throw new StepError("The screens could not be built; the message above says why.");
    keepFiles(before);
    await compressWebApp();
  });
  writeFileSync(STAMP, inputs);
}
