/** `npx convex export` and `npx convex import` with the stock command line. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { BaseConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { entriesOf } from "../extras/transfer/unzip";
import { createZip } from "../extras/transfer/zip";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { newId } from "../database/ids";
import { cliSucceeds, startCli } from "./cli";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

type Nothing = Record<string, never>;
const library = {
  addAuthor: makeFunctionReference<"mutation", { name: string }, string>("library:addAuthor"),
  addBook: makeFunctionReference<
    "mutation",
    { title: string; author: string; cover?: string },
    string
  >("library:addBook"),
  addThing: makeFunctionReference<"mutation", { thing: Value }, string>("library:addThing"),
  addPlace: makeFunctionReference<"mutation", { label: string }>("library:addPlace"),
  places: makeFunctionReference<"query", Nothing, string[]>("library:places"),
  books: makeFunctionReference<"query", Nothing, { title: string; by: string | null }[]>(
    "library:books",
  ),
  byAuthor: makeFunctionReference<"query", { author: string }, string[]>("library:byAuthor"),
  search: makeFunctionReference<"query", { words: string }, string[]>("library:search"),
  things: makeFunctionReference<"query", Nothing, Record<string, Value>[]>("library:things"),
  covers: makeFunctionReference<"query", Nothing, string[]>("library:covers"),
  uploadUrl: makeFunctionReference<"mutation", Nothing, string>("library:uploadUrl"),
};

/** An empty backend. */
interface Library {
  readonly project: TestProject;
  readonly backend: RunningBackend;
  readonly http: ConvexHttpClient;
  cli(...args: string[]): Promise<string>;
}

async function openLibrary(): Promise<Library & { close(): Promise<void> }> {
  const project = copyProject("library");
  const backend = await runBackend(project.options);
  return {
    project,
    backend,
    http: new ConvexHttpClient(backend.addresses.url, { logger: false }),
    cli: (...args) => cliSucceeds(project.dir, backend.addresses, args),
    async close() {
      await backend.stop();
      project.remove();
    },
  };
}

async function emptyLibrary(): Promise<Library> {
  const opened = await openLibrary();
  onTestFinished(() => opened.close());
  return opened;
}

const folder = mkdtempSync(path.join(tmpdir(), "embedded-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(name: string, content: string | Buffer): string {
  files += 1;
  const file = path.join(folder, `${files}-${name}`);
  writeFileSync(file, content);
  return file;
}

async function archiveOf(entries: Readonly<Record<string, string | readonly object[]>>) {
  const contents = Object.entries(entries).map(([name, content]) => ({
    name,
    content: [
      Buffer.from(
        typeof content === "string"
          ? content
          : content.map((line) => `${JSON.stringify(line)}\n`).join(""),
      ),
    ],
  }));
  return buffer(createZip(contents));
}

async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const contents = (await entriesOf(archive)).map(
    async (entry) => [entry.name, (await entry.read()).toString("latin1")] as const,
  );
  return Object.fromEntries(await Promise.all(contents));
}

async function exported(from: Library): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}-export.zip`);
  await from.cli("export", "--path", file, "--include-file-storage");
  return file;
}

/** Imports without confirmation, as programs do. */
async function post(
  { backend }: Library,
  query: Record<string, string>,
  body: string | Buffer,
): Promise<{ status: number; message?: string; numWritten?: number }> {
  const { apiUrl, adminKey } = backend.addresses;
  const response = await fetch(`${apiUrl}/api/import?${new URLSearchParams(query).toString()}`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}` },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const PICTURE = Uint8Array.from([137, 80, 78, 71, 0, 255]);

const EVERY_VALUE = {
  nothing: null,
  whole: 3,
  part: -0.125,
  large: 1e21,
  zero: -0,
  none: NaN,
  endless: -Infinity,
  integer: 2n ** 63n - 1n,
  small: -3n,
  yes: true,
  text: 'नमस्ते "12" \\ 3\n4',
  digits: "1234",
  bytes: Uint8Array.from([0, 1, 254, 255]).buffer,
  list: [1, [2n, "three"], []],
  nested: { deep: { deeper: [{ number: 1 }] }, empty: {} },
};

async function fill({ http }: Library): Promise<void> {
  const author = await http.mutation(library.addAuthor, { name: "Asha" });
  const response = await fetch(await http.mutation(library.uploadUrl, {}), {
    method: "POST",
    headers: { "Content-Type": "image/png" },
    body: PICTURE,
  });
  const { storageId: cover } = (await response.json()) as { storageId: string };
  await http.mutation(library.addBook, { title: "The market of Mandi", author, cover });
  await http.mutation(library.addBook, { title: "Rivers and markets", author });
  await http.mutation(library.addThing, { thing: EVERY_VALUE });
  await http.mutation(library.addPlace, { label: "top shelf" });
}

describe("an archive", () => {
  let first: Library & { close(): Promise<void> };
  let archive: string;

  beforeAll(async () => {
    first = await openLibrary();
    await fill(first);
    archive = await exported(first);
  }, 60_000);
  afterAll(() => first.close());

  test("[EXP2] has Convex's layout: table numbers, rows, format markers, files with metadata", async () => {
    const contents = await contentsOf(readFileSync(archive));
    expect(Object.keys(contents)).toEqual(
      expect.arrayContaining([
        "README.md",
        "_tables/documents.jsonl",
        "authors/documents.jsonl",
        "authors/generated_schema.jsonl",
        "_components/shelf/_tables/documents.jsonl",
        "_components/shelf/places/documents.jsonl",
        "_storage/documents.jsonl",
      ]),
    );
    expect(contents["authors/generated_schema.jsonl"]).toBe('"uniform"\n');
    const [book = ""] = contents["books/documents.jsonl"]?.split("\n") ?? [];
    const { cover } = JSON.parse(book) as { cover: string };
    expect(contents[`_storage/${cover}.png`]).toBe("\x89PNG\x00\xff");
    expect(JSON.parse(contents["_storage/documents.jsonl"] ?? "")).toEqual({
      _id: cover,
      _creationTime: expect.any(Number) as number,
      sha256: createHash("sha256").update(PICTURE).digest("base64"),
      size: 6,
      contentType: "image/png",
      internalId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const thing = contents["things/documents.jsonl"] ?? "";
    for (const part of [
      '"whole":3.0,',
      '"zero":-0.0}',
      '"none":{"$float":"AAAAAAAA+H8="}',
      '"integer":9223372036854775807,',
      '"bytes":{"$bytes":"AAH+/w=="}',
    ])
      expect(thing).toContain(part);
  });

  test("[IMP1] restores ids, times, every kind of value, components, files and URLs into an empty deployment", async () => {
    const second = await emptyLibrary();
    const printed = await second.cli("import", archive);
    expect(printed).toContain("books: create 2, delete 0 of 0");
    expect(printed).toContain("Added 5 documents");
    const again = await contentsOf(readFileSync(await exported(second)));
    expect(again).toEqual(await contentsOf(readFileSync(archive)));
    const [thing] = await second.http.query(library.things, {});
    expect(thing).toMatchObject(EVERY_VALUE);
    expect(Object.is(thing?.["zero"], -0)).toBe(true);
    const [cover = ""] = await second.http.query(library.covers, {});
    const response = await fetch(cover);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PICTURE);
    const [before = ""] = await first.http.query(library.covers, {});
    expect(new URL(cover).pathname).toBe(new URL(before).pathname);
    expect(await second.http.query(library.places, {})).toEqual(["top shelf"]);
  }, 60_000);

  test("[IMP2] is rejected for non-empty tables, unless a confirmed mode replaces them", async () => {
    const second = await emptyLibrary();
    await second.http.mutation(library.addAuthor, { name: "Bela" });
    const refused = startCli(second.project.dir, second.backend.addresses, ["import", archive]);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('Table "authors" is not empty');
    const printed = await second.cli("import", "--replace", "-y", archive);
    expect(printed).toContain("authors: create 1, delete 1 of 1");
    expect((await second.http.query(library.books, {})).map(({ by }) => by)).toEqual([
      "Asha",
      "Asha",
    ]);
    // Imports the same archive again: the files keep their URLs.
    const before = await second.http.query(library.covers, {});
    await second.cli("import", "--replace", "-y", archive);
    expect(await second.http.query(library.covers, {})).toEqual(before);
    expect((await fetch(before[0] ?? "")).status).toBe(200);
  }, 60_000);
});

/** An export of Convex: other table numbers, one of them shared by the app and a component. */
const ASHA = newId(10_057);
const BELA = newId(10_057);
const COVER = newId(540);
const MARKET = newId(10_042);
function cloudArchive(changes: Record<string, string | readonly object[]> = {}) {
  return archiveOf({
    "README.md": "# Welcome\n",
    "_tables/documents.jsonl": [
      { name: "books", id: 10_042 },
      { name: "authors", id: 10_057 },
    ],
    "_components/shelf/_tables/documents.jsonl": [{ name: "places", id: 10_057 }],
    "authors/documents.jsonl": `{"_creationTime":1700000000000.5,"_id":"${ASHA}","name":"Asha"}\n{"_creationTime":1700000000001.0,"_id":"${BELA}","born":1970.0,"name":"Bela"}\n`,
    "authors/generated_schema.jsonl": '"uniform"\n',
    "books/documents.jsonl": `{"_creationTime":1700000000002.0,"_id":"${MARKET}","author":"${BELA}","cover":"${COVER}","title":"Markets"}\n`,
    "books/generated_schema.jsonl": '"uniform"\n',
    "_components/shelf/places/documents.jsonl": `{"_creationTime":1700000000003.0,"_id":"${newId(10_057)}","label":"cloud"}\n`,
    "_components/shelf/places/generated_schema.jsonl": '"uniform"\n',
    "_storage/documents.jsonl": [
      {
        _id: COVER,
        _creationTime: 1_700_000_000_004,
        sha256: null,
        size: 5,
        contentType: "text/plain",
        internalId: "5e1f3a9e-7f43-4c5f-9a3b-0d6f3f1e2a77",
      },
    ],
    [`_storage/${COVER}.txt`]: "cover",
    ...changes,
  });
}

test("[IMP3] keeps ids and references of a Convex export, for any table numbers", async () => {
  const here = await emptyLibrary();
  await here.cli("import", fileOf("cloud.zip", await cloudArchive()));
  expect(await here.http.query(library.books, {})).toEqual([{ title: "Markets", by: "Bela" }]);
  expect(await here.http.query(library.byAuthor, { author: BELA })).toEqual(["Markets"]);
  expect(await here.http.query(library.search, { words: "markets" })).toEqual(["Markets"]);
  expect(await here.http.query(library.places, {})).toEqual(["cloud"]);
  const [cover = ""] = await here.http.query(library.covers, {});
  expect(cover).toContain("5e1f3a9e-7f43-4c5f-9a3b-0d6f3f1e2a77");
  expect(await (await fetch(cover)).text()).toBe("cover");
  // New rows get ids with the tables' new numbers.
  const author = await here.http.mutation(library.addAuthor, { name: "Chitra" });
  expect(author.slice(0, 3)).toBe(ASHA.slice(0, 3));
  await here.http.mutation(library.addBook, { title: "More", author });
  expect(await here.http.query(library.byAuthor, { author })).toEqual(["More"]);
}, 60_000);

test("[IMP4] subscribers see an import in one transition, never a part of it", async () => {
  const here = await emptyLibrary();
  const states: string[] = [];
  const client = new BaseConvexClient(
    here.backend.addresses.url,
    () => states.push([state("library:books", {}), state("library:byAuthor", args)].join(" ")),
    {
      unsavedChangesWarning: false,
      logger: false,
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    },
  );
  onTestFinished(() => client.close());
  // Before the import no author has this id: the query fails without reading anything.
  const args = { author: BELA };
  const state = (path: string, ofQuery: Record<string, Value>): string => {
    try {
      return JSON.stringify(client.localQueryResult(path, ofQuery) ?? null);
    } catch {
      return "failed";
    }
  };
  client.subscribe("library:books", {});
  client.subscribe("library:byAuthor", args);
  await eventually(() => expect(states.at(-1)).toBe("[] failed"));
  const stateCount = states.length;
  const answer = await post(here, { format: "zip" }, await cloudArchive());
  expect(answer).toMatchObject({ status: 200, numWritten: 4 });
  const after = '[{"by":"Bela","title":"Markets"}] ["Markets"]';
  await eventually(() => expect(states.at(-1)).toBe(after));
  expect(new Set(states.slice(stateCount))).toEqual(new Set([after]));
}, 60_000);

describe("a single table", () => {
  let here: Library & { close(): Promise<void> };
  beforeAll(async () => {
    here = await openLibrary();
  }, 60_000);
  afterAll(() => here.close());
  const things = async () =>
    (await here.http.query(library.things, {})).map(({ _id, _creationTime, ...thing }) => thing);

  test("[IMP5] comes from CSV, a JSON array or JSON lines, to be appended or to replace", async () => {
    const csv = fileOf(
      "things.csv",
      'name, price,note\r\n"Rice, white",12.5,"say ""hi"""\n\nDal,-3,\n',
    );
    await here.cli("import", "--table", "things", csv);
    expect(await things()).toEqual([
      { name: "Rice, white", price: 12.5, note: 'say "hi"' },
      { name: "Dal", price: -3, note: "" },
    ]);
    const lines = fileOf("things.jsonl", '{"a":1}\n{"a":{"b":[null,true]}}');
    await here.cli("import", "--table", "things", "--append", lines);
    expect((await things()).slice(2)).toEqual([{ a: 1 }, { a: { b: [null, true] } }]);
    const array = fileOf("things.json", '[{"only": 2}]');
    await here.cli("import", "--table", "things", "--replace", "-y", array);
    expect(await things()).toEqual([{ only: 2 }]);
    const authors = "name,born\nAsha,\nBela,1970\n";
    expect(await post(here, { format: "csv", tableName: "authors" }, authors)).toMatchObject({
      status: 200,
      numWritten: 2,
    });
    await post(here, { format: "jsonLines", tableName: "things", mode: "replace" }, "");
    expect(await things()).toEqual([]);
  }, 60_000);

  test("[IMP6] belongs to the component that is named", async () => {
    const lines = fileOf("places.jsonl", '{"label":"b"}\n{"label":"a"}\n');
    await here.cli("import", "--component", "shelf", "--table", "places", lines);
    expect(await here.http.query(library.places, {})).toEqual(["a", "b"]);
  }, 60_000);
});

describe("[IMP7] refuses an invalid import in a sentence, and changes nothing:", () => {
  let here: Library & { close(): Promise<void> };
  let before: Record<string, string>;
  beforeAll(async () => {
    here = await openLibrary();
    await fill(here);
    before = await contentsOf(readFileSync(await exported(here)));
  }, 60_000);
  afterAll(async () => {
    expect(await contentsOf(readFileSync(await exported(here)))).toEqual(before);
    await here.close();
  });

  const lines = { format: "jsonLines", tableName: "things", mode: "append" };
  const replacing = { format: "zip", mode: "replace" };
  const cases: [string, Record<string, string>, () => Promise<Buffer> | string, string][] = [
    ["no archive", replacing, () => "not an archive, not at all", "This is no ZIP archive."],
    ["half an archive", replacing, async () => (await cloudArchive()).subarray(100), "damaged"],
    [
      "an archive with a changed byte",
      replacing,
      async () => {
        const archive = await cloudArchive();
        const at = archive.indexOf("authors/documents.jsonl") + 40;
        archive[at] = (archive[at] ?? 0) ^ 0x55;
        return archive;
      },
      "authors/documents.jsonl in the ZIP archive",
    ],
    ["a line that is no JSON", lines, () => '{"a":1}\nnonsense\n', "Row 2 is not valid JSON"],
    ["a line that is no object", lines, () => '{"a":1}\n[1]\n', "Row 2 is not an object."],
    ["a field that may not be", lines, () => '{"$a":1}\n', "Row 1 is not a valid Convex value"],
    ["a system field", lines, () => '{"_a":1}\n', "Field '_a' starts with an underscore"],
    ["an array that is none", { ...lines, format: "jsonArray" }, () => "{}", "not a JSON array"],
    ["a CSV row that is short", { ...lines, format: "csv" }, () => "a,b\n1\n", "CSV row 1 has 1"],
    [
      "an id of another table",
      { ...lines, tableName: "authors" },
      () => `{"_id":"${newId(10_900)}","name":"x"}`,
      "begin with another number",
    ],
    ["an id that is none", lines, () => '{"_id":"x"}', "invalid _id 'x'"],
    [
      "an id twice",
      { ...lines, mode: "replace" },
      () => `{"_id":"${MARKET}"}\n{"_id":"${MARKET}"}`,
      "is there twice",
    ],
    [
      "a document that does not fit the schema",
      { format: "jsonLines", tableName: "authors", mode: "append" },
      () => '{"name":7}',
      "does not match the schema",
    ],
    [
      "a reference to nothing",
      { format: "jsonLines", tableName: "books", mode: "append" },
      () => `{"title":"x","author":"${newId(10_900)}"}`,
      "does not match the schema",
    ],
    [
      "a document that is too large",
      lines,
      () => JSON.stringify({ text: "x".repeat(2 ** 20) }),
      "Value is too large",
    ],
    [
      "too many documents",
      lines,
      () => "{}\n".repeat(16_001),
      "At most 16000 documents can be appended",
    ],
    [
      "a component that is not here",
      { ...lines, componentPath: "attic" },
      () => "{}",
      'There is no component "attic"',
    ],
    [
      "a table name",
      { ...lines, tableName: "_things" },
      () => "{}",
      "can't be the name of a table",
    ],
    ["a table that is not empty", { ...lines, mode: "requireEmpty" }, () => "{}", "is not empty"],
    ["an unknown mode", { ...lines, mode: "upsert" }, () => "{}", "The mode must be one of"],
    [
      "two tables of one number",
      replacing,
      () =>
        archiveOf({
          "_tables/documents.jsonl": [
            { name: "authors", id: 10_500 },
            { name: "books", id: 10_500 },
          ],
        }),
      "begin with the same number",
    ],
    [
      "a number that a table has that stays",
      replacing,
      () => {
        const taken = /"name":"things","id":(\d+)/.exec(before["_tables/documents.jsonl"] ?? "");
        return archiveOf({
          "_tables/documents.jsonl": [{ name: "authors", id: Number(taken?.[1]) }],
        });
      },
      "--replace-all",
    ],
    [
      "a table's new number that others refer to",
      replacing,
      () => archiveOf({ "_tables/documents.jsonl": [{ name: "authors", id: 10_500 }] }),
      'which table "books" refers to',
    ],
    [
      "a file that is not what it should be",
      replacing,
      () =>
        cloudArchive({
          "_storage/documents.jsonl": [{ _id: COVER, sha256: Buffer.alloc(32).toString("base64") }],
        }),
      "its SHA-256 differs",
    ],
    [
      "an old notation with integers",
      replacing,
      () => cloudArchive({ "books/generated_schema.jsonl": '"{\\"pages\\": int64}"\n' }),
      "of an older kind of export",
    ],
  ];

  test.each(cases)(
    "%s",
    async (_what, query, body, words) => {
      const answer = await post(here, query, await body());
      expect(answer.message).toContain(words);
      expect(answer.status).toBe(400);
    },
    20_000,
  );

  test("more than 256 MiB", async () => {
    const { apiUrl, adminKey } = here.backend.addresses;
    const refused = await fetch(`${apiUrl}/api/import?format=zip`, {
      method: "POST",
      headers: { Authorization: `Convex ${adminKey}` },
      body: new Uint8Array(257 * 2 ** 20),
    });
    expect([refused.status, await refused.text()]).toEqual([
      413,
      expect.stringContaining("larger than 256 MiB") as string,
    ]);
  }, 60_000);

  test("reports it on the command line", async () => {
    const running = startCli(here.project.dir, here.backend.addresses, [
      "import",
      "--append",
      "--table",
      "things",
      fileOf("bad.jsonl", "nonsense"),
    ]);
    expect(await running.exited).toBe(1);
    expect(running.output()).toContain("Row 1 is not valid JSON");
  }, 60_000);
});

test("[IMP8] --replace-all keeps only imported rows", async () => {
  const here = await emptyLibrary();
  await fill(here);
  await here.cli("import", "--replace-all", "-y", fileOf("cloud.zip", await cloudArchive()));
  expect(await here.http.query(library.things, {})).toEqual([]);
  expect(await here.http.query(library.books, {})).toEqual([{ title: "Markets", by: "Bela" }]);
  expect(await here.http.query(library.places, {})).toEqual(["cloud"]);
  await here.http.mutation(library.addThing, { thing: { after: 1 } });
}, 60_000);

test("[IMP9] reports an import that the process did not finish as failed and changes nothing", async () => {
  const project = copyProject("library");
  onTestFinished(() => project.remove());
  const first = await runBackend(project.options);
  const { apiUrl, adminKey } = first.addresses;
  const ask = async (base: string, key: string, address: string, body: string) =>
    (
      await fetch(`${base}${address}`, {
        method: "POST",
        headers: { Authorization: `Convex ${key}`, "Content-Type": "application/json" },
        body,
      })
    ).json() as Promise<Record<string, unknown>>;
  const { uploadToken } = await ask(apiUrl, adminKey, "/api/import/start_upload", "");
  const part = `/api/import/upload_part?uploadToken=${String(uploadToken)}&partNumber=1`;
  const partToken = await ask(apiUrl, adminKey, part, '{"a":1}');
  const finish = (partTokens: unknown[]) =>
    ask(
      apiUrl,
      adminKey,
      "/api/import/finish_upload",
      JSON.stringify({
        import: { format: "jsonLines", tableName: "things", mode: "append" },
        uploadToken,
        partTokens,
      }),
    );
  expect(await finish([partToken, "2"])).toMatchObject({
    message: "Part 2 of the upload is missing.",
  });
  const { importId } = await finish([partToken]);
  await first.stop();
  const second = await runBackend(project.options);
  onTestFinished(() => second.stop());
  const { value } = await ask(
    second.addresses.apiUrl,
    second.addresses.adminKey,
    "/api/query",
    JSON.stringify({ path: "_system/cli/queryImport", args: { importId }, format: "json" }),
  );
  expect(value).toMatchObject({
    state: { state: "failed", error_message: expect.stringContaining("restarted") as string },
  });
}, 60_000);
