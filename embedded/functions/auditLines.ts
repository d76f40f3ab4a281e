/** Entries that a query or mutation logs with `log.audit`: lines for the operator, which clients do not get. */
import type { JSONValue } from "convex/values";
import type { Caller } from "./services";

/** Convex's limits, of one call and all that are nested in it. */
const LINES_MAX = 500;
const LINE_MAX = 100_000;
const BYTES_MAX = 4_000_000;
/** The longest value of a variable, by which its line counts as longer. */
const VARIABLE_MAX = 1_026;
const VARIABLE = "$var";

type Variables = Readonly<Record<string, JSONValue>>;

interface Resolved {
  readonly value: JSONValue;
  readonly variables: number;
}

/** Self-hosted administrators have no other number on Convex. */
const ADMINISTRATOR = { kind: "member", memberId: 0 };

function toAuditVariables({ identity, origin }: Caller): Variables {
  return {
    requestId: origin.requestId,
    ip: origin.ip,
    userAgent: origin.userAgent,
    now: Date.now(),
    convexActor: identity.kind === "admin" ? ADMINISTRATOR : null,
  };
}

/** Replaces `{ $var: name }`. @throws Error for an unknown name. */
function resolved(value: JSONValue, variables: Variables): Resolved {
  if (typeof value !== "object" || value === null) return { value, variables: 0 };
  const entries = Object.entries(value);
  const [[key, name] = []] = entries;
  if (entries.length === 1 && key === VARIABLE && typeof name === "string") {
    if (!Object.hasOwn(variables, name)) throw new Error(`Unknown audit log variable: "${name}"`);
    return { value: variables[name] ?? null, variables: 1 };
  }
  const parts = entries.map(([part, inner]) => [part, resolved(inner, variables)] as const);
  const count = parts.reduce((sum, [, part]) => sum + part.variables, 0);
  return Array.isArray(value)
    ? { value: parts.map(([, part]) => part.value), variables: count }
    : {
        value: Object.fromEntries(parts.map(([part, inner]) => [part, inner.value])),
        variables: count,
      };
}

export class AuditLines {
  readonly lines: JSONValue[] = [];
  #bytes = 0;

  /** @throws Error beyond the limits. */
  add(body: JSONValue, caller: Caller): void {
    const { value, variables } = resolved(body, toAuditVariables(caller));
    const bytes = Buffer.byteLength(JSON.stringify(body)) + variables * VARIABLE_MAX;
    if (bytes > LINE_MAX)
      throw new Error(
        `An audit log line may have a maximum possible size of ${LINE_MAX} bytes, but this line could be up to ${bytes} bytes.`,
      );
    if (this.lines.length === LINES_MAX)
      throw new Error(`Function execution exceeded the maximum of ${LINES_MAX} audit log lines.`);
    this.#bytes += bytes;
    if (this.#bytes > BYTES_MAX)
      throw new Error(
        `The total maximum possible size of audit log lines from a single function execution is ${BYTES_MAX} bytes, but this execution could produce up to ${this.#bytes} bytes.`,
      );
    this.lines.push(value);
  }
}
