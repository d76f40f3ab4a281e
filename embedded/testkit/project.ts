/** A copy of a fixture project with a data folder beside it, and backends that serve it. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FolderOptions } from "../options";

export interface TestProject {
  readonly dir: string;
  readonly options: FolderOptions;
  remove(): void;
}

export const NODE_MODULES = path.resolve(import.meta.dirname, "../../node_modules");

export function copyProject(fixture: string, changes: Partial<FolderOptions> = {}): TestProject {
  const dir = mkdtempSync(path.join(tmpdir(), "embedded-"));
  cpSync(path.join(import.meta.dirname, "../test/fixtures", fixture), dir, { recursive: true });
  symlinkSync(NODE_MODULES, path.join(dir, "node_modules"));
  const options: FolderOptions = {
    projectDir: dir,
    dataDir: path.join(dir, "data"),
    host: "127.0.0.1",
    port: 0,
    apiPort: 0,
    variables: {},
    origins: [],
    watch: false,
    ...changes,
  };
  return { dir, options, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export async function eventually<Result>(
  attempt: () => Result | Promise<Result>,
  timeoutMs = 20_000,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
