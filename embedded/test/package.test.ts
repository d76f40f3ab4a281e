/** The package as users install it: packed, unpacked beside a project outside this repository, and served. */
import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../testkit/project";

interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const PACKAGE = path.resolve(import.meta.dirname, "..");
/** The version that the package declares is in its own folder where the repository's tools need another one. */
const INSTALLED = [path.resolve(PACKAGE, "node_modules"), path.resolve(PACKAGE, "../node_modules")];

const list = makeFunctionReference<"query", Record<string, never>, string[]>("messages:list");
const send = makeFunctionReference<"mutation", { text: string }>("messages:send");
const shout = makeFunctionReference<"action", { text: string }, string>("loud:shout");

/** A Convex project outside this repository. */
const MESSAGES = {
  "package.json": `{ "name": "messages", "type": "module", "dependencies": { "convex": "*" } }`,
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" }),
    });`,
  "convex/messages.ts": `
    import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    export const list = query({
      args: {},
      handler: async (ctx) => (await ctx.db.query("messages").take(10)).map(({ text }) => text),
    });
    export const send = mutation({
      args: { text: v.string() },
      handler: async (ctx, { text }) => void (await ctx.db.insert("messages", { text })),
    });`,
  "convex/loud.ts": `
    "use node";
    import { actionGeneric as action } from "convex/server";
    export const shout = action(async (ctx, { text }) => text.toUpperCase());`,
};

/** The first start bundles the functions, on a machine that may be busy. */
const START_MS = 30_000;
/** Includes the time of npm pack. */
const TEST_MS = 90_000;

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "package-")));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a package of the repository where another one finds it, as an installation would. */
function provide(modules: string, name: string): void {
  const target = path.join(modules, name);
  mkdirSync(path.dirname(target), { recursive: true });
  const found = INSTALLED.map((modules) => path.join(modules, name)).find((at) => existsSync(at));
  if (found === undefined) throw new Error(`${name} is not installed.`);
  symlinkSync(found, target, "junction");
}

/** @returns the command's file, in a folder that has the package and what it declares, and nothing else. */
function install(): string {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: PACKAGE,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename = "" } = {}] = JSON.parse(packed.toString()) as { filename?: string }[];
  execFileSync("tar", ["-xzf", path.join(folder, filename), "-C", folder]);
  const { name, bin, dependencies } = JSON.parse(
    readFileSync(path.join(folder, "package/package.json"), "utf8"),
  ) as Manifest;
  const modules = path.join(folder, "tool/node_modules");
  for (const dependency of Object.keys(dependencies)) provide(modules, dependency);
  const target = path.join(modules, name);
  mkdirSync(path.dirname(target), { recursive: true });
  execFileSync("mv", [path.join(folder, "package"), target]);
  return path.join(target, Object.values(bin)[0] ?? "");
}

function writeProject(): string {
  const project = path.join(folder, "messages");
  for (const [name, text] of Object.entries(MESSAGES)) {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  }
  provide(path.join(project, "node_modules"), "convex");
  return project;
}

test(
  "the packed package serves any Convex project with one command, to the stock client",
  async () => {
    const ready = path.join(folder, "ready.json");
    const places = ["--project", writeProject(), "--data", path.join(folder, "data")];
    const ports = ["--port", "0", "--api-port", "0", "--once-ready-file", ready];
    const command = install();
    const licence = readFileSync(path.join(command, "../../LICENSE"));
    expect(licence).toEqual(readFileSync(path.join(PACKAGE, "../LICENSE")));
    const server = spawn(command, [...places, ...ports], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => server.on("exit", resolve));
    try {
      const started = eventually(
        () => JSON.parse(readFileSync(ready, "utf8")) as { url: string },
        START_MS,
      );
      const failed = ended.then((code) =>
        Promise.reject(new Error(`Ended with ${code}: ${output}`)),
      );
      const { url } = await Promise.race([started, failed]);
      const live = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
      const seen: string[][] = [];
      live.onUpdate(list, {}, (texts) => seen.push(texts));
      await eventually(() => expect(seen).toEqual([[]]));
      await live.mutation(send, { text: "hello" });
      await eventually(() => expect(seen).toEqual([[], ["hello"]]));
      expect(await live.action(shout, { text: "hello" })).toBe("HELLO");
      await live.close();
      const http = new ConvexHttpClient(url, { logger: false });
      expect(await http.query(list, {})).toEqual(["hello"]);
    } finally {
      server.kill("SIGINT");
    }
    expect(await ended, output).toBe(0);
  },
  TEST_MS,
);
