/** A case: one call to a backend, as plain data, with a name to find it by. */
import type { QueryStep, Step } from "../fixtures/conformance/convex/steps";

export { COMMIT_TS, UNDEFINED } from "../fixtures/conformance/convex/steps";
export type { Bound, Expression, QueryStep, Step } from "../fixtures/conformance/convex/steps";

/** A query whose pages are asked for. */
type List = Omit<QueryStep, "op" | "end" | "page">;

export type Question =
  /** One program in one call. */
  | { readonly program: "read" | "write" | "act"; readonly steps: readonly Step[] }
  /** One call of any function. */
  | {
      readonly call: "query" | "mutation" | "action";
      readonly path: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  /** One call after another, each with the cursor of the one before, until the list is done. */
  | {
      readonly pages: List;
      readonly numItems: number;
      readonly maximumRowsRead?: number;
    }
  /** A first page, then the page from the beginning to where that one ended, however many rows are asked for. */
  | { readonly endAt: List; readonly numItems: number; readonly askedFor: number }
  /** Asks until none of these scheduled functions is waiting or running, then says how each ended. */
  | { readonly settled: readonly string[] }
  /** One HTTP request to the app's own routes. */
  | {
      readonly fetch: string;
      readonly init?: { readonly method?: string; readonly body?: string };
    };

export type Case = { readonly name: string } & Question;

/** Cases about one thing, asked in order, on data of their own. */
export interface Area {
  readonly name: string;
  /** Done first, after every table was emptied. */
  readonly data: readonly Step[];
  readonly cases: readonly Case[];
}

export function insert(table: string, value: object, as?: string): Step {
  return { op: "insert", table, value, ...(as !== undefined && { as }) };
}

/** One query in one call. */
export function query(name: string, step: Omit<QueryStep, "op">): Case {
  return { name, program: "read", steps: [{ op: "query", ...step }] };
}

export function read(name: string, ...steps: Step[]): Case {
  return { name, program: "read", steps };
}

export function write(name: string, ...steps: Step[]): Case {
  return { name, program: "write", steps };
}

export function act(name: string, ...steps: Step[]): Case {
  return { name, program: "act", steps };
}
