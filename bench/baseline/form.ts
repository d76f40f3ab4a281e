/** The parts in which the two forms of the baseline differ. */
import type { Caller } from "./database.ts";

/** An order that was placed: its id, and unless its key had been used before, what the others are told. */
export interface Placed {
  readonly orderId: string;
  readonly news?: {
    readonly distributorId: string;
    readonly order: object;
    readonly stock: readonly { readonly id: string; readonly stock: number }[];
  };
}

/** A list as it is sent, with the tag by which a client asks whether it changed; the lean form has none. */
export interface List {
  readonly body: string;
  readonly tag?: string;
}

export interface Form {
  caller(token: string): Promise<Caller>;
  /** @throws Refused. */
  place(token: string, body: unknown): Promise<Placed>;
  /** The newest 24 products, or those with this part of a name; from no cache where `isFresh`. */
  list(search: string, isFresh: boolean): Promise<List>;
  /** The distributor's newest pending orders. */
  incoming(distributorId: string): Promise<readonly object[]>;
  /** The figures of the admin's dashboard. */
  tiles(): Promise<object>;
  /** Work that recurs while the server runs. */
  start(): void;
}

/** Returns the pattern of ILIKE that finds a part of a text. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
