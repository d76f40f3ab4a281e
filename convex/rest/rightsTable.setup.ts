/** The table of rights: which persona may make which call, and the refusal of those who may not. */
import rights from "./rights.setup.json";

export const PERSONAS = [
  "anonymous",
  "retailerA",
  "retailerB",
  "distributorA",
  "distributorB",
  "admin",
  "deletedUser",
  "expiredSession",
] as const;
export type Persona = (typeof PERSONAS)[number];

export const ROLE_OF = {
  retailerA: "retailer",
  retailerB: "retailer",
  distributorA: "distributor",
  distributorB: "distributor",
  admin: "admin",
} as const satisfies Partial<Record<Persona, string>>;

type Right = "allow" | "own-only" | "deny" | "n/a";
export type Text = { status: number; error: string };
export type Row = {
  method: string;
  path: string;
  anonymous: Right;
  retailer: Right;
  distributor: Right;
  admin: Right;
  otherTenant: Right;
  expect: { anonymous?: Text; wrongRole?: Text; otherTenant?: Text };
};

export const ROWS = rights as Row[];

const LOG_IN: Text = { status: 401, error: "Please log in to continue." };
const NOT_ALLOWED: Text = { status: 403, error: "You are not allowed to do this." };
const NO_SUCH: Text = { status: 404, error: "Not found." };

/** Cells in which the rules in words say more than the table. */
const EXCEPTIONS: Record<string, Text> = {
  // The product is every retailer's to see; what a stranger lacks is a reservation of it.
  "PATCH /api/products/update-stock/{productId} retailerB": {
    status: 409,
    error: "No stock to restore.",
  },
};

/** Expected refusal of the persona; null if the call succeeds. */
export function refusalFor(row: Row, persona: Persona): Text | null {
  const exception = EXCEPTIONS[`${row.method} ${row.path} ${persona}`];
  if (exception !== undefined) return exception;
  if (persona === "anonymous" || persona === "deletedUser" || persona === "expiredSession")
    return row.anonymous === "deny" ? (row.expect.anonymous ?? LOG_IN) : null;
  const right = row[ROLE_OF[persona]];
  if (right === "deny") return row.expect.wrongRole ?? NOT_ALLOWED;
  const isStranger = persona.endsWith("B") && right === "own-only";
  return isStranger ? (row.expect.otherTenant ?? NO_SUCH) : null;
}
