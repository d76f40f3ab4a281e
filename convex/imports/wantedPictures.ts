/**
 * Pictures that rows name by their addresses. A row is taken in with the picture that there is, and an action fetches the other one
 * later (`fetch.ts`), so that a slow host delays no import. One that can't be had leaves the picture and is told with its reason.
 * Each address of an import is one request of `outgoing/queue.ts`.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { IMPORT_PICTURES_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { trySpendBytes } from "../auth/storedBytes";
import { trySpend } from "../auth/limits";
import { hostOf, parseTarget } from "../outgoing/targets";
import { enqueue, type NewRequest } from "../outgoing/queue";
import { changeProduct, releasePictureOf } from "../products/write";
import { erasePicture } from "../uploads/erase";
import { getUpload } from "../uploads/find";

/** Fetches of a picture that were interrupted. */
const TRIES_MAX = 3;
/** Rows of one address that one transaction settles. */
const SETTLED_AT_ONCE = 100;

export const NO_PICTURES = { wanted: 0, fetched: 0, failed: 0 };

const PROBLEMS = {
  tooMany: `An import fetches at most ${IMPORT_PICTURES_MAX.toLocaleString("en-IN")} pictures. Import this row again.`,
  later: "Too many pictures were asked for in the last hour. Import this row again later.",
  superseded: "A later import names another picture.",
  interrupted: "The picture could not be fetched.",
  silent: "The host of the picture has not answered for a day.",
  offSale: "The product is not on sale any more.",
  replaced: "The product was given another picture meanwhile.",
} as const;

export type WantedPicture = Pick<
  Doc<"importPictures">,
  "line" | "productId" | "address" | "imageSeen"
>;

/** The reason why a picture of this address is not fetched; undefined if it may be tried. */
export function pictureFaultOf(address: string): string | undefined {
  const target = parseTarget(address);
  if (target === "private")
    return "This address leads into a private network, from which no picture is fetched.";
  return target === "malformed" ? "The address must begin with https://." : undefined;
}

/** The address whose picture the product shows or waits for; empty for a drawn or an uploaded one. */
export async function pictureAddressOf(
  ctx: QueryCtx,
  { _id, imageId }: Doc<"products">,
): Promise<string> {
  const waiting = await getWaiting(ctx, _id);
  if (waiting !== null) return waiting.address;
  const fetched = await getFetched(ctx, _id);
  return fetched?.imageId === imageId ? fetched.address : "";
}

function getWaiting(ctx: QueryCtx, productId: Id<"products">) {
  return ctx.db
    .query("importPictures")
    .withIndex("by_product", (q) => q.eq("productId", productId).eq("state", "waiting"))
    .first();
}

function getFetched(ctx: QueryCtx, productId: Id<"products">) {
  return getOneFrom(ctx.db, "fetchedPictures", "by_product", productId, "productId");
}

export async function listPictureProblems(ctx: QueryCtx, parentId: Id<"imports">) {
  const failed = await ctx.db
    .query("importPictures")
    .withIndex("by_import", (q) => q.eq("parentId", parentId).eq("state", "failed"))
    .take(IMPORT_PICTURES_MAX);
  return failed.map(({ line, address, problem = "" }) => ({ line, address, problem }));
}

async function count(
  ctx: MutationCtx,
  parentId: Id<"imports">,
  more: Partial<typeof NO_PICTURES>,
): Promise<void> {
  const parent = await ctx.db.get("imports", parentId);
  if (parent === null) return;
  const { wanted, fetched, failed } = parent.pictures ?? NO_PICTURES;
  await ctx.db.patch("imports", parentId, {
    pictures: {
      wanted: wanted + (more.wanted ?? 0),
      fetched: fetched + (more.fetched ?? 0),
      failed: failed + (more.failed ?? 0),
    },
  });
}

async function noteFailure(
  ctx: MutationCtx,
  { _id, parentId }: Doc<"importPictures">,
  problem: string,
): Promise<void> {
  await ctx.db.patch("importPictures", _id, { state: "failed", problem });
  await count(ctx, parentId, { failed: 1 });
}

/** Has pictures fetched once their rows are written. Returns the problems of those that are not, by line. */
export async function wantPictures(
  ctx: MutationCtx,
  { _id: parentId, distributorId, pictures = NO_PICTURES }: Doc<"imports">,
  all: readonly WantedPicture[],
): Promise<ReadonlyMap<number, string>> {
  const problems = new Map<number, string>();
  const addresses = new Set<string>();
  let wantedCount = 0;
  for (const one of all) {
    if (pictures.wanted + wantedCount >= IMPORT_PICTURES_MAX)
      problems.set(one.line, PROBLEMS.tooMany);
    else if ((await trySpend(ctx, [{ name: "importPictures", key: distributorId }])) > 0)
      problems.set(one.line, PROBLEMS.later);
    else {
      const earlier = await getWaiting(ctx, one.productId);
      if (earlier !== null) await noteFailure(ctx, earlier, PROBLEMS.superseded);
      if ((await getWaitingFor(ctx, { parentId, address: one.address })) === null)
        addresses.add(one.address);
      const queued = { ...one, parentId, distributorId, state: "waiting", tries: 0 } as const;
      await ctx.db.insert("importPictures", queued);
      wantedCount += 1;
    }
  }
  if (wantedCount === 0) return problems;
  await count(ctx, parentId, { wanted: wantedCount });
  const wantedOf = { parentId, distributorId };
  await enqueue(
    ctx,
    [...addresses].map((address) => toRequest({ ...wantedOf, address })),
  );
  return problems;
}

type RequestedPicture = Pick<Doc<"importPictures">, "parentId" | "address">;

function toRequest({
  distributorId,
  parentId,
  address,
}: RequestedPicture & Pick<Doc<"imports">, "distributorId">): NewRequest {
  const job = { kind: "picture", parentId, address } as const;
  return { account: distributorId, host: hostOf(address), job };
}

/** Returns one of the rows that wait for the picture; null if no row does any more. */
export function getWaitingFor(ctx: QueryCtx, { parentId, address }: RequestedPicture) {
  return ctx.db
    .query("importPictures")
    .withIndex("by_address", (q) =>
      q.eq("parentId", parentId).eq("address", address).eq("state", "waiting"),
    )
    .first();
}

/** Notes that a fetch was interrupted, or that its host has not answered for a day. */
export async function settleFetch(
  ctx: MutationCtx,
  { parentId, address }: RequestedPicture,
  { silentSince }: { readonly silentSince?: number },
): Promise<void> {
  const one = await getWaitingFor(ctx, { parentId, address });
  if (one === null) return;
  const tries = one.tries + 1;
  if (silentSince === undefined && tries < TRIES_MAX) {
    await ctx.db.patch("importPictures", one._id, { tries });
    await enqueue(ctx, [toRequest(one)]);
  } else {
    const problem = silentSince === undefined ? PROBLEMS.interrupted : PROBLEMS.silent;
    await settlePictures(ctx, { parentId, address, imageId: null, problem });
  }
}

export type Result = RequestedPicture & {
  /** Null if the picture can't be had. */
  readonly imageId: Id<"_storage"> | null;
  readonly problem: string;
};

/** Gives a fetched picture to the products whose rows named its address, or tells them why there is none. */
export async function settlePictures(ctx: MutationCtx, result: Result): Promise<void> {
  const { parentId, address, imageId, problem } = result;
  const waiting = await ctx.db
    .query("importPictures")
    .withIndex("by_address", (q) =>
      q.eq("parentId", parentId).eq("address", address).eq("state", "waiting"),
    )
    .take(SETTLED_AT_ONCE);
  for (const one of waiting) {
    const fault = imageId === null ? problem : await show(ctx, one, imageId);
    if (fault === undefined) {
      await ctx.db.patch("importPictures", one._id, { state: "fetched" });
      await count(ctx, parentId, { fetched: 1 });
    } else await noteFailure(ctx, one, fault);
  }
  if (waiting.length === SETTLED_AT_ONCE)
    await ctx.scheduler.runAfter(0, internal.imports.keep.settle, result);
  else if (imageId !== null) await erasePicture(ctx, imageId);
}

/** Returns the reason why the product does not show the picture, if there is one. */
async function show(
  ctx: MutationCtx,
  { productId, address, imageSeen }: Doc<"importPictures">,
  imageId: Id<"_storage">,
): Promise<string | undefined> {
  const product = await ctx.db.get("products", productId);
  if (product?.archivedAt !== undefined || product === null) return PROBLEMS.offSale;
  if (product.imageId !== imageSeen) return PROBLEMS.replaced;
  await changeProduct(ctx, product, { imageId });
  await claimPicture(ctx, imageId);
  await releasePictureOf(ctx, product);
  const earlier = await getFetched(ctx, productId);
  if (earlier === null) await ctx.db.insert("fetchedPictures", { productId, address, imageId });
  else await ctx.db.patch("fetchedPictures", earlier._id, { address, imageId });
  return undefined;
}

/** Takes the bytes of a picture off what the distributor's imports may fetch in a day. Returns false if there is not enough left. */
export async function admitPicture(
  ctx: MutationCtx,
  distributorId: Id<"users">,
  bytes: number,
): Promise<boolean> {
  return (await trySpendBytes(ctx, distributorId, bytes, "pictures")) === 0;
}

/** Notes a picture that is stored and that no product shows yet. */
export async function recordPicture(ctx: MutationCtx, imageId: Id<"_storage">): Promise<void> {
  await ctx.db.insert("uploads", { imageId, purpose: "image", claimed: false });
}

async function claimPicture(ctx: MutationCtx, imageId: Id<"_storage">): Promise<void> {
  const upload = await getUpload(ctx, imageId);
  if (upload?.claimed === false) await ctx.db.patch("uploads", upload._id, { claimed: true });
}
