/** Packages that Node actions load, from a registry on this machine. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CLI_MS, httpOf, project, push, pushFails, serve } from "./pushing";

const word = makeFunctionReference<"action", Record<string, never>, string>("word:word");
const NAME = "one-word";

let folder: string;
let registry: Server;
/** False: it has no packages. */
let isStocked = true;

/** A package whose script would leave a file. */
const MANIFEST = {
  name: NAME,
  version: "1.2.3",
  main: "index.js",
  scripts: { install: "node -e \"require('fs').writeFileSync('script-ran', '')\"" },
};

function writePackage(directory: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, "package.json"), JSON.stringify(MANIFEST));
  writeFileSync(path.join(directory, "index.js"), 'module.exports = () => "apricot " + __dirname;');
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "registry-"));
  writePackage(path.join(folder, "package"));
  execFileSync("tar", ["-czf", path.join(folder, "one.tgz"), "-C", folder, "package"]);
  const tarball = readFileSync(path.join(folder, "one.tgz"));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  registry = createServer((request, response) => {
    const host = `http://${request.headers.host ?? ""}`;
    if (!isStocked) response.writeHead(404).end("{}");
    else if (request.url === `/${NAME}`)
      response.setHeader("Content-Type", "application/json").end(
        JSON.stringify({
          name: NAME,
          "dist-tags": { latest: MANIFEST.version },
          versions: {
            [MANIFEST.version]: { ...MANIFEST, dist: { tarball: `${host}/one.tgz`, integrity } },
          },
        }),
      );
    else response.end(tarball);
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const { port } = registry.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
  vi.stubEnv("npm_config_cache", path.join(folder, "cache"));
});

afterAll(() => {
  vi.unstubAllEnvs();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  "[PUSH7] installs the packages of Node actions without their scripts, also after a restart without its folders",
  async () => {
    const own = project({
      "package.json": `{ "name": "words", "dependencies": { "convex": "*", "${NAME}": "^1.0.0" } }`,
      "convex.json": `{ "node": { "externalPackages": ["${NAME}"] } }`,
      "convex/word.ts": `
        "use node";
        import { actionGeneric as action } from "convex/server";
        import says from "${NAME}";
        export const word = action(async () => says());`,
    });
    writePackage(path.join(own.dir, "node_modules", NAME));
    isStocked = false;
    const first = await serve(own);
    expect(await pushFails(own, first)).toContain("could not be installed");
    isStocked = true;
    await push(own, first);
    const said = await httpOf(first).action(word, {});
    const pushed = path.join(own.options.dataDir, "pushed");
    const [, place = ""] = /^apricot (.*)$/.exec(said) ?? [];
    expect(place.startsWith(pushed)).toBe(true);
    expect(existsSync(path.join(place, "script-ran"))).toBe(false);
    await first.stop();
    rmSync(pushed, { recursive: true });
    const second = await serve(own);
    expect(await httpOf(second).action(word, {})).toBe(said);
  },
  CLI_MS,
);
