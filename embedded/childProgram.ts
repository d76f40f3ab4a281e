/** How the child is started: as one file if that can be had, else as it stands. */
import path from "node:path";
import { builtProgram } from "./builtProgram.mjs";

export interface Program {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/** Where packages can't be written to, the sources themselves, which take longer to start. */
export async function childProgram(): Promise<Program> {
  try {
    return { file: await builtProgram("embedded/child.ts"), execArgv: ["--enable-source-maps"] };
  } catch {
    const file = path.join(import.meta.dirname, "child.ts");
    return { file, execArgv: ["--import", "tsx"] };
  }
}
