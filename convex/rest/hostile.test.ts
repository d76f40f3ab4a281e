/** Whatever is sent in place of a field, of the whole body, or in the address: a refusal or a success, never a failure of ours. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setDeployment } from "../auth/visitor.setup";
import { ask } from "./rest.setup";
import { requestFor } from "./requests.setup";
import { headersOf, namedIn, openWorld } from "./rights.setup";
import { type Persona, ROWS, type Row } from "./rightsTable.setup";

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53],
  ...["", " ", "x", "\ud800", "a\u0000b", "\u202eevil", "a".repeat(100_000)],
  ...["__proto__", "constructor", "' OR 1=1 --", "{{7*7}}", "<script>alert(1)</script>"],
  ...[[], {}, ["a"], { $gt: "" }, { toString: "x" }, [[[[]]]]],
];

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
      for (const value of VALUES) {
        const body = { ...prepared.body, [field]: value };
        const { status } = await ask(world.t, `${row.method} ${prepared.path}`, { headers, body });
        expect(status, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500);
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
