/** Hostile values in a field, in place of the whole body or in the address get a refusal or a success, never a server error. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Market } from "../market.setup";
import { setDeployment } from "../auth/visitor.setup";
import { ask } from "./rest.setup";
import { requestFor } from "./requests.setup";
import { headersOf, namedIn, openWorld } from "./rights.setup";
import { type Persona, ROWS, type Row } from "./rightsTable.setup";

const VALUES = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53],
  ...["", " ", "x", "\ud800", "a\u0000b", "\u202eevil", "a".repeat(100_000)],
  ...["__proto__", "constructor", "' OR 1=1 --", "{{7*7}}", "<script>alert(1)</script>"],
  // Each element that does not fit is a finding of its own.
  Array.from({ length: 400_000 }, () => 0),
  ...[[], {}, ["a"], { $gt: "" }, { toString: "x" }, [[[[]]]]],
].map((value) => [value, JSON.stringify(value).slice(0, 40)] as const);

const IN_PATHS = [
  "%00",
  "%2e%2e%2f%2e%2e",
  "%F0%9F%98%80",
  "null",
  "undefined",
  "__proto__",
  "a%20b@c.de",
  "x".repeat(5_000),
  "%E0%A4",
];

function personaFor(row: Row): Persona {
  if (row.retailer !== "deny") return "retailerA";
  return row.distributor === "deny" ? "admin" : "distributorA";
}

beforeAll(async () => {
  await setDeployment();
  vi.stubEnv("RATE_LIMITS", "off");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const WITH_BODY = ROWS.filter(({ method }) => method !== "GET" && method !== "DELETE");

describe.each(WITH_BODY)("$method $path", (row) => {
  it("refuses or takes any value of any field", async () => {
    const world = await openWorld();
    const persona = personaFor(row);
    const prepared = await requestFor(`${row.method} ${row.path}`, namedIn(world, persona));
    const headers = await headersOf(world, persona);
    for (const field of Object.keys(prepared.body ?? {})) {
      for (const [value, label] of VALUES) {
        const body = { ...prepared.body, [field]: value };
        const { status } = await ask(world.t, `${row.method} ${prepared.path}`, { headers, body });
        expect(status, `${field}: ${label}`).toBeLessThan(500);
      }
    }
  });
});

const WITH_PARAMETERS = ROWS.filter(({ path }) => path.includes("{"));

describe.each(WITH_PARAMETERS)("$method $path", (row) => {
  it("refuses any nonsense in its address", async () => {
    const world = await openWorld();
    const persona = personaFor(row);
    const { body } = await requestFor(`${row.method} ${row.path}`, namedIn(world, persona));
    const headers = await headersOf(world, persona);
    for (const nonsense of IN_PATHS) {
      const path = row.path.replaceAll(/\{\w+\}/g, nonsense);
      const sent = body === undefined ? { headers } : { headers, body };
      const { status } = await ask(world.t, `${row.method} ${path}`, sent);
      expect(status, nonsense).toBeGreaterThanOrEqual(400);
      expect(status, nonsense).toBeLessThan(500);
    }
  });
});

const BOUNDARY = "--x\r\nContent-Disposition: form-data; name=";
const TYPES: readonly (string | undefined)[] = [
  ...[undefined, "", " ", ";", "/", "x", "*/*", "text/plain", "text/html", "application/xml"],
  ...["application/json; charset=utf-16", "application/json2", "application/x-www-form-urlencoded"],
  ...["APPLICATION/JSON", "application/json, text/plain", "image/png", "multipart/mixed"],
  ...["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x"],
  ...["multipart/form-data; boundary=x; boundary=y", 'multipart/form-data; boundary="'],
  ...["Multipart/Form-Data; Boundary=x", `multipart/form-data; boundary=${"b".repeat(9_000)}`],
  `${"a".repeat(9_000)}/${"b".repeat(9_000)}`,
];
const RAW_BODIES = [
  "{}",
  '{"a":1}',
  "",
  "--x--",
  `${BOUNDARY}"image"\r\n\r\nx\r\n--x--\r\n`,
  "\u0000",
];

describe.each(ROWS.filter(({ method }) => method !== "GET"))("$method $path", (row) => {
  it("refuses or takes a body of any Content-Type, from a caller and from nobody", async () => {
    const world = await openWorld();
    const { path } = await requestFor(`${row.method} ${row.path}`, namedIn(world, personaFor(row)));
    for (const caller of [await headersOf(world, personaFor(row)), {}]) {
      for (const type of TYPES) {
        const headers = { ...caller, ...(type !== undefined && { "Content-Type": type }) };
        for (const body of RAW_BODIES) {
          // As bytes: a text would bring a Content-Type of its own.
          const sent = { method: row.method, headers, body: new TextEncoder().encode(body) };
          const { status } = await world.t.fetch(path, sent);
          expect(status, `${type?.slice(0, 60)}: ${body.slice(0, 20)}`).toBeLessThan(500);
        }
      }
    }
  });
});

/** Sends a body in pieces, without its length, and says how much of it was taken. */
async function sendPieces(
  t: Market,
  { method, path }: Row,
  headers: Record<string, string>,
  pieces: number,
): Promise<{ status: number; taken: number }> {
  const piece = new Uint8Array(2 ** 16).fill(0x20);
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1;
      if (taken > pieces) controller.close();
      else controller.enqueue(piece);
    },
  });
  const sent = { method, headers, body, duplex: "half" } as RequestInit;
  const { status } = await t.fetch(path.replaceAll(/\{\w+\}/g, "x"), sent);
  return { status, taken: taken * piece.length };
}

describe.each(WITH_BODY)("$method $path", (row) => {
  it("reads no more of a body than a call may have, and nothing that is compressed", async () => {
    const world = await openWorld();
    const persona = personaFor(row);
    const caller = await headersOf(world, persona);
    const prepared = await requestFor(`${row.method} ${row.path}`, namedIn(world, persona));
    const takesBody = prepared.body !== undefined || prepared.form !== undefined;
    for (const type of ["application/json", "multipart/form-data; boundary=x"]) {
      const headers = { ...caller, "Content-Type": type };
      const sent = await sendPieces(world.t, row, headers, 200);
      expect(sent.status).toBeLessThan(500);
      // The stream itself asks for one piece before anybody reads; a call without a body reads none.
      expect(sent.taken).toBeLessThan(takesBody ? 7 * 2 ** 20 : 2 ** 18);
      for (const coding of ["gzip", "br", "deflate", "GZIP", "gzip, gzip", "identity, br"]) {
        const packed = await sendPieces(
          ...([world.t, row, { ...headers, "Content-Encoding": coding }, 200] as const),
        );
        expect(packed.status).toBe(takesBody ? 415 : sent.status);
        expect(packed.taken).toBeLessThan(2 ** 18);
      }
    }
  });
});
