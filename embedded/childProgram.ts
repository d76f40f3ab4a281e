/** Finds the child's program: the package's, else one file built from the sources, else the sources themselves. */
import { existsSync } from "node:fs";
import path from "node:path";
import { builtProgram } from "./builtProgram.mjs";

export interface Program {
  readonly file: string;
  readonly execArgv: readonly string[];
}

const WITH_SOURCE_MAPS = ["--enable-source-maps"];

export async function childProgram(): Promise<Program> {
  const packaged = path.join(import.meta.dirname, "child.js");
  if (existsSync(packaged)) return { file: packaged, execArgv: WITH_SOURCE_MAPS };
  try {
    return { file: await builtProgram("embedded/child.ts"), execArgv: WITH_SOURCE_MAPS };
  } catch {
    // No packages can be written to: the sources take longer to start.
    const file = path.join(import.meta.dirname, "child.ts");
    return { file, execArgv: ["--import", "tsx"] };
  }
}
