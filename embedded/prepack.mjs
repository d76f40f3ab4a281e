/** Builds what the package ships: Node runs no TypeScript from node_modules. Packages stay outside, as dependencies. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { buildConsole } from "./console/build.mjs";

const ROOT = import.meta.dirname;
const OUT = path.join(ROOT, "dist");
const TYPES = path.join(OUT, "types");
/** The programs: the command, its child, the thread of "use node" actions; and the interface for other programs. */
const ENTRIES = ["main.ts", "child.ts", "functions/nodeThread.ts", "index.ts"];

// Whoever gets the package alone has the licence too.
copyFileSync(path.resolve(ROOT, "../LICENSE"), path.join(ROOT, "LICENSE"));

rmSync(OUT, { recursive: true, force: true });
for (const entry of ENTRIES) {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    // Side by side: they find each other in their own directory.
    outfile: path.join(OUT, `${path.basename(entry, ".ts")}.js`),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    sourcemap: true,
    sourcesContent: false,
    ...(entry === "main.ts" && { banner: { js: "#!/usr/bin/env node" } }),
    logLevel: "warning",
  });
}
chmodSync(path.join(OUT, "main.js"), 0o755);

// The page is found beside the programs; React is in it, and no dependency.
for (const [kind, text] of Object.entries(await buildConsole({ build })))
  writeFileSync(path.join(OUT, `console.${kind}`), text);

const compiler = path.resolve(ROOT, "../node_modules/.bin/tsc");
const { status } = spawnSync(compiler, ["-p", "tsconfig.pack.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

/** The declarations that the interface needs. */
const needed = new Set();

/**
 * Keeps a declaration and those that it names, with the endings that Node's own resolution wants.
 * @param {string} file
 */
function keep(file) {
  if (needed.has(file)) return;
  needed.add(file);
  const text = readFileSync(file, "utf8").replace(
    /from "(\.[^"]*)"/g,
    (_, /** @type {string} */ name) => {
      keep(path.resolve(path.dirname(file), `${name}.d.ts`));
      return `from "${name}.js"`;
    },
  );
  writeFileSync(file, text);
}

keep(path.join(TYPES, "index.d.ts"));
for (const entry of readdirSync(TYPES, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (entry.isFile() && !needed.has(file)) rmSync(file);
}
