/** Who may do what: the whole table of rights, call by call and persona by persona, over HTTP. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setDeployment } from "../auth/visitor.setup";
import { everything, type Person } from "../market.setup";
import rights from "./rights.setup.json";
import { app } from "./app";
import { ask } from "./rest.setup";
import {
  PERSONAS,
  REQUESTS,
  ROLE_OF,
  headersOf,
  openWorld,
  type Persona,
  type World,
} from "./rights.setup";

type Right = "allow" | "own-only" | "deny" | "n/a";
type Text = { status: number; error: string };
type Row = {
  method: string;
  path: string;
  anonymous: Right;
  retailer: Right;
  distributor: Right;
  admin: Right;
  otherTenant: Right;
  expect: { anonymous?: Text; wrongRole?: Text; otherTenant?: Text };
};

const ROWS = rights as Row[];

const LOG_IN: Text = { status: 401, error: "Please log in to continue." };
const NOT_ALLOWED: Text = { status: 403, error: "You are not allowed to do this." };
const NO_SUCH: Text = { status: 404, error: "Not found." };

/** Where a cell of the table says less than the rules in words do. */
const EXCEPTIONS: Record<string, Text> = {
  // The product is every retailer's to see; what a stranger lacks is a reservation of it.
  "PATCH /api/products/update-stock/{productId} retailerB": {
    status: 409,
    error: "No stock to restore.",
  },
};

/** What the persona gets; null: the call succeeds. */
function refusalFor(row: Row, persona: Persona): Text | null {
  const exception = EXCEPTIONS[`${row.method} ${row.path} ${persona}`];
  if (exception !== undefined) return exception;
  if (persona === "anonymous" || persona === "deletedUser" || persona === "expiredSession")
    return row.anonymous === "deny" ? (row.expect.anonymous ?? LOG_IN) : null;
  const right = row[ROLE_OF[persona]];
  if (right === "deny") return row.expect.wrongRole ?? NOT_ALLOWED;
  const isStranger = persona.endsWith("B") && right === "own-only";
  return isStranger ? (row.expect.otherTenant ?? NO_SUCH) : null;
}

/** A on the side of trade on which the persona stands. */
function selfOf(world: World, persona: Persona): Person {
  return persona.startsWith("distributor") ? world.distributorA : world.retailerA;
}

function personOf(world: World, persona: Persona): Person {
  return persona in ROLE_OF ? world[persona as keyof typeof ROLE_OF] : world.retailerA;
}

async function attempt(world: World, row: Row, persona: Persona) {
  const prepare = REQUESTS[`${row.method} ${row.path}`];
  if (prepare === undefined) throw new Error("There is no request to try this call with");
  const { path, body, form } = await prepare(
    world,
    selfOf(world, persona),
    personOf(world, persona),
  );
  const headers = await headersOf(world, persona);
  const before = await everything(world.t);
  if (form === undefined) {
    const sent = body === undefined ? { headers } : { headers, body };
    return { before, answer: await ask(world.t, `${row.method} ${path}`, sent) };
  }
  const response = await world.t.fetch(path, { method: row.method, headers, body: form });
  const parsed = (await response.json()) as unknown;
  return { before, answer: { status: response.status, body: parsed } };
}

// Once: its keys take longer to make than all else here.
beforeAll(async () => {
  await setDeployment();
  vi.stubEnv("RATE_LIMITS", "off");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each(ROWS)("$method $path", (row) => {
  it.each(PERSONAS)("as %s", async (persona) => {
    const world = await openWorld();
    const wanted = refusalFor(row, persona);
    const { before, answer } = await attempt(world, row, persona);
    if (wanted === null) {
      expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
      return;
    }
    const { status, error } = wanted;
    expect(answer).toMatchObject({
      status,
      body: { error, message: error, requestId: expect.any(String) as string },
    });
    expect(await everything(world.t), "a refused call changes nothing").toBe(before);
  });
});

/** Calls of the deployment itself, of the page for developers, and what a browser asks beforehand. */
const BESIDE_THE_TABLE = ["GET /api/health", "GET /api/dev/mailbox", "GET /api/openapi.json"];

it("knows every route there is, and every call of the table has its route", () => {
  const served = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  const wanted = ROWS.map(({ method, path }) => {
    const [pathname = ""] = path.split("?");
    return `${method} ${pathname.replaceAll(/\{\w+\}/g, ":id")}`;
  });
  const named = (route: string) => route.replaceAll(/:\w+/g, ":id");
  const known = new Set([...wanted, ...BESIDE_THE_TABLE]);
  expect([...new Set(served.map(named))].sort()).toEqual([...known].sort());
});
