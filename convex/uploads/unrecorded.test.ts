/** Files without a record, as a crash between storing and recording leaves them. */
import type { GenericValidator } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UPLOAD_UNCLAIMED_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id, TableNames } from "../_generated/dataModel";
import { type Market, openMarket, settledTime } from "../market.setup";
import schema from "../schema";
import { FILES_PER_SWEEP } from "./internal";

type FileId = Id<"_storage">;
type Validator = GenericValidator & { readonly isOptional: "required" | "optional" };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function storeFile(t: Market, type = "image/png"): Promise<FileId> {
  return t.run((ctx) => ctx.storage.store(new Blob(["picture"], { type })));
}

async function sweep(t: Market): Promise<void> {
  await t.mutation(internal.uploads.internal.sweepUnrecorded, {});
  await t.finishAllScheduledFunctions(vi.runAllTimers);
}

async function sweepAfterADay(t: Market): Promise<void> {
  vi.setSystemTime((await settledTime(t)) + UPLOAD_UNCLAIMED_MS + 1);
  await sweep(t);
}

function isKept(t: Market, fileId: FileId): Promise<boolean> {
  return t.run(async (ctx) => (await ctx.storage.getUrl(fileId)) !== null);
}

/** The places in a table's rows that hold ids of files: "lines.imageId". */
function placesIn(validator: GenericValidator, place = ""): string[] {
  switch (validator.kind) {
    case "id":
      return validator.tableName === "_storage" ? [place.slice(1)] : [];
    case "array":
      return placesIn(validator.element, place);
    case "union":
      return validator.members.flatMap((member: GenericValidator) => placesIn(member, place));
    case "object":
      return Object.entries<GenericValidator>(validator.fields).flatMap(([name, field]) =>
        placesIn(field, `${place}.${name}`),
      );
    default:
      return [];
  }
}

/** The least value that a validator takes, with the file at its place; the place is null outside the way there. */
function sampleOf(validator: Validator, place: readonly string[] | null, fileId: FileId): unknown {
  switch (validator.kind) {
    case "id":
      return place === null ? `${"1".repeat(10)}${validator.tableName}` : fileId;
    case "array":
      return place === null ? [] : [sampleOf(validator.element, place, fileId)];
    case "union": {
      const leads = (member: GenericValidator) => placesIn(member).length > 0;
      const members: Validator[] = validator.members;
      const member = place === null ? members[0] : members.find(leads);
      return sampleOf(member!, place, fileId);
    }
    case "object": {
      const fields = Object.entries<Validator>(validator.fields).flatMap(([name, field]) => {
        const further = place?.[0] === name ? place.slice(1) : null;
        if (further === null && field.isOptional === "optional") return [];
        return [[name, sampleOf(field, further, fileId)]];
      });
      return Object.fromEntries(fields) as unknown;
    }
    case "literal":
      return validator.value;
    case "float64":
      return 0;
    case "boolean":
      return false;
    case "string":
      return "";
    case "null":
      return null;
    default:
      throw new Error(`No sample of ${validator.kind}`);
  }
}

const TABLES = Object.keys(schema.tables) as TableNames[];
const PLACES = TABLES.flatMap((table) =>
  placesIn(schema.tables[table].validator).map((place) => [table, place] as const),
);

/** Places whose files are in `uploads` for as long: only `claimUpload` and imports bring them there, and orders show what products show. */
const RECORDED_PLACES = [
  "orders.lines.imageId",
  "stockLevels.orderedImageId",
  "invoices.lines.imageId",
  "notifications.imageId",
  "effects.notificationChanges.news.imageId",
  "offers.qrImageId",
  "messages.imageId",
  "importPictures.imageSeen",
  "fetchedPictures.imageId",
];
/** Places of drawings. */
const DRAWN_PLACES = ["typePictures.imageId", "plantings.pictures"];

/** A market with a row of the table that names a file at that place. */
async function marketWithRow(table: TableNames, place: string) {
  const t = openMarket();
  const name = `${table}.${place}`;
  const fileId = await storeFile(t, DRAWN_PLACES.includes(name) ? "image/svg+xml" : undefined);
  const validator = schema.tables[table].validator as Validator;
  const row = sampleOf(validator, place.split("."), fileId);
  await t.run(async (ctx) => {
    await ctx.db.insert(table, row as never);
    if (RECORDED_PLACES.includes(name))
      await ctx.db.insert("uploads", { imageId: fileId, purpose: "image", claimed: true });
  });
  return { t, fileId };
}

describe("a stored file", () => {
  it.each(PLACES)("that a row of %s names as its %s stays", async (table, place) => {
    const { t, fileId } = await marketWithRow(table, place);
    const left = await storeFile(t);
    await sweepAfterADay(t);
    expect(await isKept(t, fileId)).toBe(true);
    expect(await isKept(t, left)).toBe(false);
  });

  it("is named at the places that this test knows", () => {
    const names = PLACES.map((place) => place.join("."));
    expect(names).toContain("uploads.imageId");
    expect(names).toEqual(expect.arrayContaining([...RECORDED_PLACES, ...DRAWN_PLACES]));
  });

  it("that no row names goes after a day, and not before", async () => {
    const t = openMarket();
    const fileId = await storeFile(t);
    vi.setSystemTime(Date.now() + UPLOAD_UNCLAIMED_MS - 1_000);
    await sweep(t);
    expect(await isKept(t, fileId)).toBe(true);
    vi.setSystemTime(Date.now() + 2_000);
    await sweep(t);
    expect(await isKept(t, fileId)).toBe(false);
  });

  it("that is a drawing, or of no known type, stays", async () => {
    const t = openMarket();
    const files = [await storeFile(t, "image/svg+xml"), await storeFile(t, "")];
    await sweepAfterADay(t);
    for (const fileId of files) expect(await isKept(t, fileId)).toBe(true);
  });

  it("is found behind many that stay", async () => {
    const t = openMarket();
    for (let n = 0; n < 2 * FILES_PER_SWEEP; n += 1) {
      const imageId = await storeFile(t);
      await t.run((ctx) => ctx.db.insert("uploads", { imageId, purpose: "image", claimed: true }));
    }
    const left = await storeFile(t);
    await sweepAfterADay(t);
    expect(await isKept(t, left)).toBe(false);
    expect(await t.run((ctx) => ctx.db.system.query("_storage").take(1_000))).toHaveLength(
      2 * FILES_PER_SWEEP,
    );
  });
});
