/** The drill of docs/deployment.md, whose commands run as they stand there. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "../testkit/project";
import { freePorts } from "../testkit/realProcess";
import { readBlock } from "../testkit/reverseProxy";
import { PackedPackage, convexCli } from "./packed";

const PAGE = path.resolve(import.meta.dirname, "../docs/deployment.md");
const NODE = path.dirname(process.execPath);
const WORDS = ["rice", "salt"];
const START_MS = 60_000;
const TEST_MS = 240_000;

const FILES = {
  "package.json": `{ "name": "words", "type": "module", "dependencies": { "convex": "*" } }`,
  "convex/words.ts": `
import { mutationGeneric as mutation } from "convex/server";
export const add = mutation(async (ctx, { word }) => {
  await ctx.db.insert("words", { word });
  await ctx.scheduler.runAfter(86_400_000, "words:add", { word: word + " again" });
  return ctx.storage.generateUploadUrl();
});`,
};

let packed: PackedPackage;

beforeAll(() => {
  packed = new PackedPackage();
}, TEST_MS);

afterAll(() => packed.remove());

interface Served {
  readonly dir: string;
  readonly commands: string;
  readonly data: string;
  /** The variables for `npx convex`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Serves a project with rows, files and schedules, by the command of the package. */
async function serveWords(): Promise<Served> {
  const dir = packed.project("words", FILES);
  const commands = packed.linkCommands(dir);
  const [data, envFile] = [path.join(dir, "data"), path.join(dir, ".env.local")];
  const flags = ["--push", "--data", data, ...(await freePorts()), "--write-env", envFile];
  const child = spawn(path.join(commands, "mandi-embedded"), flags, {
    stdio: "ignore",
    env: { PATH: `${NODE}:/usr/bin:/bin` },
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  await eventually(() => expect(existsSync(envFile)).toBe(true), START_MS);
  await convexCli(dir, "dev", "--once", "--typecheck", "disable", "--codegen", "disable");
  for (const word of WORDS) {
    const printed = await convexCli(dir, "run", "words:add", JSON.stringify({ word }));
    const uploadUrl = /"(http.*)"/.exec(printed)?.[1] ?? "";
    await fetch(uploadUrl, { method: "POST", body: word });
  }
  const text = readFileSync(envFile, "utf8");
  const variables = [...text.matchAll(/^(CONVEX_SELF_HOSTED_\w+)='(.*)'$/gm)];
  return {
    dir,
    commands,
    data,
    variables: Object.fromEntries(variables.map(([, name = "", value = ""]) => [name, value])),
  };
}

/** Runs the page's commands, and `during` once the backup is complete and was read through. */
async function drill({ dir, commands, data, variables }: Served, during: () => void) {
  const folder = path.join(dir, "drill");
  mkdirSync(folder, { mode: 0o700 });
  const script = path.join(dir, "drill.sh");
  writeFileSync(script, readBlock(PAGE, "sh"));
  const child = spawn("sh", [script], {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...variables,
      PATH: `${commands}:${NODE}:/usr/local/bin:/usr/bin:/bin`,
      HOME: dir,
      // Otherwise the command line reports its failures to its makers.
      CI: "1",
      DATA: data,
      DRILL: folder,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const restored = path.join(folder, "data");
  await eventually(() =>
    expect([restored, `${restored}.restoring`].some((each) => existsSync(each))).toBe(true),
  );
  during();
  return { code: await exited, output, copy: path.join(folder, "restored") };
}

test.skipIf(!existsSync("/usr/bin/unzip"))(
  "[BAK1] [BAK2] finds rows, files and schedules in the copy, although the original is killed meanwhile",
  async () => {
    const served = await serveWords();
    const instance = readFileSync(path.join(served.data, "instance.json"), "utf8");
    const { pid } = JSON.parse(instance) as { readonly pid: number };
    const { code, output, copy } = await drill(served, () => process.kill(pid, "SIGKILL"));
    expect(code, output).toBe(0);
    const rows = readFileSync(path.join(copy, "words/documents.jsonl"), "utf8");
    const schedules = readFileSync(path.join(copy, "schedules.json"), "utf8");
    for (const word of WORDS) {
      expect(rows).toContain(`"${word}"`);
      expect(schedules).toContain(`"${word} again"`);
    }
    const files = readdirSync(path.join(copy, "_storage")).filter(
      (name) => !name.includes(".json"),
    );
    const contents = files.map((name) => readFileSync(path.join(copy, "_storage", name), "utf8"));
    expect(contents.sort()).toEqual(WORDS);
  },
  TEST_MS,
);
