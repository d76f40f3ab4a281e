/** Dependencies have exact versions and checksums, and none runs an install script. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  /** Packages with an install script; true lets npm run it. */
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly overrides: Readonly<Record<string, unknown>>;
}

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly resolved?: string;
        readonly hasInstallScript?: boolean;
        readonly peerDependencies?: Readonly<Record<string, string>>;
        readonly link?: boolean;
        /** Lies in the archive of the package around it, whose checksum covers it. */
        readonly inBundle?: boolean;
      }
    >
  >;
}

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(ROOT, name), "utf8"));
const manifest = read("package.json") as Manifest;
const lock = read("package-lock.json") as Lock;
/** All downloaded packages: not the project, its workspaces, links to them, and what lies in another package's archive. */
const installed = Object.entries(lock.packages).filter(
  ([place, { link = false, inBundle = false }]) =>
    place.includes("node_modules/") && !link && !inBundle,
);
const backend = read("embedded/package.json") as Pick<Manifest, "dependencies">;

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

test("every dependency is pinned to one version", () => {
  const own = { ...manifest.dependencies, ...manifest.devDependencies };
  const wanted = [...Object.entries(own), ...Object.entries(backend.dependencies)];
  expect(wanted.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(0);
});

test("the embedded backend and the project declare the same version of shared dependencies", () => {
  const own = { ...manifest.dependencies, ...manifest.devDependencies };
  const shared = Object.entries(backend.dependencies).filter(([name]) => name in own);
  expect(shared.filter(([name, version]) => own[name] !== version)).toEqual([]);
  expect(shared.length).toBeGreaterThan(0);
});

test("peers under an alias of ours are overridden: npm 10 refuses the lock file otherwise", () => {
  const peers = installed.flatMap(([, { peerDependencies = {} }]) =>
    Object.entries(peerDependencies),
  );
  const aliases = new Set(peers.flatMap(([name, range]) => (range.startsWith("npm:") ? name : [])));
  for (const name of aliases) expect(manifest.overrides[name]).toBe(`$${name}`);
});

test("every package has a checksum and comes from the registry", () => {
  const bare = installed.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true);
  expect(bare.map(([place]) => place)).toEqual([]);
  const elsewhere = installed.filter(([, { resolved = "https://registry.npmjs.org/" }]) => {
    return !resolved.startsWith("https://registry.npmjs.org/");
  });
  expect(elsewhere.map(([place]) => place)).toEqual([]);
  expect(installed.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
});

test("every install script is on record and forbidden", () => {
  const wanting = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([place]) => nameOf(place));
  expect(wanting.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});
