/** `ctx.storage` inside a transaction. */
import type { JSONValue } from "convex/values";
import type { AsyncSyscalls, TransactionCall } from "../transactionCall";
import type { Args } from "./types";
import { optionalText, text } from "./types";

async function store(call: TransactionCall, args: Args): Promise<JSONValue> {
  const { files } = call.run.services;
  const stored = await files.put(Buffer.from(text(args, "blob"), "base64"));
  const expected = optionalText(args, "sha256");
  if (expected !== undefined && expected !== stored.sha256)
    throw new Error("The file's sha256 is not the expected one.");
  const contentType = optionalText(args, "contentType") ?? null;
  // While the bytes went to the disk a nested mutation may have begun, or this function ended.
  return call.outsideExclusive(() =>
    files.enter(call.run.transaction, call.component, stored, contentType),
  );
}

async function read(call: TransactionCall, args: Args): Promise<JSONValue> {
  const { transaction, services } = call.run;
  const found = await services.files.read(transaction, call.component, text(args, "storageId"));
  return (
    found && { blob: Buffer.from(found.bytes).toString("base64"), contentType: found.contentType }
  );
}

function getFileUrl({ run, component }: TransactionCall, args: Args): string | null {
  const { files } = run.services;
  run.limitReuse(files.urlsChangeAt(run.startedAt));
  return files.url(run.transaction, component, text(args, "storageId"), run.startedAt);
}

export const storageReads: AsyncSyscalls = {
  "1.0/storageGetUrl": getFileUrl,
  "1.0/storageGetMetadata": ({ run, component }, args) =>
    run.services.files.metadata(run.transaction, component, text(args, "storageId")),
};

export const storageWrites: AsyncSyscalls = {
  "1.0/storageGenerateUploadUrl": ({ run, component }) => run.services.files.uploadUrl(component),
  "1.0/storageDelete": ({ run, component }, args) => {
    run.afterCommit(run.services.files.remove(run.transaction, component, text(args, "storageId")));
    return null;
  },
  "1.0/storageStore": store,
  "1.0/storageGet": read,
};
