/** `ctx.auth` and `ctx.meta`: who calls, from where, and how much of the limits is left. */
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { Identity } from "../../contracts";
import type { FunctionAddress } from "../deployment";
import { withoutDefault } from "../failures";
import type { Caller } from "../services";
import type { AsyncSyscalls, SyncSyscalls, TransactionCall } from "../transactionCall";
import type { Args } from "./types";
import { json, number } from "./types";

/** Returns the result of `getUserIdentity`; components see no identity. */
export function identityJson(
  identity: Identity,
  { component }: Pick<FunctionAddress, "component">,
): JSONValue {
  if (component !== "") return null;
  switch (identity.kind) {
    case "anonymous":
      return null;
    case "user":
      return { ...identity.claims, tokenIdentifier: identity.tokenIdentifier };
    case "admin":
      return identity.actingAs ?? null;
  }
}

function readIdentity(call: TransactionCall): JSONValue {
  if (call.component === "") call.run.readIdentity = true;
  return identityJson(call.run.caller.identity, call.entry);
}

/** Default exports are named by their module, and HTTP actions by that of all of them, as on Convex. */
export function functionMetadata(
  { path, component }: FunctionAddress,
  isHttpAction = false,
): JSONValue {
  const name = isHttpAction ? "http" : withoutDefault(path);
  return { name, componentPath: component };
}

export function deploymentMetadata(): JSONValue {
  return { name: "embedded", region: null, class: "s256" };
}

export function requestMetadata({ origin, scheduledId }: Caller): JSONValue {
  return {
    ip: origin.ip,
    userAgent: origin.userAgent,
    requestId: origin.requestId,
    scheduledFunctionId: scheduledId,
    authToken: null,
  };
}

function metric(used: number, limit: number): JSONValue {
  return { used, remaining: Math.max(limit - used, 0) };
}

/** Limits that this backend does not count have everything left. */
const UNCOUNTED = metric(0, Number.MAX_SAFE_INTEGER);

function transactionMetrics({ run }: TransactionCall): JSONValue {
  const { usage } = run.transaction;
  const { limits } = usage;
  return {
    bytesRead: metric(usage.bytesRead, limits.bytesRead),
    bytesWritten: metric(usage.bytesWritten, limits.bytesWritten),
    databaseQueries: metric(usage.ranges, limits.ranges),
    documentsRead: metric(usage.documentsRead, limits.documentsRead),
    documentsWritten: metric(usage.documentsWritten, limits.documentsWritten),
    functionsScheduled: metric(...run.schedules.calls),
    scheduledFunctionArgsBytes: metric(...run.schedules.bytes),
    filesWritten: UNCOUNTED,
    fileWriteBytes: UNCOUNTED,
    filesRead: UNCOUNTED,
    fileReadBytes: UNCOUNTED,
  };
}

function signJwt(call: TransactionCall, args: Args): Promise<JSONValue> {
  return call.run.services.tokens.signJwt(
    call.component,
    json(args, "claims") ?? {},
    number(args, "expiresInSeconds"),
  );
}

export const metaReads: AsyncSyscalls = {
  "1.0/getUserIdentity": readIdentity,
  "1.0/getFunctionMetadata": (call) => functionMetadata(call.entry),
  "1.0/getDeploymentMetadata": deploymentMetadata,
  "1.0/getTransactionMetrics": transactionMetrics,
  "1.0/auditLog": (call, args) => {
    call.run.audit.add(json(args, "body"), call.run.caller);
    return null;
  },
};

export const metaWrites: AsyncSyscalls = {
  "1.0/getRequestMetadata": (call) => requestMetadata(call.run.caller),
  "1.0/signJwt": signJwt,
};

const NANOSECONDS_PER_MICROSECOND = 1_000n;

export const metaSync: SyncSyscalls = {
  "1.0/getSnapshotTs": (call) =>
    convexToJson(BigInt(call.run.transaction.ts) * NANOSECONDS_PER_MICROSECOND),
};
