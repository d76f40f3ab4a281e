/** Imports between the repository's own files; type imports and dynamic imports count too. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { QUICK } from "./lanes/lanes";

type Graph = ReadonlyMap<string, readonly string[]>;

const ROOT = path.resolve(import.meta.dirname, "..");
const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT });
const files = listed
  .toString()
  .split("\n")
  .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !file.includes("_generated/"))
  .filter((file) => existsSync(path.join(ROOT, file)));
const known = new Set(files);

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(ROOT, file), "utf8"));
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith(".")) return [];
    const base = path.posix.join(path.posix.dirname(file), fileName);
    return ["", ".ts", ".tsx"].map((ending) => base + ending).filter((each) => known.has(each));
  });
}

/** Returns an import cycle, or null. */
function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): string[] | null => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...above, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

const graph: Graph = new Map(files.map((file) => [file, importsOf(file)]));

test("no file imports itself through others", () => {
  expect(graph.size).toBeGreaterThan(500);
  expect(circleIn(graph)).toBeNull();
});

test("the embedded backend imports nothing of the repository but itself", () => {
  const outside = [...graph]
    .filter(([file]) => file.startsWith("embedded/"))
    .flatMap(([file, imports]) => imports.map((each) => `${file} → ${each}`))
    .filter((each) => !each.includes("→ embedded/"));
  expect(outside).toEqual([]);
});

/** Folders that may not import others: the harnesses share the test kit, and nothing below knows what stands above it. */
const WALLS: readonly (readonly [from: string, to: readonly string[]])[] = [
  ["e2e/", ["prove/", "bench/", "embedded/prove/", "embedded/test/"]],
  ["prove/", ["e2e/", "bench/", "embedded/prove/", "embedded/test/"]],
  ["bench/", ["e2e/", "prove/", "embedded/prove/", "embedded/test/"]],
  ["testkit/", ["e2e/", "prove/", "bench/", "embedded/prove/", "embedded/test/"]],
  ["embedded/testkit/", ["embedded/prove/", "embedded/test/"]],
  ["embedded/test/", ["embedded/prove/"]],
  ["scripts/", ["e2e/"]],
  ["convex/", ["e2e/", "prove/", "bench/", "testkit/", "embedded/"]],
  ["src/", ["e2e/", "prove/", "bench/", "testkit/", "embedded/"]],
];

test.each(WALLS)("%s imports nothing of %j", (from, to) => {
  const inside = [...graph].filter(([file]) => file.startsWith(from));
  expect(inside.length).toBeGreaterThan(0);
  const through = inside.flatMap(([file, imports]) =>
    imports
      .filter((each) => to.some((folder) => each.startsWith(folder)))
      .map((each) => `${file} → ${each}`),
  );
  expect(through).toEqual([]);
});

/**
 * The doors of modules of `convex/` with a README: the files that others may import, besides those for tests (`*.setup.ts`). What
 * else is in the folder is the module's own affair.
 */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  figures: ["add", "counters", "listener", "schema", "sold"],
  outgoing: ["addresses", "download", "post", "queue", "retries", "schema", "targets"],
  searchIndex: ["listener", "schema", "search"],
  webhooks: ["find", "listener", "notices", "own", "payload", "schema", "taxPayload"],
};

test.each(Object.entries(DOORS))("others import of %s its doors alone", (module, doors) => {
  const folder = `convex/${module}/`;
  expect(existsSync(path.join(ROOT, folder, "README.md"))).toBe(true);
  const arrows = [...graph].flatMap(([file, imports]) =>
    imports
      .filter((each) => each.startsWith(folder) && !file.startsWith(folder))
      .map((each) => [file, each] as const),
  );
  const used = new Set(arrows.map(([, to]) => to));
  expect(doors.filter((door) => !used.has(`${folder}${door}.ts`))).toEqual([]);
  const open = doors.map((door) => `${folder}${door}.ts`);
  const through = arrows
    .filter(([, to]) => !open.includes(to) && !to.endsWith(".setup.ts"))
    .map(([file, to]) => `${file} → ${to}`);
  expect(through).toEqual([]);
});

test("products and the search's index know nothing of each other", () => {
  const arrows = moduleImports();
  expect([...(arrows.get("products") ?? [])]).not.toContain("searchIndex");
  expect([...(arrows.get("searchIndex") ?? [])]).not.toContain("products");
});

/** Pairs of modules of `convex/` that import each other, and why: the lint's floors let modules of one floor do so. */
const MUTUAL: Readonly<Record<string, string>> = {
  "auth ↔ uploads":
    "A new account shows a picture, and a picture is admitted by its owner's limits.",
  "creditNotes ↔ invoices":
    "An invoice shows what its notes credited, and a note is of an invoice.",
  "invoices ↔ orders": "An acceptance issues the invoice, which shows the order's timeline.",
  "notifications ↔ push":
    "A notification is pushed, and a push that waited reads what is still unread.",
};

/** Which module of `convex/` imports which, without tests: files at its top are of none. */
function moduleImports(): Map<string, Set<string>> {
  const moduleOf = (file: string) => /^convex\/([^/]+)\//.exec(file)?.[1];
  const arrows = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const from = moduleOf(file);
    if (from === undefined || /\.(?:test|setup)\.ts$/.test(file)) continue;
    for (const each of imports) {
      const to = moduleOf(each);
      if (to !== undefined && to !== from)
        arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

test("few modules of convex import each other, and no three in a ring but those", () => {
  const arrows = moduleImports();
  const pairs = [...arrows].flatMap(([from, to]) =>
    [...to]
      .filter((each) => from < each && arrows.get(each)?.has(from))
      .map((each) => `${from} ↔ ${each}`),
  );
  expect(pairs.sort()).toEqual(Object.keys(MUTUAL));
  // Without these pairs the modules are in an order: no ring goes through three of them.
  const ordered = new Map(
    [...arrows].map(([from, to]) => [
      from,
      [...to].filter((each) => MUTUAL[[from, each].sort().join(" ↔ ")] === undefined),
    ]),
  );
  expect(circleIn(ordered)).toBeNull();
});

/** The folders of the test files of each lane that names its inputs, and of what `codegen` runs. */
const TESTED: Readonly<Record<string, string>> = {
  codegen: "scripts/codegen.ts",
  server: "convex/",
  embedded: "embedded/",
  components: "src/",
  browser: "e2e/",
};

/** Returns the files that those below `start` import, directly or through others. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    graph.get(file)?.forEach(visit);
  };
  [...graph.keys()].filter((file) => file.startsWith(start)).forEach(visit);
  return reached;
}

const lanes = QUICK.flat(2).flatMap(({ name, inputs }) =>
  inputs === undefined ? [] : [{ name, inputs }],
);

test.each(lanes)("the inputs of the lane $name hold all that it imports", ({ name, inputs }) => {
  const reached = [...reachedFrom(TESTED[name] ?? "")].filter((file) => file.includes("/"));
  expect(reached.length).toBeGreaterThan(1);
  expect(reached.filter((file) => !inputs.some((folder) => file.startsWith(`${folder}/`)))).toEqual(
    [],
  );
});
