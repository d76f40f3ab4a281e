/** Writes where a backend is to a file such as `.env.local`, in which the command line and an app's build look for it. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Addresses } from "./options";
import { OWNER_FILE } from "./store/ownerOnly";
import { StartupError } from "./store/startupError";

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Replaces the three lines that it writes, and keeps all others. The file is its owner's alone from then on.
 * @throws StartupError when it can't be written.
 */
export function writeEnvFile(file: string, { url, apiUrl, adminKey }: Addresses): void {
  const own = {
    CONVEX_SELF_HOSTED_URL: apiUrl,
    CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
    VITE_CONVEX_URL: url,
  };
  const isOwn = (line: string) => Object.keys(own).includes(line.split("=")[0]?.trim() ?? "");
  try {
    const others = readLines(file).filter((line) => line !== "" && !isOwn(line));
    const lines = Object.entries(own).map(([name, value]) => `${name}='${value}'`);
    const draft = `${file}.${process.pid}`;
    // Renamed into place: a file that others may read would stay open to them.
    writeFileSync(draft, `${[...others, ...lines].join("\n")}\n`, { mode: OWNER_FILE });
    renameSync(draft, file);
  } catch (error) {
    throw new StartupError(
      `${file} can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
