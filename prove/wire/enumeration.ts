/** Checks that a stranger gets exactly the same answer for an id or e-mail of A as for a missing, foreign or malformed one. */
import { requestFor, type Request } from "../../convex/rest/requests.setup";
import { ROWS, refusalFor, type Persona } from "../../convex/rest/rightsTable.setup";
import { readLineId } from "../../domain/orderLines";
import { decodeId, newId } from "../../embedded/database/ids";
import type { PublicFunction } from "./arguments";
import { type Tenants, parametersFor } from "./tenants";
import { type Args, type Outcome, sendRequest } from "./clients";

const STRANGERS = ["retailerB", "distributorB"] as const satisfies readonly Persona[];
const MISSING_EMAIL = "nobody.at.all@example.test";
/** Places in the id of a line: those that orders may have, one that none here has, and what is no place. */
const LINES = ["1", "2", "99", "0", "02", "x"];
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

/** Returns replacements for an id or e-mail: missing, of another table, damaged, malformed, or of lines that there are or are not. */
function replacementsFor(text: string, otherTables: string): string[] {
  if (text.includes("@")) return [MISSING_EMAIL];
  const { orderId, at } = readLineId(text);
  if (at !== undefined) {
    const missing = newId(decodeId(orderId)!.tableNumber);
    return [`${missing}-${at + 1}`, ...LINES.map((line) => `${orderId}-${line}`), ...MALFORMED];
  }
  const { tableNumber } = decodeId(text) ?? { tableNumber: 0 };
  const damaged = `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`;
  const ofLines = LINES.map((line) => `${text}-${line}`);
  return [newId(tableNumber), otherTables, damaged, ...ofLines, ...MALFORMED];
}

/** Returns all ids and e-mails of A. */
function identifiersOfA({ accounts, trades, own }: Tenants): string[] {
  const { orders, lineIds, invoiceId, connectionId, conversationId, productId } = trades.A;
  return [
    trades.A.offerId,
    trades.A.openingId,
    trades.A.noteId,
    ...Object.values(orders),
    ...lineIds,
    ...Object.values(trades.A.payments),
    ...[invoiceId, connectionId, conversationId, productId, own.keyId, own.webhookId],
    ...[own.savedBasketId, own.notificationId],
    ...[accounts.retailerA.email, accounts.distributorA.email],
  ];
}

/** A call about data of A, and its answer when other data is named. */
interface Question<Sent extends object> {
  readonly name: string;
  readonly sent: Sent;
  readonly ask: (sent: Sent) => Promise<string>;
}

/** Asks about A's data, then about other data in place of each id and e-mail of A that is named. */
async function compare<Sent extends object>(
  tenants: Tenants,
  enumeration: Enumeration,
  { name, sent, ask }: Question<Sent>,
): Promise<void> {
  const text = decodeURIComponent(JSON.stringify(sent));
  const named = identifiersOfA(tenants).filter((each) => text.includes(each));
  if (named.length === 0) return;
  const known = await ask(sent);
  for (const each of named) {
    for (const other of replacementsFor(each, tenants.accounts.retailerB.id)) {
      enumeration.compared += 1;
      const unknown = await ask(replaceText(sent, each, other));
      if (unknown !== known)
        enumeration.differences.add(`${name}: ${known}, but for ${other} ${unknown}`);
    }
  }
}

/** Compares the answers of every REST call that is refused to a stranger. */
export async function compareCalls(tenants: Tenants, enumeration: Enumeration): Promise<void> {
  for (const persona of STRANGERS) {
    const { token } = tenants.accounts[persona];
    // A conflict (409) reveals only a state that everybody sees.
    const refused = ROWS.filter((row) =>
      [403, 404].includes(refusalFor(row, persona)?.status ?? 0),
    );
    for (const { method, path } of refused.filter(enumeration.isChosen)) {
      const call = `${method} ${path}`;
      const sent = await requestFor(call, parametersFor(tenants, persona));
      if (sent.form !== undefined) continue;
      const ask = async (of: Request) => {
        const { url } = tenants.market;
        const { status, text } = await sendRequest(url, `${method} ${of.path}`, of, { token });
        return `${status} ${withoutRandomParts(text)}`;
      };
      await compare(tenants, enumeration, { name: `${call} as ${persona}`, sent, ask });
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
  "quickOrder:hits",
  "quickOrder:learn",
  "quickOrder:names",
]);

export async function compareFunctions(
  tenants: Tenants,
  functions: readonly PublicFunction[],
  enumeration: Enumeration,
  call: (fn: PublicFunction, persona: Persona, args: Args) => Promise<Outcome>,
  argsOf: (fn: PublicFunction, persona: Persona) => Args,
): Promise<void> {
  const tried = functions.filter(
    ({ path }) => !ABOUT_PUBLIC_DATA.has(path) && path !== "orders:place",
  );
  for (const persona of [...STRANGERS, "anonymous"] as const) {
    for (const fn of tried.filter(enumeration.isChosen)) {
      const ask = async (args: Args) =>
        withoutRandomParts(JSON.stringify(await call(fn, persona, args)));
      const name = `${fn.path} as ${persona}`;
      await compare(tenants, enumeration, { name, sent: argsOf(fn, persona), ask });
    }
  }
}
