/**
 * The child's program as one file of JavaScript: after a crash nobody has time to read a hundred files of TypeScript. It lies
 * where its imports are found, under the name of its content, so that programs of several versions don't meet.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Plugin, build } from "esbuild";

export interface Program {
  readonly file: string;
  readonly execArgv: readonly string[];
}

const FROM_SOURCE: Program = {
  file: path.join(import.meta.dirname, "child.ts"),
  execArgv: ["--import", "tsx"],
};

const PACKAGES = path.resolve(import.meta.dirname, "../node_modules");
const DIRECTORY = path.join(PACKAGES, ".cache/embedded-backend");

/** What a file says of the place where it stands stays true when it stands elsewhere. */
const ownDirectories: Plugin = {
  name: "own-directories",
  setup: (bundling) =>
    bundling.onLoad({ filter: /nodeWorker\.ts$/ }, ({ path: file }) => ({
      loader: "ts",
      contents: readFileSync(file, "utf8").replaceAll(
        "import.meta.dirname",
        JSON.stringify(path.dirname(file)),
      ),
    })),
};

/** Packages that were made for `require`, in a file that has none. */
const REQUIRE = `import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);`;

async function bundled(): Promise<Program> {
  const result = await build({
    entryPoints: [FROM_SOURCE.file],
    outfile: path.join(DIRECTORY, "child.mjs"),
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "external",
    banner: { js: REQUIRE },
    // These bring files of their own.
    external: ["lmdb", "esbuild"],
    plugins: [ownDirectories],
    logLevel: "silent",
  });
  const text = (suffix: string) =>
    result.outputFiles.find(({ path: file }) => file.endsWith(suffix))?.text ?? "";
  const digest = createHash("sha256").update(text(".mjs")).digest("hex").slice(0, 16);
  const file = path.join(DIRECTORY, `${digest}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(DIRECTORY, { recursive: true });
    writeFileSync(`${file}.map`, text(".map"));
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${text(".mjs")}//# sourceMappingURL=${digest}.mjs.map\n`);
    renameSync(draft, file);
  }
  return { file, execArgv: ["--enable-source-maps"] };
}

/** Where packages can't be written to, the sources themselves, which take longer to start. */
export async function childProgram(): Promise<Program> {
  return existsSync(PACKAGES) ? bundled().catch(() => FROM_SOURCE) : FROM_SOURCE;
}
