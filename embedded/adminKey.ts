/** The deployment's administrator: one key per data folder, made at first need and kept. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartupError } from "./store/startupError";

const KEY_BYTES = 32;
/** Convex's command line reads what stands before the bar as the deployment's name. */
export const INSTANCE_NAME = "embedded";

/** @throws StartupError when the folder can't be written. */
export function adminKeyOf(dataDir: string): string {
  const file = path.join(dataDir, "admin-key");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    // Not made yet.
  }
  const key = `${INSTANCE_NAME}|${randomBytes(KEY_BYTES).toString("hex")}`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  } catch {
    throw new StartupError(
      `The data folder ${dataDir} can't be written: give this user the right to write there, or name another folder with --data.`,
    );
  }
  return key;
}
