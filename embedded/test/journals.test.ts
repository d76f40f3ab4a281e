/** Valid and invalid journals that clients send over a socket. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RunningBackend, runBackend } from "../backend";
import { copyProject, type TestProject } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";

const FIRST = { paginationOpts: { numItems: 3, cursor: null } };
/** A page of three of six notes, before four more were inserted. */
const [PINNED, ANEW] = [7, 3];

interface Page {
  readonly page: readonly { readonly text: string }[];
  readonly continueCursor: string;
}

interface TestQuery {
  readonly as?: string;
  readonly udfPath?: string;
  readonly args?: object;
  readonly journal?: string;
}

let project: TestProject;
let backend: RunningBackend;
const opened: RawClient[] = [];

async function clientOf(as?: string): Promise<RawClient> {
  const client = await RawClient.open(backend.addresses.url);
  opened.push(client);
  client.connect(crypto.randomUUID());
  if (as !== undefined) {
    client.say({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "Admin",
      value: backend.addresses.adminKey,
      impersonating: { issuer: "here", subject: as, tokenIdentifier: `here|${as}` },
    });
  }
  return client;
}

/** Returns a query's first result with its journal. */
async function ask({ as, udfPath = "counters:ownNotes", args = FIRST, journal }: TestQuery) {
  const client = await clientOf(as);
  client.add({ queryId: 0, udfPath, args, ...(journal !== undefined && { journal }) });
  const first = () =>
    client.transitions
      .flatMap(({ modifications }) => modifications)
      .find(({ queryId }) => queryId === 0);
  await client.until(() => first() !== undefined);
  const answer = first() as unknown as { type: string; value: Page; journal: string | null };
  expect(answer.type).toBe("QueryUpdated");
  return { rows: answer.value.page.length, journal: answer.journal ?? "", value: answer.value };
}

async function note(...texts: readonly string[]): Promise<void> {
  const client = await clientOf();
  for (const [requestId, text] of texts.entries())
    client.mutate(requestId, "counters:note", { text });
  await client.until(
    ({ messages }) =>
      messages.filter(({ type }) => type === "MutationResponse").length === texts.length,
  );
}

const journals: Record<string, string> = {};

beforeAll(async () => {
  project = copyProject("counters");
  backend = await runBackend(project.options);
  await note("1", "2", "3", "4", "5", "6");
  journals["asha"] = (await ask({ as: "asha" })).journal;
  journals["nobody"] = (await ask({})).journal;
  journals["everybody"] = (await ask({ udfPath: "counters:notes" })).journal;
  journals["anotherList"] = (await ask({ as: "asha", args: { ...FIRST, list: "other" } })).journal;
  journals["sharedPart"] = (await ask({ udfPath: "asks:sharedNotes" })).journal;
  await note("7", "8", "9", "10");
});

afterEach(() => {
  for (const client of opened.splice(0)) client.close();
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

describe("[PAGE4] a journal", () => {
  test("keeps the end of its own caller's page", async () => {
    expect((await ask({ as: "asha", journal: journals["asha"]! })).rows).toBe(PINNED);
    expect((await ask({ journal: journals["nobody"]! })).rows).toBe(PINNED);
    const args = { paginationOpts: { cursor: null, numItems: 3 } };
    expect((await ask({ args, journal: journals["nobody"]! })).rows).toBe(PINNED);
  });

  test("of a shared result is valid for every caller", async () => {
    for (const as of [undefined, "asha", "bina"] as const) {
      const request = { udfPath: "counters:notes", journal: journals["everybody"]! };
      expect((await ask({ ...request, ...(as && { as }) })).rows).toBe(PINNED);
    }
  });

  test("[SUB18] of a shared part is valid for all who are seen alike, and for no others", async () => {
    const shared = { udfPath: "asks:sharedNotes", journal: journals["sharedPart"]! };
    expect((await ask(shared)).rows).toBe(PINNED);
    const client = await clientOf();
    client.mutate(0, "counters:add", { name: "level" });
    await client.until(({ messages }) => messages.some(({ type }) => type === "MutationResponse"));
    expect((await ask(shared)).rows).toBe(ANEW);
  });

  test.each([
    ["another caller's", { as: "bina", journal: "asha" }],
    ["a caller's, brought by nobody", { journal: "asha" }],
    ["nobody's, brought by a caller", { as: "asha", journal: "nobody" }],
    ["another list's", { as: "asha", journal: "anotherList" }],
    ["another function's", { as: "asha", journal: "everybody" }],
    ["one function's, brought to another", { udfPath: "counters:notes", journal: "nobody" }],
  ])("that is %s is ignored", async (_, { journal, ...request }) => {
    const { rows, journal: next } = await ask({ ...request, journal: journals[journal]! });
    expect(rows).toBe(ANEW);
    expect((await ask({ ...request, journal: next })).rows).toBe(ANEW);
  });

  test("that was forged, changed or truncated is ignored without an error", async () => {
    const own = journals["asha"]!;
    const bytes = Buffer.from(own, "base64url");
    const changed = [0, 11, 12, Math.floor(bytes.length / 2), bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString("base64url");
    });
    const { continueCursor } = (await ask({ as: "asha" })).value;
    const forged = [
      ...changed,
      ...[1, 20, 40, own.length - 1].map((length) => own.slice(0, length)),
      ...["", "null", `${own}=`, ` ${own}`, own + own, "💡", "AAAAAAAA.after.__8", continueCursor],
      ...[64, 2 ** 14, 2 ** 20].map((size) => randomBytes(size).toString("base64url")),
    ];
    for (const journal of forged) {
      expect((await ask({ as: "asha", journal })).rows, journal.slice(0, 80)).toBe(ANEW);
    }
  });
});

test("[PAGE4] a journal is the same text for the same end, and reveals nothing about caller or row", async () => {
  const [one, other] = [await ask({ as: "asha" }), await ask({ as: "asha" })];
  expect(one.journal).toBe(other.journal);
  expect(Buffer.from(one.journal, "base64url").toString("latin1")).not.toMatch(/asha|ownNotes/);
});
