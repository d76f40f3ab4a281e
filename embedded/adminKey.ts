/** The deployment's administrator: one key per data folder, made at first need and kept. */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OWNER_FILE, ownFolder } from "./store/ownerOnly";
import { unwritableFolder } from "./store/startupError";

const KEY_BYTES = 32;
/** Convex's command line reads what stands before the bar as the deployment's name. */
export const INSTANCE_NAME = "embedded";

/** Returns a key for a deployment that has no folder. */
export function newAdminKey(): string {
  return `${INSTANCE_NAME}|${randomBytes(KEY_BYTES).toString("hex")}`;
}

/** @throws StartupError when the folder can't be written, or can't be closed to others. */
export function getOrCreateAdminKey(dataDir: string): string {
  ownFolder(dataDir);
  const file = path.join(dataDir, "admin-key");
  try {
    const savedKey = readFileSync(file, "utf8").trim();
    // A disk without room may have kept the file's name alone: nobody's key is empty.
    if (savedKey !== "") return savedKey;
  } catch {
    // Not made yet.
  }
  const key = newAdminKey();
  const draft = `${file}.draft`;
  try {
    writeFileSync(draft, `${key}\n`, { mode: OWNER_FILE, flush: true });
    renameSync(draft, file);
  } catch {
    throw unwritableFolder(dataDir);
  }
  return key;
}
