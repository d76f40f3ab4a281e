/** Chromium for tests of pages: without its sandbox, which root can't have, and without traffic of its own. */
import { existsSync } from "node:fs";

const BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Returns the options of Playwright's `launch`; `CHROMIUM_PATH` names another browser. */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const found = [process.env["CHROMIUM_PATH"], ...BROWSERS].find(
    (file) => file !== undefined && existsSync(file),
  );
  if (found === undefined)
    throw new Error("These tests need Chromium: install it, or name one in CHROMIUM_PATH.");
  return {
    executablePath: found,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  };
}
