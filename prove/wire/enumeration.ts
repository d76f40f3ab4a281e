/** Checks that a stranger gets exactly the same answer for an id or e-mail of A as for a missing, foreign or malformed one. */
import { requestFor, type Request } from "../../convex/rest/requests.setup";
import { ROWS, refusalFor, type Persona } from "../../convex/rest/rightsTable.setup";
import { decodeId, newId } from "../../embedded/database/ids";
import type { PublicFunction } from "./arguments";
import { type Tenants, namedIn } from "./tenants";
import { type Answered, type Args, type Outcome, ask } from "./clients";

const STRANGERS = ["retailerB", "distributorB"] as const satisfies readonly Persona[];
const NOBODY = "nobody.at.all@example.test";
const MALFORMED = ["x", "none", "..%2F..", "__proto__", "0"];

export interface Sweep {
  compared: number;
  readonly isChosen: () => boolean;
  readonly told: Set<string>;
}

/** Replaces a text everywhere in a value, also where it is URL-encoded. */
function put<Value extends object>(value: Value, from: string, to: string): Value {
  const text = JSON.stringify(value)
    .replaceAll(encodeURIComponent(from), encodeURIComponent(to))
    .replaceAll(from, to);
  return JSON.parse(text) as Value;
}

/** Removes the random parts of an answer: the id of a request, the handle of a code. */
function withoutChance(text: string): string {
  return text.replaceAll(/"(requestId|handle)":"[^"]*"/g, "");
}

function lesson({ status, text }: Answered): string {
  return `${status} ${withoutChance(text)}`;
}

/** Returns replacements for an id or e-mail: missing, of another table, damaged, malformed. */
function substitutesFor(text: string, otherTables: string): string[] {
  if (text.includes("@")) return [NOBODY];
  const { tableNumber } = decodeId(text) ?? { tableNumber: 0 };
  const damaged = `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`;
  return [newId(tableNumber), otherTables, damaged, ...MALFORMED];
}

/** Returns all ids and e-mails of A. */
function namesOfA({ accounts, trades, own }: Tenants): string[] {
  const { orders, invoiceId, connectionId, conversationId, productId } = trades.A;
  return [
    ...Object.values(orders),
    ...[invoiceId, connectionId, conversationId, productId, own.keyId, own.webhookId],
    ...[accounts.retailerA.email, accounts.distributorA.email],
  ];
}

/** Compares the answers of every REST call that is refused to a stranger. */
export async function sweepCalls(tenants: Tenants, sweep: Sweep): Promise<void> {
  const otherTables = tenants.accounts.retailerB.id;
  for (const persona of STRANGERS) {
    const { token } = tenants.accounts[persona];
    // A conflict (409) reveals only a state that everybody sees.
    const refused = ROWS.filter((row) =>
      [403, 404].includes(refusalFor(row, persona)?.status ?? 0),
    );
    for (const row of refused.filter(sweep.isChosen)) {
      const { method, path: pattern } = row;
      const request = await requestFor(`${method} ${pattern}`, namedIn(tenants, persona));
      if (request.form !== undefined) continue;
      const send = async (of: Request) =>
        lesson(await ask(tenants.market.url, `${method} ${of.path}`, of, { token }));
      const known = await send(request);
      const sent = decodeURIComponent(JSON.stringify(request));
      for (const text of namesOfA(tenants).filter((each) => sent.includes(each))) {
        for (const other of substitutesFor(text, otherTables)) {
          sweep.compared += 1;
          const unknown = await send(put(request, text, other));
          if (unknown !== known) {
            sweep.told.add(
              `${method} ${pattern} as ${persona}: ${known}, but for ${other} ${unknown}`,
            );
          }
        }
      }
    }
  }
}

/** Functions about public data: retailers see every distributor and every product. */
const LISTED = new Set(["users:distributor", "products:byDistributor", "products:one"]);

export async function sweepFunctions(
  tenants: Tenants,
  functions: readonly PublicFunction[],
  sweep: Sweep,
  call: (fn: PublicFunction, persona: Persona, args: Args) => Promise<Outcome>,
  argsOf: (fn: PublicFunction, persona: Persona) => Args,
): Promise<void> {
  const otherTables = tenants.accounts.retailerB.id;
  const tried = functions.filter(({ path }) => !LISTED.has(path) && path !== "orders:place");
  for (const persona of [...STRANGERS, "anonymous"] as const) {
    for (const fn of tried.filter(sweep.isChosen)) {
      const args = argsOf(fn, persona);
      const sent = JSON.stringify(args);
      const named = namesOfA(tenants).filter((text) => sent.includes(text));
      if (named.length === 0) continue;
      const known = withoutChance(JSON.stringify(await call(fn, persona, args)));
      for (const text of named) {
        for (const other of substitutesFor(text, otherTables)) {
          sweep.compared += 1;
          const answer = await call(fn, persona, put(args, text, other));
          const unknown = withoutChance(JSON.stringify(answer));
          if (unknown !== known)
            sweep.told.add(`${fn.path} as ${persona}: ${known}, but for ${other} ${unknown}`);
        }
      }
    }
  }
}
