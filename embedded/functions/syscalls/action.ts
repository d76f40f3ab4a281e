/** The syscalls of actions. */
import type { JSONValue } from "convex/values";
import type { Transaction } from "../../contracts";
import type { ActionCall, ActionSyscalls } from "../actionCall";
import type { FunctionEntry } from "../deployment";
import { toFunctionHandle } from "../deployment";
import { deploymentMetadata, functionMetadata, identityJson, requestMetadata } from "./meta";
import { targetArgs } from "./run";
import { requireSchedulable, timeIn } from "./scheduling";
import type { Args } from "./types";
import { json, text } from "./types";

type ActionSyscall = (call: ActionCall, args: Args) => JSONValue | Promise<JSONValue>;

function runs(kind: FunctionEntry["kind"]): ActionSyscall {
  return (call, args) => {
    const entry = call.target(targetArgs(args));
    if (entry.kind !== kind) {
      throw new Error(
        `Trying to execute ${entry.path} as ${kind}, but it is defined as ${entry.kind}.`,
      );
    }
    return call.services.calls[kind](entry, json(args, "args"), call.caller);
  };
}

/** Resolves when what was scheduled is on disk: an action has nothing that could take it back. */
async function schedule(call: ActionCall, args: Args): Promise<JSONValue> {
  const { component, services } = call;
  const target = call.target(targetArgs(args));
  const at = timeIn(args);
  requireSchedulable(target, json(args, "args"), { at, now: Date.now() });
  const id = await services.calls.transact((transaction) =>
    services.scheduler.schedule(transaction, { component, target, args: json(args, "args"), at }),
  );
  services.scheduler.wake();
  return id;
}

async function cancel({ component, services }: ActionCall, args: Args): Promise<JSONValue> {
  await services.calls.transact((transaction) =>
    services.scheduler.cancel(transaction, component, text(args, "id")),
  );
  return null;
}

async function deleteFile({ component, services }: ActionCall, args: Args): Promise<JSONValue> {
  const removed = await services.calls.transact((transaction) =>
    services.files.remove(transaction, component, text(args, "storageId")),
  );
  removed();
  return null;
}

function reads(
  work: (call: ActionCall, transaction: Transaction, args: Args) => JSONValue,
): ActionSyscall {
  return (call, args) => call.services.calls.read((transaction) => work(call, transaction, args));
}

function vectorSearch(call: ActionCall, transaction: Transaction, args: Args): JSONValue {
  const matches = transaction.tables(call.component).vectorSearch(json(args, "query"));
  return matches.map((match) => ({ ...match }));
}

/** @throws Error if the request had an Authorization header that names nobody. */
function ownIdentity({ caller, address }: ActionCall): JSONValue {
  const { identity } = caller;
  if (identity.kind === "anonymous" && identity.refusal !== undefined && address.component === "")
    throw new Error(identity.refusal);
  return identityJson(identity, address);
}

/** Convex sells these; nobody could run them on a machine of their own. */
function managedService(op: string): ActionSyscall {
  return () => {
    throw new Error(`Convex's managed services (${op}) are not available on this backend.`);
  };
}

const async: Readonly<Record<string, ActionSyscall>> = {
  "1.0/actions/query": runs("query"),
  "1.0/actions/mutation": runs("mutation"),
  "1.0/actions/action": runs("action"),
  "1.0/actions/schedule": schedule,
  "1.0/actions/cancel_job": cancel,
  "1.0/actions/vectorSearch": reads((call, transaction, args) => ({
    results: vectorSearch(call, transaction, args),
  })),
  "1.0/createServiceToken": managedService("1.0/createServiceToken"),
  "1.0/getServiceUrl": managedService("1.0/getServiceUrl"),
  "1.0/createFunctionHandle": (call, args) => toFunctionHandle(call.target(targetArgs(args))),
  "1.0/getUserIdentity": ownIdentity,
  "1.0/getFunctionMetadata": (call) => functionMetadata(call.address, call.phase === "httpAction"),
  "1.0/getDeploymentMetadata": deploymentMetadata,
  "1.0/getRequestMetadata": (call) => requestMetadata(call.caller),
  "1.0/auditLog": () => {
    throw new Error("Audit logging is not yet supported in actions");
  },
  "1.0/storageGenerateUploadUrl": ({ services, component }) => services.files.uploadUrl(component),
  "1.0/storageGetUrl": reads((call, transaction, args) =>
    call.services.files.url(transaction, call.component, text(args, "storageId"), Date.now()),
  ),
  "1.0/storageGetMetadata": reads((call, transaction, args) =>
    call.services.files.metadata(transaction, call.component, text(args, "storageId")),
  ),
  "1.0/storageDelete": deleteFile,
};

interface StoreBlob {
  readonly blob: Blob;
  readonly options?: { readonly sha256?: string };
}

async function storeBlob(call: ActionCall, args: unknown): Promise<string> {
  const { component, services } = call;
  services.disk.require(call.address, call.caller.identity);
  const { blob, options } = args as StoreBlob;
  const stored = await services.files.put(new Uint8Array(await blob.arrayBuffer()));
  if (options?.sha256 !== undefined && options.sha256 !== stored.sha256) {
    throw new Error("The file's sha256 is not the expected one.");
  }
  const contentType = blob.type === "" ? null : blob.type;
  return services.calls.transact((transaction) =>
    services.files.enter(transaction, component, stored, contentType),
  );
}

async function getBlob({ component, services }: ActionCall, args: unknown): Promise<Blob | null> {
  const { storageId } = args as { readonly storageId: string };
  const reading = services.calls.read((transaction) =>
    services.files.read(transaction, component, storageId),
  );
  const found = await reading;
  return found && new Blob([new Uint8Array(found.bytes)], { type: found.contentType ?? "" });
}

export const actionSyscalls: ActionSyscalls = {
  async,
  js: { "storage/storeBlob": storeBlob, "storage/getBlob": getBlob },
};
