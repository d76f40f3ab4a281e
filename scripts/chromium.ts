/** Chromium for the browser tests: found on the machine, or installed when that is possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const CHROMIUM = "/usr/bin/chromium";
const BROWSERS = [CHROMIUM, "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Draws the same pages without the parts of a window, for about half of the processor's time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const INSTALL = ["install", "-y", "-qq", "chromium", "chromium-headless-shell"];

/** `CHROMIUM_PATH` names another browser for everything. */
function findChromium(candidates: readonly string[]): string | undefined {
  return [process.env["CHROMIUM_PATH"], ...candidates].find(
    (file) => file !== undefined && existsSync(file),
  );
}

function hasCommand(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Returns the path of the complete browser. Installs it with apt when run by root; otherwise throws with the command that would. */
export function ensureChromium(): string {
  const found = findChromium(BROWSERS);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && hasCommand("apt-get")) {
    console.log("Installing Chromium for the browser tests (once) …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    spawnSync("apt-get", INSTALL, { stdio: ["ignore", "ignore", "inherit"] });
  }
  const installed = findChromium(BROWSERS);
  if (installed === undefined) {
    throw new Error(
      "The browser tests need Chromium: install it with `sudo apt-get install chromium`, or name one in CHROMIUM_PATH.",
    );
  }
  return installed;
}

/** Returns the path of the lightest installed program that runs pages; the complete browser's where nothing is found. */
export function pageBrowser(): string {
  return findChromium([HEADLESS_SHELL, ...BROWSERS]) ?? CHROMIUM;
}
