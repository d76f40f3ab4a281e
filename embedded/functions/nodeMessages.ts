/**
 * The messages between the serving thread and a thread of "use node" actions. Every call has a channel of its own; closing
 * it ends the call.
 */
import type { JSONValue } from "convex/values";
import type { FunctionPath } from "../contracts";
import type { MessagePort } from "node:worker_threads";
import type { Thrown } from "./failures";
import type { Code } from "./evaluate";
import type { Variables } from "./scope";

/** The data that a thread starts with; other code or variables need another thread. */
export interface ThreadProgram {
  readonly code: Code;
  readonly variables: Variables;
}

/** The messages on the thread's own port. `ping` is answered with `pong` as soon as nothing computes. */
export type ToThread =
  | {
      readonly type: "run";
      readonly path: FunctionPath;
      readonly argsJson: string;
      readonly port: MessagePort;
    }
  | { readonly type: "ping" };

/** A request of an action to the serving thread; in `js` the values are JavaScript's, not JSON's. */
export type Question =
  | { readonly kind: "async"; readonly op: string; readonly args: JSONValue }
  | { readonly kind: "js"; readonly op: string; readonly args: unknown };

export type FromCall =
  | { readonly type: "question"; readonly id: number; readonly question: Question }
  | { readonly type: "log"; readonly line: string }
  | { readonly type: "returned"; readonly json: string }
  | { readonly type: "threw"; readonly thrown: Thrown };

export type ToCall =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | {
      readonly type: "refusal";
      readonly id: number;
      readonly message: string;
      readonly data: JSONValue | undefined;
    };
