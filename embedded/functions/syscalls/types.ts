/** The shape of a family of syscalls, and how their arguments are read. */
import type { JSONValue } from "convex/values";
import type { Soon, SyscallResult } from "../scope";

export type Args = Readonly<Record<string, JSONValue>>;

/** Syscalls by their operation; `Call` is the running function that they act on. */
export type SyncHandlers<Call> = Readonly<Record<string, (call: Call, args: Args) => JSONValue>>;
export type AsyncHandlers<Call> = Readonly<
  Record<string, (call: Call, args: Args) => Soon<SyscallResult>>
>;

/** @throws Error when the argument is missing or no string. */
export function text(args: Args, name: string): string {
  const value = args[name];
  if (typeof value !== "string")
    throw new Error(`Invalid argument \`${name}\`: expected a string.`);
  return value;
}

export function optionalText(args: Args, name: string): string | undefined {
  return args[name] == null ? undefined : text(args, name);
}

/**
 * JSON has no NaN and no infinities: as text they would be null, as values they count as missing, too.
 * @throws Error when the argument is missing or no number.
 */
export function number(args: Args, name: string): number {
  const value = args[name];
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new Error(`Invalid argument \`${name}\`: expected a number.`);
  return value;
}

export function optionalNumber(args: Args, name: string): number | undefined {
  const value = args[name];
  const isMissing = value == null || (typeof value === "number" && !Number.isFinite(value));
  return isMissing ? undefined : number(args, name);
}

/** The argument itself; JSON has no undefined. */
export function json(args: Args, name: string): JSONValue {
  return args[name] ?? null;
}
