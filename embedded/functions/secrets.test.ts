/** A deployment accepts only its own signatures. */
import type { JSONValue } from "convex/values";
import { expect, test } from "vitest";
import { openDatabase } from "../database/database";
import { openMemoryStore } from "../store/memory";
import { BACKEND, BACKEND_SCHEMA } from "./backendTables";
import { Seal } from "./secrets";
import type { Calls } from "./services";

async function sealOf(store = openMemoryStore()): Promise<Seal> {
  const database = await openDatabase(store);
  await database.applySchemas(new Map([[BACKEND, BACKEND_SCHEMA]]));
  const calls: Pick<Calls, "read" | "transact"> = {
    read: (work) => {
      const snapshot = database.pin();
      try {
        return work(database.beginAt(snapshot));
      } finally {
        snapshot.release();
      }
    },
    transact: async (work) => {
      const transaction = database.begin();
      const value = work(transaction);
      await database.commit(transaction).durable;
      return value;
    },
  };
  return Seal.open(calls as Calls);
}

const TICKET: JSONValue = { upload: "one", component: "", expires: 4_000_000_000_000 };

test("an upload address is valid only for its own deployment, also after a restart", async () => {
  const store = openMemoryStore();
  const token = (await sealOf(store)).close(TICKET);
  expect((await sealOf(store)).read(token)).toEqual(TICKET);
  expect((await sealOf()).read(token)).toBeUndefined();
});

test("rejects a token that was forged, changed or truncated", async () => {
  const seal = await sealOf();
  const token = seal.close(TICKET);
  const [payload = "", signature = ""] = token.split(".");
  const other = seal.close({ ...TICKET, upload: "two" });
  const [otherPayload = "", otherSignature = ""] = other.split(".");
  const forged = [
    ...Array.from({ length: token.length - 1 }, (_, length) => token.slice(0, length)),
    ...Array.from(payload, (each, at) => {
      const changed = each === "A" ? "B" : "A";
      return `${payload.slice(0, at)}${changed}${payload.slice(at + 1)}.${signature}`;
    }),
    ...[
      `${payload}.${otherSignature}`,
      `${otherPayload}.${signature}`,
      `${payload}.`,
      `.${signature}`,
    ],
    ...["", ".", "..", "null.null", `${payload}.${signature.slice(0, 4)}`],
    seal.sealing("uploads").close(new Uint8Array(32), Buffer.from(JSON.stringify(TICKET))),
  ];
  for (const each of forged) expect(seal.read(each), each).toBeUndefined();
});
