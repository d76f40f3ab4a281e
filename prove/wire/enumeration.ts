/** Checks that a stranger gets exactly the same answer for an id or e-mail of A as for a missing, foreign or malformed one. */
import { requestFor, type Request } from "../../convex/rest/requests.setup";
import { ROWS, refusalFor, type Persona } from "../../convex/rest/rightsTable.setup";
import { decodeId, newId } from "../../embedded/database/ids";
import type { PublicFunction } from "./arguments";
import { type Tenants, parametersFor } from "./tenants";
import { type Args, type HttpAnswer, type Outcome, sendRequest } from "./clients";

const STRANGERS = ["retailerB", "distributorB"] as const satisfies readonly Persona[];
const MISSING_EMAIL = "nobody.at.all@example.test";
const MALFORMED = ["x", "none", "..%2F..", "__proto__", "0"];

export interface Enumeration {
  compared: number;
  readonly isChosen: () => boolean;
  readonly differences: Set<string>;
}

/** Replaces a text everywhere in a value, also where it is URL-encoded. */
function replaceText<Value extends object>(value: Value, from: string, to: string): Value {
  const text = JSON.stringify(value)
    .replaceAll(encodeURIComponent(from), encodeURIComponent(to))
    .replaceAll(from, to);
  return JSON.parse(text) as Value;
}

/** Removes the random parts of an answer: the id of a request, the handle of a code. */
function withoutRandomParts(text: string): string {
  return text.replaceAll(/"(requestId|handle)":"[^"]*"/g, "");
}

function comparable({ status, text }: HttpAnswer): string {
  return `${status} ${withoutRandomParts(text)}`;
}

/** Returns replacements for an id or e-mail: missing, of another table, damaged, malformed. */
function replacementsFor(text: string, otherTables: string): string[] {
  if (text.includes("@")) return [MISSING_EMAIL];
  const { tableNumber } = decodeId(text) ?? { tableNumber: 0 };
  const damaged = `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`;
  return [newId(tableNumber), otherTables, damaged, ...MALFORMED];
}

/** Returns all ids and e-mails of A. */
function identifiersOfA({ accounts, trades, own }: Tenants): string[] {
  const { orders, placementId, invoiceId, connectionId, conversationId, productId } = trades.A;
  return [
    trades.A.offerId,
    ...Object.values(orders),
    ...Object.values(trades.A.payments),
    ...[placementId, invoiceId, connectionId, conversationId, productId, own.keyId, own.webhookId],
    own.savedBasketId,
    ...[accounts.retailerA.email, accounts.distributorA.email],
  ];
}

/** Compares the answers of every REST call that is refused to a stranger. */
export async function compareCalls(tenants: Tenants, enumeration: Enumeration): Promise<void> {
  const otherTables = tenants.accounts.retailerB.id;
  for (const persona of STRANGERS) {
    const { token } = tenants.accounts[persona];
    // A conflict (409) reveals only a state that everybody sees.
    const refused = ROWS.filter((row) =>
      [403, 404].includes(refusalFor(row, persona)?.status ?? 0),
    );
    for (const row of refused.filter(enumeration.isChosen)) {
      const { method, path: pattern } = row;
      const request = await requestFor(`${method} ${pattern}`, parametersFor(tenants, persona));
      if (request.form !== undefined) continue;
      const send = async (of: Request) =>
        comparable(await sendRequest(tenants.market.url, `${method} ${of.path}`, of, { token }));
      const known = await send(request);
      const sent = decodeURIComponent(JSON.stringify(request));
      for (const text of identifiersOfA(tenants).filter((each) => sent.includes(each))) {
        for (const other of replacementsFor(text, otherTables)) {
          enumeration.compared += 1;
          const unknown = await send(replaceText(request, text, other));
          if (unknown !== known) {
            enumeration.differences.add(
              `${method} ${pattern} as ${persona}: ${known}, but for ${other} ${unknown}`,
            );
          }
        }
      }
    }
  }
}

/** Functions about public data: retailers see every distributor and every product. */
const ABOUT_PUBLIC_DATA = new Set([
  "users:distributor",
  "products:byDistributor",
  "products:one",
  "products:stockLevels",
  "basket:add",
  "basket:set",
  "quickOrder:add",
]);

export async function compareFunctions(
  tenants: Tenants,
  functions: readonly PublicFunction[],
  enumeration: Enumeration,
  call: (fn: PublicFunction, persona: Persona, args: Args) => Promise<Outcome>,
  argsOf: (fn: PublicFunction, persona: Persona) => Args,
): Promise<void> {
  const otherTables = tenants.accounts.retailerB.id;
  const tried = functions.filter(
    ({ path }) => !ABOUT_PUBLIC_DATA.has(path) && path !== "orders:place",
  );
  for (const persona of [...STRANGERS, "anonymous"] as const) {
    for (const fn of tried.filter(enumeration.isChosen)) {
      const args = argsOf(fn, persona);
      const sent = JSON.stringify(args);
      const named = identifiersOfA(tenants).filter((text) => sent.includes(text));
      if (named.length === 0) continue;
      const known = withoutRandomParts(JSON.stringify(await call(fn, persona, args)));
      for (const text of named) {
        for (const other of replacementsFor(text, otherTables)) {
          enumeration.compared += 1;
          const answer = await call(fn, persona, replaceText(args, text, other));
          const unknown = withoutRandomParts(JSON.stringify(answer));
          if (unknown !== known)
            enumeration.differences.add(
              `${fn.path} as ${persona}: ${known}, but for ${other} ${unknown}`,
            );
        }
      }
    }
  }
}
