/**
 * Pushes as directories that are loaded like any project. They are a cache: what is pushed is in the database, and a directory
 * that is missing is written again.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { ProjectFiles } from "../projectConfig";
import { SCHEMA_MODULE } from "../bundle";
import { referenceFile, referenceTo } from "../definitionReference";
import { USE_NODE } from "../entryPoints";
import type { DefinitionPath, Push, PushedDefinition, PushedModule } from "./push";

const INSTALL_MS = 120_000;
const CONFIG = "convex.config.js";
/** A directory without it was not finished. */
const COMPLETE = "package.json";

const run = promisify(execFile);

/** The packages of a push could not be installed. */
export class InstallError extends Error {}

/** The folder of a component's modules. Beside the app's, so that paths in source maps lead to where the files were. */
export function getDefinitionFolder(push: Push, definition: DefinitionPath): string {
  const at = push.definitions.findIndex(
    ({ path: definitionPath }) => definitionPath === definition,
  );
  return at === 0 ? "convex" : `component${at}`;
}

function writeModule(directory: string, name: string, module: PushedModule): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const isMarked = module.environment !== "node" || USE_NODE.test(module.source);
  // On the same line, for the source map.
  writeFileSync(file, isMarked ? module.source : `"use node"; ${module.source}`);
  // The bundles name their maps so.
  if (module.sourceMap !== undefined) writeFileSync(`${file}.map`, module.sourceMap);
}

function writeDefinition(root: string, push: Push, definition: PushedDefinition): void {
  const directory = path.join(root, getDefinitionFolder(push, definition.path));
  mkdirSync(directory, { recursive: true });
  for (const module of definition.modules) writeModule(directory, module.path, module);
  if (definition.schema !== null) writeModule(directory, `${SCHEMA_MODULE}.js`, definition.schema);
  if (definition.config === null) return;
  writeModule(directory, CONFIG, definition.config);
  // The command line imports another component's config by this name.
  for (const { path: other } of push.definitions.slice(1)) {
    const config = JSON.stringify(`../../${getDefinitionFolder(push, other)}/${CONFIG}`);
    const file = path.join(directory, referenceFile(referenceTo(other)));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `export { default } from ${config};\n`);
  }
}

async function install({ packages }: Push, directory: string): Promise<void> {
  if (packages.length === 0) return;
  const specifiers = packages.map(({ name, version }) => `${name}@${version}`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--"];
  try {
    await run("npm", ["install", "--prefix", directory, ...flags, ...specifiers], {
      cwd: directory,
      timeout: INSTALL_MS,
    });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const reason = stderr.split("\n").find((line) => line.trim() !== "") ?? String(error);
    throw new InstallError(
      `The packages that Node actions load (${specifiers.join(", ")}) could not be installed: ${reason}`,
    );
  }
}

/** Returns the folder that a push is written in before it has its own name. */
function toDraftPath(directory: string): string {
  return `${directory}.new`;
}

export class PushFolder {
  readonly #folder: string;
  /** The same push may be started twice at once. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a push, unless it is there. @throws InstallError */
  async files(push: Push, digest: string): Promise<ProjectFiles> {
    const directory = path.join(this.#folder, digest);
    const writing = this.#writing.then(() => this.#ensure(push, directory));
    this.#writing = writing.catch(() => undefined);
    await writing;
    return {
      projectDir: directory,
      functionsDirectory: path.join(directory, getDefinitionFolder(push, "")),
      externalPackages: push.packages.map(({ name }) => name),
      libraryVersion: push.serverVersion,
      isPushed: true,
    };
  }

  /** Removes all but these, written or being written. */
  sweep(digests: readonly string[]): void {
    const keptNames = digests.flatMap((digest) => [digest, toDraftPath(digest)]);
    for (const name of existsSync(this.#folder) ? readdirSync(this.#folder) : [])
      if (!keptNames.includes(name))
        rmSync(path.join(this.#folder, name), { recursive: true, force: true });
  }

  async #ensure(push: Push, directory: string): Promise<void> {
    if (existsSync(path.join(directory, COMPLETE))) return;
    const draft = toDraftPath(directory);
    for (const folder of [draft, directory]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    try {
      for (const definition of push.definitions) writeDefinition(draft, push, definition);
      writeFileSync(path.join(draft, COMPLETE), '{ "private": true }\n');
      await install(push, draft);
      renameSync(draft, directory);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }
}
