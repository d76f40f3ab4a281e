/** Backups of running and stopped processes, and their restores. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { backUp } from "../extras/backup";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import type { Running } from "../testkit/realProcess";
import { freePorts, instanceOf, startProcess } from "../testkit/realProcess";

interface Row extends Record<string, string | number> {
  writer: string;
  number: number;
  text: string;
}
type Table = "entries" | "copies";
const ledger = {
  write: makeFunctionReference<"mutation", Row>("ledger:write"),
  page: makeFunctionReference<
    "query",
    { table: Table; paginationOpts: PaginationOptions },
    PaginationResult<Row>
  >("ledger:page"),
  uploadUrl: makeFunctionReference<"mutation", Record<string, never>, string>("ledger:uploadUrl"),
  keepFile: makeFunctionReference<"mutation", { storageId: string; name: string }>(
    "ledger:keepFile",
  ),
  dropFile: makeFunctionReference<"mutation", { name: string }>("ledger:dropFile"),
  files: makeFunctionReference<
    "query",
    Record<string, never>,
    { name: string; url: string | null }[]
  >("ledger:files"),
};

const projects: TestProject[] = [];
const processes: Running[] = [];

afterEach(async () => {
  for (const each of processes.splice(0)) {
    each.kill("SIGTERM");
    await each.exited;
  }
  for (const each of projects.splice(0)) each.remove();
});

function project(): TestProject {
  const made = copyProject("ledger");
  projects.push(made);
  return made;
}

function start(options: TestProject["options"], ...flags: string[]): Running {
  const running = startProcess(options, flags);
  processes.push(running);
  return running;
}

async function served({ options }: Pick<TestProject, "options">): Promise<[Running, string]> {
  const running = start(options, ...(await freePorts()));
  return [running, (await instanceOf({ options })).url];
}

async function command(options: TestProject["options"], ...flags: string[]): Promise<string> {
  const running = start(options, ...flags);
  const code = await running.exited;
  return `${code}: ${running.output().trim()}`;
}

/** As the restored folder's own process serves it. */
function at({ options }: TestProject, dataDir: string): TestProject["options"] {
  return { ...options, dataDir };
}

async function rowsOf(url: string, table: Table): Promise<string[]> {
  const http = new ConvexHttpClient(url, { logger: false });
  const rows: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const read: PaginationResult<Row> = await http.query(ledger.page, {
      table,
      paginationOpts: { numItems: 2_000, cursor },
    });
    rows.push(...read.page.map(({ writer, number }) => `${writer}/${number}`));
    if (read.isDone) return rows;
    cursor = read.continueCursor;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** A file named by a hash of its bytes, so that they can be verified. */
async function upload(url: string, content: string): Promise<string> {
  const http = new ConvexHttpClient(url, { logger: false });
  const bytes = Buffer.from(content.repeat(500));
  const address = await http.mutation(ledger.uploadUrl, {});
  const answer = await fetch(address, { method: "POST", body: bytes });
  const { storageId } = (await answer.json()) as { storageId: string };
  await http.mutation(ledger.keepFile, { storageId, name: sha256(bytes) });
  return sha256(bytes);
}

test("[BAK1] [BAK2] a backup under load is one snapshot with every acknowledged write and every file, and restores unchanged", async () => {
  const own = project();
  const [, url] = await served(own);
  const acknowledged = new Set<string>();
  let isOver = false;
  const writing = [0, 1, 2].map(async (at) => {
    const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
    for (let number = 0; !isOver; number += 1) {
      const row = { writer: `w${at}`, number, text: "x".repeat(2_000) };
      await client.mutation(ledger.write, row);
      acknowledged.add(`w${at}/${number}`);
    }
    await client.close();
  });
  const names: string[] = [];
  for (let at = 0; at < 40; at += 1) names.push(await upload(url, `file ${at}`));
  await eventually(() => expect(acknowledged.size).toBeGreaterThan(100));

  const before = new Set(acknowledged);
  const to = path.join(own.dir, "backup");
  const backingUp = command(own.options, "--backup", to);
  // Files are deleted during the copy, in the opposite order.
  const http = new ConvexHttpClient(url, { logger: false });
  await eventually(() => expect(existsSync(path.join(to, "store.lmdb"))).toBe(true), 20_000);
  for (const name of names.slice(5).reverse()) await http.mutation(ledger.dropFile, { name });
  expect(await backingUp).toMatch(/^0: Backed up .* \(\d+ entries, \d+ files\)\.$/);
  isOver = true;
  await Promise.all(writing);
  expect(await http.query(ledger.files, {})).toHaveLength(5);
  const left = path.join(own.options.dataDir, "files");
  await eventually(() => expect(readdirSync(left)).toHaveLength(5));

  const restored = at(own, path.join(own.dir, "restored"));
  expect(await command(restored, "--restore", to)).toMatch(/^0: Restored /);
  expect(statSync(restored.dataDir).mode & 0o777).toBe(0o700);
  const [, other] = await served({ options: restored });
  const [entries, copies] = [await rowsOf(other, "entries"), await rowsOf(other, "copies")];
  expect(copies).toEqual(entries);
  expect(new Set(entries).size).toBe(entries.length);
  expect(before.size).toBeGreaterThan(100);
  expect([...before].filter((row) => !entries.includes(row))).toEqual([]);
  const files = await new ConvexHttpClient(other, { logger: false }).query(ledger.files, {});
  expect(files.length).toBeGreaterThan(5);
  for (const { name, url: address } of files) {
    const answer = await fetch(address ?? "");
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(name);
  }
}, 90_000);

test("[BAK3] backs up a stopped system too; neither a backup nor a restore overwrites anything", async () => {
  const own = project();
  const [running, url] = await served(own);
  const http = new ConvexHttpClient(url, { logger: false });
  await http.mutation(ledger.write, { writer: "w", number: 1, text: "before" });
  // The killed process leaves its address file.
  process.kill((await instanceOf(own)).pid, "SIGKILL");
  running.kill("SIGKILL");
  await running.exited;
  const to = path.join(own.dir, "backup");
  expect(await command(own.options, "--backup", to)).toMatch(/^0: Backed up /);
  expect(await command(own.options, "--backup", to)).toMatch(/^1: .*is not empty/);
  expect(await command(own.options, "--restore", to)).toMatch(/^1: .*is not empty/);
  const nowhere = path.join(own.dir, "nowhere");
  expect(await command(at(own, nowhere), "--backup", to)).toMatch(/^1: There is no data in /);

  const broken = path.join(own.dir, "broken");
  mkdirSync(broken);
  expect(await command(at(own, nowhere), "--restore", broken)).toMatch(/^1: .* is no backup/);
  const content = readFileSync(path.join(to, "store.lmdb"));
  content.write("beforX", content.lastIndexOf("before"));
  writeFileSync(path.join(to, "store.lmdb"), content);
  expect(await command(at(own, nowhere), "--restore", to)).toMatch(/^1: .* is of no use/);
  expect(existsSync(nowhere)).toBe(false);
  rmSync(to, { recursive: true });
  expect(await command(own.options, "--backup", to)).toMatch(/^0: Backed up /);
  expect(await command(at(own, nowhere), "--restore", to)).toMatch(/^0: Restored /);
  const [, other] = await served({ options: at(own, nowhere) });
  expect(await rowsOf(other, "entries")).toEqual(["w/1"]);
}, 90_000);

test("[BAK3] a backend that ends while it backs up is named as the reason, and its part of a copy is not continued", async () => {
  const { dir } = project();
  const [data, to] = [path.join(dir, "data"), path.join(dir, "backup")];
  const dying = createServer((request) => {
    mkdirSync(to);
    writeFileSync(path.join(to, "store.lmdb"), "half");
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => dying.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(dying.address() as AddressInfo).port}`;
  mkdirSync(data);
  writeFileSync(path.join(data, "store.lmdb"), "");
  writeFileSync(path.join(data, "instance.json"), JSON.stringify({ apiUrl, adminKey: "key" }));
  await expect(backUp(data, to)).rejects.toThrow(`The backend ended while it wrote ${to}`);
  await expect(backUp(data, to)).rejects.toThrow("is not empty");
  dying.close();
});
