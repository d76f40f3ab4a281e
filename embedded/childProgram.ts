/** Finds the child's program: the package's, else one file built from the sources, else the sources themselves. */
import { existsSync } from "node:fs";
import path from "node:path";
import { builtProgram } from "./builtProgram.mjs";

export interface Program {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/**
 * V8 keeps what it has compiled for whoever compiles the same text again. Nobody does: each push is another text, and the code of
 * some ten pushes would stay in memory.
 */
const WITHOUT_CACHE = ["--no-compilation-cache"];
const OF_ONE_FILE = [...WITHOUT_CACHE, "--enable-source-maps"];

export async function childProgram(): Promise<Program> {
  const packaged = path.join(import.meta.dirname, "child.js");
  if (existsSync(packaged)) return { file: packaged, execArgv: OF_ONE_FILE };
  try {
    return { file: await builtProgram("embedded/child.ts"), execArgv: OF_ONE_FILE };
  } catch {
    // No packages can be written to: the sources take longer to start.
    const file = path.join(import.meta.dirname, "child.ts");
    return { file, execArgv: [...WITHOUT_CACHE, "--import", "tsx"] };
  }
}
