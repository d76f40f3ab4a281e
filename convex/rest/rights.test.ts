/** Tries the whole table of rights over HTTP, call by call and persona by persona. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setDeployment } from "../auth/visitor.setup";
import { everything } from "../market.setup";
import { app } from "./app";
import { ask } from "./rest.setup";
import { requestFor } from "./requests.setup";
import { headersOf, namedIn, openWorld, type World } from "./rights.setup";
import { PERSONAS, ROWS, refusalFor, type Persona, type Row } from "./rightsTable.setup";

async function attempt(world: World, { method, path: pattern }: Row, persona: Persona) {
  const call = `${method} ${pattern}`;
  const { path, body, form } = await requestFor(call, namedIn(world, persona));
  const headers = await headersOf(world, persona);
  const before = await everything(world.t);
  if (form === undefined) {
    const sent = body === undefined ? { headers } : { headers, body };
    return { before, answer: await ask(world.t, `${method} ${path}`, sent) };
  }
  const response = await world.t.fetch(path, { method, headers, body: form });
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
