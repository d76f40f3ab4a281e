/** The service of docs/operating.md: the backend's unit with the market's own settings. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readBlock } from "../embedded/testkit/reverseProxy";
import { startOptions } from "./options";
import { ROOT } from "./steps";

const ANALYSE = "/usr/bin/systemd-analyze";
const SETTINGS = readBlock(path.join(ROOT, "docs/operating.md"), "ini");

test("starts Mandi with options that exist, and its data where the unit may write", () => {
  const [, flags = ""] = /^ExecStart=\S+ scripts\/run\.mjs start (.*)$/m.exec(SETTINGS) ?? [];
  const options = startOptions(flags.split(" "), {});
  // The unit's state directory has the service's name.
  expect(options).toMatchObject({ dataDir: "/var/lib/mandi", trustProxy: "loopback" });
});

test.skipIf(!existsSync(ANALYSE))("is accepted by systemd-analyze verify", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "service-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const unit = readFileSync(path.join(ROOT, "embedded/deployment/mandi-embedded.service"), "utf8");
  const file = path.join(dir, "mandi.service");
  // Node is looked for.
  writeFileSync(file, unit.replaceAll("/usr/bin/node", process.execPath));
  mkdirSync(`${file}.d`);
  writeFileSync(
    path.join(`${file}.d`, "mandi.conf"),
    SETTINGS.replaceAll("/usr/bin/node", process.execPath),
  );
  const { status, stdout, stderr } = spawnSync(ANALYSE, ["verify", "--man=no", file], {
    encoding: "utf8",
  });
  const complaints = (stdout + stderr).split("\n").filter((line) => line.includes("mandi"));
  expect(complaints).toEqual([]);
  expect(status).toBe(0);
});
