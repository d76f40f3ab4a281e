/**
 * A program as one file of JavaScript, made again when its sources change: nobody who starts something, least of all after a
 * crash, has time to read a hundred files of TypeScript. It lies where its imports are found, under the name of its content, so that
 * programs of several versions don't meet; a record of what it was made from lies beside it. Plain JavaScript, because
 * it runs before anything is built.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const DIRECTORY = path.join(ROOT, "node_modules/.cache/embedded-backend");
/** Files that determine the build, besides the sources. */
const RECIPE = ["embedded/builtProgram.mjs", "package-lock.json"];

/** Packages that were made for `require`, in a file that has none. */
const REQUIRE = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

/**
 * Replaces `import.meta.dirname` by the source's directory, because the program is stored elsewhere.
 * @type {import("esbuild").Plugin}
 */
const ownDirectories = {
  name: "own-directories",
  setup: (bundling) =>
    bundling.onLoad({ filter: /\.m?ts$|\.mjs$/ }, ({ path: file }) => {
      if (file.includes("node_modules")) return null;
      const directory = JSON.stringify(path.dirname(file));
      const contents = readFileSync(file, "utf8").replace(/import\.meta\.dirname/g, directory);
      return { contents, loader: file.endsWith("ts") ? "ts" : "js" };
    }),
};

/** @param {string | Uint8Array} content */
const sha256Hex = (content) => createHash("sha256").update(content).digest("hex").slice(0, 32);

/** @param {string} file below the root */
const digestOfFile = (file) => sha256Hex(readFileSync(path.join(ROOT, file)));

/** File systems take the time from a clock that stands still for so long. */
const CLOCK_TICK_MS = 20;

/**
 * Returns a text that differs once any of these files may have changed; undefined when one is missing, or so new that a further
 * change need not show. Comparing it spares a start from reading them all.
 * @param {readonly string[]} files below the root
 */
export function stampsOf(files) {
  const now = Date.now();
  const found = files.map((file) => statSync(path.join(ROOT, file), { throwIfNoEntry: false }));
  const isSettled = found.every((its) => its !== undefined && its.ctimeMs < now - CLOCK_TICK_MS);
  return isSettled
    ? found.map((its) => `${its?.ino}:${its?.size}:${its?.ctimeMs}`).join()
    : undefined;
}

/**
 * Half a file is never under its name.
 * @param {string} file
 * @param {string} content
 */
function write(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/**
 * @param {string} entry
 * @param {string} record
 */
async function build(entry, record) {
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: path.join(DIRECTORY, "program.mjs"),
    write: false,
    metafile: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: "external",
    // Node reads the map at each start, for the names and lines of errors.
    sourcesContent: false,
    banner: { js: REQUIRE },
    // These bring files of their own.
    external: ["lmdb", "esbuild"],
    plugins: [ownDirectories],
    logLevel: "silent",
  });
  const text = (/** @type {string} */ suffix) =>
    outputFiles.find(({ path: file }) => file.endsWith(suffix))?.text ?? "";
  const name = sha256Hex(text(".mjs"));
  const file = path.join(DIRECTORY, `${name}.mjs`);
  mkdirSync(DIRECTORY, { recursive: true });
  if (!existsSync(file)) {
    write(`${file}.map`, text(".map"));
    write(file, `${text(".mjs")}//# sourceMappingURL=${name}.mjs.map\n`);
  }
  const inputs = [...Object.keys(metafile.inputs), ...RECIPE];
  const stamps = stampsOf(inputs);
  const digests = Object.fromEntries(inputs.map((input) => [input, digestOfFile(input)]));
  write(record, JSON.stringify({ root: ROOT, file, inputs: digests, stamps }));
  return file;
}

/**
 * @param {string} record
 * @returns {string | undefined} the program of that record, if it would be the same today
 */
function current(record) {
  try {
    /** @type {{ root: string; file: string; inputs: Record<string, string>; stamps?: string }} */
    const { root, file, inputs, stamps } = JSON.parse(readFileSync(record, "utf8"));
    if (root !== ROOT || !existsSync(file)) return undefined;
    const stampsNow = stampsOf(Object.keys(inputs));
    if (stampsNow !== undefined && stampsNow === stamps) return file;
    if (Object.entries(inputs).some(([input, digest]) => digestOfFile(input) !== digest))
      return undefined;
    write(record, JSON.stringify({ root, file, inputs, stamps: stampsNow }));
    return file;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} entry a file of TypeScript, below the project's root
 * @returns {Promise<string>} the file to run
 * @throws {Error} when it can't be built, or packages can't be written to
 */
export async function builtProgram(entry) {
  const record = path.join(DIRECTORY, `${entry.replaceAll("/", "-")}.json`);
  return current(record) ?? build(entry, record);
}
