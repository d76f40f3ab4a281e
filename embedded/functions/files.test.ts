import { Readable } from "node:stream";
import { beforeAll, expect, test, vi } from "vitest";
import type { Transaction } from "../contracts";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import { BACKEND, BACKEND_SCHEMA } from "./backendTables";
import { MemoryBytes } from "./fileBytes";
import { Files } from "./files";
import { Seal } from "./secrets";
import type { Calls } from "./services";

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
  const options = { bytes: new MemoryBytes(), url: "http://files.example", calls, seal };
  files = new Files({ ...options, expiringUrls: true });
});

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

test("[FILE5] a good address with another component's name is recognised, and nothing else is", async () => {
  const url = await transact((transaction) => {
    const id = files.enter(transaction, "shelf", { ...BYTES, uuid: "on-the-shelf" }, null);
    return files.url(transaction, "shelf", id, Date.now()) ?? "";
  });
  const query = (change: (query: URLSearchParams) => void) => {
    const { searchParams } = new URL(url);
    change(searchParams);
    return searchParams;
  };
  const isForeign = (change: (query: URLSearchParams) => void, uuid = "on-the-shelf") =>
    files.checkAddress(uuid, query(change)) === "missing";
  expect(isForeign((own) => own.set("component", "till"))).toBe(true);
  expect(isForeign((own) => own.delete("component"))).toBe(true);
  expect(isForeign((own) => own.set("s", "forged"))).toBe(false);
  expect(isForeign((own) => own.set("e", "1"))).toBe(false);
  expect(isForeign((own) => own.set("component", "till"), "nowhere")).toBe(false);
});

test("a deleted file has no address", async () => {
  const id = await transact((transaction) =>
    files.enter(transaction, "", { ...BYTES, uuid: "gone soon" }, null),
  );
  await transact((transaction) => expect(files.url(transaction, "", id, 0)).not.toBeNull());
  await transact((transaction) => files.remove(transaction, "", id));
  await transact((transaction) => expect(files.url(transaction, "", id, 0)).toBeNull());
});

test("[FILE4] an upload URL that is too old is told from one that is wrong", async () => {
  const now = vi.spyOn(Date, "now");
  const token = new URL(files.uploadUrl("")).searchParams.get("token") ?? "";
  const upload = (with_: string) =>
    files.upload(with_, Readable.from([]), { contentType: null, sha256: null });
  expect(await upload(`${token}A`)).toEqual({ refused: "address" });
  now.mockReturnValue(Date.now() + 60 * 60 * 1_000 + 1);
  expect(await upload(token)).toEqual({ refused: "late" });
  now.mockRestore();
  expect(await upload(token)).toHaveProperty("storageId");
  expect(await upload(token)).toEqual({ refused: "address" });
});

test("[FILE1] an upload URL stores one file, also when that file is deleted, and is forgotten when it is too old", async () => {
  const count = () => transact((transaction) => transaction.system(BACKEND).count("usedUploads"));
  const before = await count();
  const token = new URL(files.uploadUrl("")).searchParams.get("token") ?? "";
  const upload = () => files.upload(token, Readable.from([]), { contentType: null, sha256: null });
  const stored = await upload();
  if (!("storageId" in stored)) throw new Error("The first upload was refused.");
  await transact((transaction) => files.remove(transaction, "", stored.storageId));
  await files.sweep();
  expect(await upload()).toEqual({ refused: "address" });
  await transact((transaction) => files.forget(transaction, ""));
  expect(await upload()).toEqual({ refused: "address" });
  expect(await count()).toBe(before + 1);
  await files.sweep(Date.now() + 3 * 60 * 60 * 1_000);
  expect(await count()).toBe(0);
});

test("[FILE9] an id that is none of a file is an error that names the method", async () => {
  const words = (method: string) =>
    `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "x"`;
  await transact((transaction) => {
    expect(() => files.url(transaction, "", "x", 0)).toThrow(words("getUrl"));
    expect(() => files.metadata(transaction, "", "x")).toThrow(words("getMetadata"));
    expect(() => files.remove(transaction, "", "x")).toThrow(words("delete"));
  });
});
