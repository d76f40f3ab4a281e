/** Backends that are pushed to, and the projects that are pushed. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FolderOptions } from "../options";
import { NODE_MODULES } from "./project";

export interface PushedProject {
  readonly dir: string;
  /** Of a backend that knows nothing of the directory. */
  readonly options: FolderOptions;
  /** Writes files below the directory; null removes one. */
  write(files: Readonly<Record<string, string | null>>): void;
  remove(): void;
}

export function pushedProject(files: Readonly<Record<string, string>> = {}): PushedProject {
  const dir = mkdtempSync(path.join(tmpdir(), "pushed-"));
  // Elsewhere, so that nothing of the project can be found from there.
  const dataDir = mkdtempSync(path.join(tmpdir(), "pushed-data-"));
  // A folder of its own, for packages that only this project has.
  mkdirSync(path.join(dir, "node_modules"));
  for (const name of ["convex", "@convex-dev", "typescript"])
    symlinkSync(path.join(NODE_MODULES, name), path.join(dir, "node_modules", name));
  const write = (changes: Readonly<Record<string, string | null>>) => {
    for (const [name, text] of Object.entries(changes)) {
      const file = path.join(dir, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (text === null) rmSync(file, { recursive: true });
      else writeFileSync(file, text);
    }
  };
  write({
    "package.json": `{ "name": "pushed", "type": "module", "dependencies": { "convex": "*" } }`,
    ...files,
  });
  return {
    dir,
    options: {
      dataDir,
      host: "127.0.0.1",
      port: 0,
      apiPort: 0,
      variables: {},
      origins: [],
      watch: false,
    },
    write,
    remove: () => {
      for (const folder of [dir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
