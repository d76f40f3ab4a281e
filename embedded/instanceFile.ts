/**
 * `<data>/instance.json`: where the running backend can be reached and with
 * which key, for commands on the same machine. Readable by its owner only; there
 * while it runs.
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Addresses } from "./options";

function fileIn(dataDir: string): string {
  return path.join(dataDir, "instance.json");
}

export function writeInstanceFile(dataDir: string, addresses: Addresses): void {
  const file = fileIn(dataDir);
  const draft = `${file}.${process.pid}`;
  // Renamed into place, so that nobody ever reads half of it.
  writeFileSync(draft, `${JSON.stringify({ ...addresses, pid: process.pid }, null, 2)}\n`, {
    mode: 0o600,
  });
  renameSync(draft, file);
}

export function removeInstanceFile(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
