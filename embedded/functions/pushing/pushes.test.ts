/** Pushes that overlap, over a store in memory and a project that loads when the test lets it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Transaction } from "../../contracts";
import { openDatabase } from "../../database/database";
import { openMemoryStore } from "../../store/memory";
import { eventually } from "../../testkit/project";
import { BACKEND, BACKEND_SCHEMA } from "../backendTables";
import type { Project } from "../project";
import type { ProjectFiles } from "../projectConfig";
import { digestText, NOTHING_PUSHED, serializePush } from "./push";
import { Pushes } from "./pushes";
import { PushFolder } from "./pushFolder";

let folder: string;
let database: Database;
let pushes: Pushes;
/** The promise that the loading of a push waits for, by its library's version. */
let gates: Map<string, Promise<void>>;

function pushOf(serverVersion: string) {
  return { ...NOTHING_PUSHED, serverVersion };
}

function digest(serverVersion: string): string {
  return digestText(serializePush(pushOf(serverVersion)));
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "embedded-pushes-"));
  gates = new Map();
  database = await openDatabase(openMemoryStore());
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  const project = {
    deployment: { components: new Map() },
    async prepare({ libraryVersion }: ProjectFiles) {
      await gates.get(libraryVersion);
      return { built: {}, deployment: { components: new Map() } };
    },
    async activate(_loaded: unknown, begin: (transaction: Transaction) => void) {
      const transaction = database.begin();
      try {
        begin(transaction);
        await database.commit(transaction).durable;
      } finally {
        database.discard(transaction);
      }
    },
  };
  pushes = new Pushes({
    database,
    folder: new PushFolder(folder),
    project: () => project as unknown as Project,
    variables: () => ({}),
    read: (work) => {
      const snapshot = database.pin();
      try {
        return work(database.beginAt(snapshot));
      } finally {
        snapshot.release();
      }
    },
  });
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("[PUSH6] a push that finishes while another loads leaves that one its files, and refuses it at its end", async () => {
  let open: () => void = () => undefined;
  gates.set("slow", new Promise((resolve) => (open = resolve)));
  const slow = pushes.start(pushOf("slow"));
  await eventually(() => expect(readdirSync(folder)).toEqual([digest("slow")]));
  const { id } = await pushes.start(pushOf("quick"));
  await pushes.finish(id);
  const both = [digest("slow"), digest("quick")].sort();
  expect(readdirSync(folder).sort()).toEqual(both);
  // As when a variable changes.
  await pushes.files();
  expect(readdirSync(folder).sort()).toEqual(both);
  open();
  const { id: late } = await slow;
  await expect(pushes.finish(late)).rejects.toThrow("Another push was finished during this push");
  await pushes.files();
  expect(readdirSync(folder)).toEqual([digest("quick")]);
});

test("[PUSH6] what is kept of pushes includes those that are being written", () => {
  for (const name of ["a", "a.new", "b", "b.new"]) mkdirSync(path.join(folder, name));
  new PushFolder(folder).sweep(["a"]);
  expect(readdirSync(folder).sort()).toEqual(["a", "a.new"]);
});
