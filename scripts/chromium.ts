/** Chromium for the browser tests: found on the machine, or installed when that is possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const CANDIDATES = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

function findChromium(): string | undefined {
  return CANDIDATES.find((file) => file !== undefined && existsSync(file));
}

function hasCommand(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Returns Chromium's path. Installs it with apt when run by root; otherwise throws with the command that would. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && hasCommand("apt-get")) {
    console.log("Installing Chromium for the browser tests (once) …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error(
      "The browser tests need Chromium: install it with `sudo apt-get install chromium`, or name one in CHROMIUM_PATH.",
    );
  }
  return installed;
}
