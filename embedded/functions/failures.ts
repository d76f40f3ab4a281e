/** Describes failures: in full for the log and in development, redacted for clients in production. */
import { ConvexError } from "convex/values";
import type { JSONValue } from "convex/values";
import type { FunctionPath, Outcome } from "../contracts";

/** Convex cuts messages of app code here, in UTF-16 units. */
const MESSAGE_MAX = 65_536;
const CONVEX_ERROR = Symbol.for("ConvexError");

/**
 * A call failed and its message is complete: nothing is put before it any more.
 * With `data` it began as a ConvexError, and the library makes one of it again
 * when it passes a syscall.
 */
export class FunctionFailure extends Error {
  readonly data: JSONValue | undefined;
  /** The message without the frames of the stack. */
  readonly headline: string;

  constructor(message: string, data?: JSONValue, headline = message.trimEnd()) {
    super(message);
    this.data = data;
    this.headline = headline;
  }
}

/** Every run of a mutation conflicted with another one. Sent again, it may succeed. */
export class ConflictFailure extends FunctionFailure {
  /** As Convex's engine names it. */
  static readonly CODE = "OptimisticConcurrencyControlFailure";
}

function isConvexError(thrown: unknown): thrown is { readonly data: unknown } {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    (CONVEX_ERROR in thrown || thrown instanceof ConvexError)
  );
}

function uncaught(thrown: unknown): string {
  if (!(thrown instanceof Error))
    return `Uncaught ${typeof thrown === "string" ? thrown : JSON.stringify(thrown)}`;
  const { name, message } = thrown;
  return message === "" ? `Uncaught ${name}` : `Uncaught ${name}: ${message}`;
}

/** The library has made a string of the data before it lets the error go. */
function toErrorData(thrown: { readonly data: unknown }): JSONValue {
  return typeof thrown.data === "string" ? (JSON.parse(thrown.data) as JSONValue) : null;
}

/** A value that app code threw, as it is passed between threads. */
export interface Thrown {
  readonly message: string;
  readonly stack: string;
  readonly data?: JSONValue;
}

export function readThrown(thrown: unknown): Thrown {
  return {
    message: uncaught(thrown).slice(0, MESSAGE_MAX),
    stack: thrown instanceof Error ? (thrown.stack ?? "") : "",
    ...(isConvexError(thrown) && { data: toErrorData(thrown) }),
  };
}

/** Returns the failure in Convex's words. */
export function failureFrom(
  { message, stack, data }: Thrown,
  describeStack: (stack: string) => string[],
): FunctionFailure {
  return new FunctionFailure([message, ...describeStack(stack), ""].join("\n"), data, message);
}

/** Describes a value that app code threw, in Convex's words. */
export function toFailure(
  thrown: unknown,
  describeStack: (stack: string) => string[],
): FunctionFailure {
  if (thrown instanceof FunctionFailure) return thrown;
  return failureFrom(readThrown(thrown), describeStack);
}

export interface FailureReport {
  readonly requestId: string;
  /** Hides everything but a ConvexError's data from clients, as in production. */
  readonly redact: boolean;
  readonly logLines: string[];
}

export function failedOutcome(
  { message, data }: FunctionFailure,
  { requestId, redact, logLines }: FailureReport,
): Outcome {
  const clientMessage = `[Request ID: ${requestId}] Server Error${redact ? "" : `\n${message}`}`;
  const errorData = data === undefined ? {} : { errorData: data };
  return {
    kind: "failure",
    message: clientMessage,
    ...errorData,
    logLines: redact ? [] : logLines,
  };
}

/** The body of an HTTP action's response when it failed, as Convex has it. */
export function failedResponseBody(
  { message, headline, data }: FunctionFailure,
  { requestId, redact }: Omit<FailureReport, "logLines">,
): JSONValue {
  const code = `[Request ID: ${requestId}] Server Error`;
  return {
    ...(redact ? { code } : { code: `${code}: ${headline}`, trace: message }),
    ...(data !== undefined && { data }),
  };
}

/** A default export is named by its module. */
export function withoutDefault(path: FunctionPath): FunctionPath {
  return path.replace(/:default$/, "");
}

/** The command line knows the second form, and then names the functions that there are. */
export function notFound(path: string, isAdmin = false): FunctionFailure {
  return new FunctionFailure(
    `Could not find ${isAdmin ? "" : "public "}function for '${withoutDefault(path)}'. Did you forget to run \`npx convex dev\`?`,
  );
}
