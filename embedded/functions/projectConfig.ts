/** Reads a project's convex.json and package.json. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { StartupError } from "../store/startupError";

type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = {};
const DEPENDENCY_FIELDS = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
];
/** Versions that Convex's command line bundles, because a server could not install them. */
const UNINSTALLABLE = /^(?:file|git\+file|https?|git|git\+ssh|git\+https?):/;

function toObject(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : NO_FIELDS;
}

/** Returns a file's fields; none if it is missing or can't be parsed. */
function readFields(file: string): Fields {
  try {
    return toObject(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return NO_FIELDS;
  }
}

/** The files to load: a project directory, or the directory that a push was written to. */
export interface ProjectFiles {
  readonly projectDir: string;
  /** Absolute path of the functions directory: `convex` unless convex.json names another. */
  readonly functionsDirectory: string;
  /** Packages that Node actions load from the project's node_modules; by name. */
  readonly externalPackages: readonly string[];
  /** The version of `convex`; empty when it is not found. */
  readonly libraryVersion: string;
  /** The command line has bundled it: parts that modules share are in folders that projects may not have. */
  readonly isPushed: boolean;
}

function listExternalPackages(projectDir: string, listed: readonly unknown[]): string[] {
  if (listed.length === 0) return [];
  const manifest = readFields(path.join(projectDir, "package.json"));
  const versions = Object.assign(
    {},
    ...DEPENDENCY_FIELDS.map((field) => toObject(manifest[field])),
  ) as Fields;
  const isExternal = ([name, version]: [string, unknown]) =>
    // The library itself is always bundled.
    name !== "convex" &&
    !UNINSTALLABLE.test(String(version)) &&
    (listed.includes("*") || listed.includes(name));
  return Object.entries(versions)
    .filter(isExternal)
    .map(([name]) => name)
    .sort();
}

/** Looks where Node would: in the directory and those above it. */
function readLibraryVersion(directory: string): string {
  const { version } = readFields(path.join(directory, "node_modules/convex/package.json"));
  if (typeof version === "string") return version;
  const above = path.dirname(directory);
  return above === directory ? "" : readLibraryVersion(above);
}

/** @throws StartupError when a project has no functions directory; before anything is made on its behalf. */
export function requireFunctions(projectDir: string): void {
  const { functionsDirectory } = readProject(projectDir);
  if (statSync(functionsDirectory, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new StartupError(
    `There is no folder ${functionsDirectory}: start in a Convex project, name one with --project, or serve what is pushed with --push.`,
  );
}

export function readProject(projectDir: string): ProjectFiles {
  const { functions, node } = readFields(path.join(projectDir, "convex.json"));
  const listed = toObject(node)["externalPackages"];
  return {
    projectDir,
    isPushed: false,
    libraryVersion: readLibraryVersion(projectDir),
    functionsDirectory: path.resolve(
      projectDir,
      typeof functions === "string" ? functions : "convex",
    ),
    externalPackages: listExternalPackages(projectDir, Array.isArray(listed) ? listed : []),
  };
}
