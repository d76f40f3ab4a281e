import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "../contracts";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import { BACKEND, BACKEND_SCHEMA } from "./backendTables";
import { Files } from "./files";
import { Seal } from "./secrets";
import type { Calls } from "./services";

const directory = mkdtempSync(path.join(tmpdir(), "embedded-files-"));
const BYTES = { sha256: "", size: 1 };

let files: Files;
let transact: <T>(work: (transaction: Transaction) => T) => Promise<T>;

beforeAll(async () => {
  const database = await openDatabase(openMemoryStore());
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  transact = async (work) => {
    const transaction = database.begin();
    try {
      const value = work(transaction);
      await database.commit(transaction).durable;
      return value;
    } finally {
      database.discard(transaction);
    }
  };
  const read: Calls["read"] = (work) => {
    const snapshot = database.pin();
    try {
      return work(database.beginAt(snapshot));
    } finally {
      snapshot.release();
    }
  };
  const calls = { transact, read } as Calls;
  const seal = await Seal.open(calls);
  files = new Files({ directory, url: "http://files.example", calls, seal });
});

afterAll(() => rmSync(directory, { recursive: true }));

test("files of two components with the same id keep their own bytes", async () => {
  const id = await transact((transaction) =>
    files.enter(transaction, "", { ...BYTES, uuid: "the-app's" }, null),
  );
  await transact((transaction) => files.adopt(transaction, "shelf", id, "the-shelf's"));
  for (let time = 0; time < 2; time += 1) {
    const names = await transact((transaction) =>
      ["shelf", ""].map((component) => files.stored(transaction, component, id).uuid),
    );
    expect(names).toEqual(["the-shelf's", "the-app's"]);
  }
});

test("a deleted file has no address", async () => {
  const id = await transact((transaction) =>
    files.enter(transaction, "", { ...BYTES, uuid: "gone soon" }, null),
  );
  await transact((transaction) => expect(files.url(transaction, "", id, 0)).not.toBeNull());
  await transact((transaction) => files.remove(transaction, "", id));
  await transact((transaction) => expect(files.url(transaction, "", id, 0)).toBeNull());
});
