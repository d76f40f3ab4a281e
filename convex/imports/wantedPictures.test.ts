/** Pictures by address, but for the network: `download` answers as each test says. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cells } from "../../domain/import/rows";
import type * as Limits from "../../domain/limits";
import {
  IMAGE_BYTES_MAX,
  IMPORT_KEPT_MS,
  IMPORT_PICTURES_MAX,
  FILE_BYTES_A_DAY,
  UPLOAD_UNCLAIMED_MS,
} from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { PNG } from "../auth/visitor.setup";
import {
  everything,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeOne,
  requireOrder,
  runDueTimers,
  settledTime,
  storePicture,
} from "../market.setup";
import type * as Download from "../outgoing/download";
import { DownloadProblem, TooLargeProblem, download } from "../outgoing/download";

// One after the other: convex-test mixes up the transactions of actions that store files at once.
vi.mock("../../domain/limits", async (original) => ({
  ...(await original<typeof Limits>()),
  OUTGOING_ACCOUNT_MAX: 1,
}));

vi.mock("../outgoing/download", async (original) => ({
  ...(await original<typeof Download>()),
  download: vi.fn(),
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(download).mockResolvedValue(PNG);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.mocked(download).mockReset();
});

const TEA = {
  ...{ name: "Assam Tea", type: "Food and Beverage", description: "250 g." },
  ...{ packSize: "24", pricePaise: "1,250.50", stock: "240" },
};
const RICE = "https://shop.example/rice.png";

type Row = { line: number; cells: Cells };

function rowOf(n: number, picture?: string): Row {
  const cells = { ...TEA, sku: `TEA-${n}`, name: `Tea ${n}` };
  return { line: n + 2, cells: picture === undefined ? cells : { ...cells, picture } };
}

async function open() {
  const t = openMarket();
  await t.action(internal.imports.internal.draw, {});
  return { t, distributor: await joinDistributor(t) };
}

async function begin({ client }: Person, rowCount = 50): Promise<string> {
  const importId = newKey();
  await client.mutation(api.imports.begin, { importId, mode: "addAndUpdate", rowCount });
  return importId;
}

async function take({ client }: Person, importId: string, rows: Row[], batch = 0) {
  return (await client.mutation(api.imports.take, { importId, batch, rows })).outcomes;
}

/** Runs what was scheduled until nothing is left. */
function fetchAll(t: Market): Promise<void> {
  return t.finishAllScheduledFunctions(runDueTimers);
}

/** An import of these rows, with its pictures fetched. */
async function importRows(t: Market, distributor: Person, rows: Row[]) {
  const importId = await begin(distributor);
  const outcomes = await take(distributor, importId, rows);
  await fetchAll(t);
  return { importId, outcomes };
}

function progressOf({ client }: Person, importId: string) {
  return client.query(api.imports.progress, { importId });
}

function problemsOf({ client }: Person, importId: string) {
  return client.query(api.imports.pictureProblems, { importId });
}

/** The picture of each of the distributor's products, by SKU. */
async function shown(t: Market): Promise<Record<string, Id<"_storage">>> {
  const products = await t.run((ctx) => ctx.db.query("products").take(100));
  return Object.fromEntries(products.map(({ sku = "", imageId }) => [sku, imageId]));
}

async function drawn(t: Market): Promise<Id<"_storage">> {
  const pictures = await t.run((ctx) => ctx.db.query("typePictures").take(20));
  return pictures.find(({ type }) => type === "Food and Beverage")!.imageId;
}

function filesOf(t: Market) {
  return t.run((ctx) => ctx.db.system.query("_storage").take(200));
}

const askedFor = () => vi.mocked(download).mock.calls.map(([{ url }]) => url);

describe("[IMPORT10] a picture by its address", () => {
  it("comes after its product, which shows the drawn one until then", async () => {
    const { t, distributor } = await open();
    const retailer = await joinRetailer(t);
    const importId = await begin(distributor);
    expect(await take(distributor, importId, [rowOf(0, RICE)])).toEqual([
      { line: 2, outcome: "added" },
    ]);
    expect(await shown(t)).toEqual({ "TEA-0": await drawn(t) });
    expect(await progressOf(distributor, importId)).toMatchObject({
      pictures: { wanted: 1, fetched: 0, failed: 0 },
    });
    expect(download).not.toHaveBeenCalled();
    await fetchAll(t);
    expect(await shown(t)).not.toEqual({ "TEA-0": await drawn(t) });
    expect(await progressOf(distributor, importId)).toMatchObject({
      pictures: { wanted: 1, fetched: 1, failed: 0 },
    });
    const { page } = await retailer.client.query(api.products.all, { paginationOpts: FIRST_PAGE });
    const product = await retailer.client.query(api.products.one, { productId: page[0]!._id });
    expect(product?.imageUrl).toEqual(expect.any(String));
    expect(product?.imageUrl).not.toContain("shop.example");
  });

  it("is fetched once, however often its batch and its file are sent", async () => {
    const { t, distributor } = await open();
    const rows = [rowOf(0, RICE), rowOf(1, `${RICE}?large`), rowOf(2)];
    const { importId, outcomes } = await importRows(t, distributor, rows);
    expect(await take(distributor, importId, rows)).toEqual(outcomes);
    await fetchAll(t);
    const before = [await shown(t), await filesOf(t)];
    const again = await importRows(t, distributor, rows);
    expect(again.outcomes.map(({ outcome }) => outcome)).toEqual(["same", "same", "same"]);
    expect([await shown(t), await filesOf(t)]).toEqual(before);
    expect(askedFor()).toEqual([RICE, `${RICE}?large`]);
  });

  it("is not asked for again by another import while it is waited for", async () => {
    const { t, distributor } = await open();
    await take(distributor, await begin(distributor), [rowOf(0, RICE)]);
    const second = await take(distributor, await begin(distributor), [rowOf(0, RICE)]);
    expect(second).toEqual([{ line: 2, outcome: "same" }]);
    await fetchAll(t);
    expect(askedFor()).toEqual([RICE]);
  });

  it("that many rows name is fetched once for all of them", async () => {
    const { t, distributor } = await open();
    const rows = Array.from({ length: 30 }, (_, n) => rowOf(n, RICE));
    const { importId } = await importRows(t, distributor, rows);
    expect(askedFor()).toEqual([RICE]);
    expect(new Set(Object.values(await shown(t)))).toHaveLength(1);
    expect(await progressOf(distributor, importId)).toMatchObject({
      pictures: { wanted: 30, fetched: 30, failed: 0 },
    });
  });

  it("in the place of another one is fetched, and one that the row leaves out stays", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE)]);
    const first = await shown(t);
    await importRows(t, distributor, [rowOf(0)]);
    expect(await shown(t)).toEqual(first);
    const { outcomes } = await importRows(t, distributor, [rowOf(0, `${RICE}?new`)]);
    expect(outcomes).toEqual([{ line: 2, outcome: "changed" }]);
    expect(await shown(t)).not.toEqual(first);
    await importRows(t, distributor, [rowOf(0, `${RICE}?new`)]);
    expect(askedFor()).toEqual([RICE, `${RICE}?new`]);
  });

  it("does not replace one that somebody chose while it was waited for", async () => {
    const { t, distributor } = await open();
    const importId = await begin(distributor);
    await take(distributor, importId, [rowOf(0, RICE)]);
    const imageId = await storePicture(t);
    await t.run(async (ctx) => {
      const product = await ctx.db.query("products").first();
      await ctx.db.patch("products", product!._id, { imageId });
    });
    const files = (await filesOf(t)).length;
    await fetchAll(t);
    expect(await shown(t)).toEqual({ "TEA-0": imageId });
    expect(await problemsOf(distributor, importId)).toEqual([
      { line: 2, address: RICE, problem: "The product was given another picture meanwhile." },
    ]);
    expect(await filesOf(t)).toHaveLength(files);
  });

  it("of a later import takes the place of one that is waited for", async () => {
    const { t, distributor } = await open();
    const first = await begin(distributor);
    await take(distributor, first, [rowOf(0, RICE)]);
    const second = await begin(distributor);
    await take(distributor, second, [rowOf(0, `${RICE}?new`)]);
    await fetchAll(t);
    expect(askedFor()).toEqual([`${RICE}?new`]);
    expect(await progressOf(distributor, first)).toMatchObject({
      pictures: { wanted: 1, fetched: 0, failed: 1 },
    });
    expect(await progressOf(distributor, second)).toMatchObject({
      pictures: { wanted: 1, fetched: 1, failed: 0 },
    });
  });

  it("of a fetch that was interrupted is fetched again, and not for ever", async () => {
    const { t, distributor } = await open();
    /** The action ends after it began, as in a crash. */
    const interrupt = async () => {
      await t.run(async (ctx) => {
        for (const { _id } of await ctx.db.system.query("_scheduled_functions").take(10))
          await ctx.scheduler.cancel(_id);
      });
      vi.setSystemTime(Date.now() + 61_000);
      await t.mutation(internal.outgoing.internal.sweep, {});
    };
    const importId = await begin(distributor);
    await take(distributor, importId, [rowOf(0, RICE)]);
    for (let n = 0; n < 2; n += 1) await interrupt();
    expect(download).not.toHaveBeenCalled();
    await fetchAll(t);
    expect(askedFor()).toEqual([RICE]);
    const next = await begin(distributor);
    await take(distributor, next, [rowOf(1, `${RICE}?2`)]);
    for (let n = 0; n < 3; n += 1) await interrupt();
    await fetchAll(t);
    expect(askedFor()).toEqual([RICE]);
    expect(await problemsOf(distributor, next)).toMatchObject([{ line: 3 }]);
  });
});

type Refused = readonly [what: string, got: () => Uint8Array | Error, reason: RegExp];

describe("[IMPORT10] a picture that can't be had", () => {
  it.each<Refused>([
    ["a page", () => new TextEncoder().encode("<html>no picture</html>"), /no picture at/],
    ["a drawing that can carry scripts", () => new TextEncoder().encode("<svg/>"), /no picture at/],
    ["nothing", () => new Uint8Array(), /no picture at/],
    ["too much", () => new TooLargeProblem("more than 5242880 bytes"), /larger than 5 MB/],
    ["404", () => new DownloadProblem("Request failed with status code 404"), /status code 404/],
    ["no answer", () => new DownloadProblem("no answer within 10 s"), /no answer within 10 s/],
    ["a way into a private network", () => new Error("secret 10.0.0.1"), /could not be reached/],
  ])(
    "because there is %s leaves the drawn one, and is told with its row",
    async (_, got, reason) => {
      const { t, distributor } = await open();
      vi.mocked(download).mockImplementation(() => {
        const result = got();
        return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
      });
      const files = (await filesOf(t)).length;
      const { importId, outcomes } = await importRows(t, distributor, [rowOf(0), rowOf(1, RICE)]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(["added", "added"]);
      expect(await shown(t)).toEqual({ "TEA-0": await drawn(t), "TEA-1": await drawn(t) });
      expect(await filesOf(t)).toHaveLength(files);
      const problem: unknown = expect.stringMatching(reason);
      expect(await problemsOf(distributor, importId)).toEqual([
        { line: 3, address: RICE, problem },
      ]);
      expect(await progressOf(distributor, importId)).toMatchObject({
        pictures: { wanted: 1, fetched: 0, failed: 1 },
      });
      expect(JSON.stringify(await problemsOf(distributor, importId))).not.toContain("10.0.0.1");
    },
  );

  it("is tried again with the same file, and delays no other one", async () => {
    const { t, distributor } = await open();
    vi.mocked(download).mockImplementation(({ url }) =>
      url === RICE ? Promise.reject(new DownloadProblem("no answer")) : Promise.resolve(PNG),
    );
    const rows = [rowOf(0, RICE), rowOf(1, `${RICE}?2`)];
    await importRows(t, distributor, rows);
    vi.mocked(download).mockResolvedValue(PNG);
    const { outcomes } = await importRows(t, distributor, rows);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["changed", "same"]);
    expect(askedFor()).toEqual([RICE, `${RICE}?2`, RICE]);
  });

  it("of somebody else's import is as good as missing", async () => {
    const { t, distributor } = await open();
    vi.mocked(download).mockRejectedValue(new DownloadProblem("no answer"));
    const { importId } = await importRows(t, distributor, [rowOf(0, RICE)]);
    expect(await problemsOf(await joinDistributor(t), importId)).toEqual([]);
    expect(await problemsOf(distributor, "another")).toEqual([]);
  });
});

const uploadsOf = (t: Market) => t.run((ctx) => ctx.db.query("uploads").take(100));

describe("[IMPORT12] a fetched picture", () => {
  it("that another one replaces is deleted, with its record", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE)]);
    const first = await shown(t);
    const files = (await filesOf(t)).length;
    for (let n = 0; n < 3; n += 1) await importRows(t, distributor, [rowOf(0, `${RICE}?n=${n}`)]);
    expect(await shown(t)).not.toEqual(first);
    expect(await filesOf(t)).toHaveLength(files);
    const imageId = (await shown(t))["TEA-0"];
    expect((await uploadsOf(t)).filter((row) => row.userId === undefined)).toMatchObject([
      { imageId, claimed: true },
    ]);
  });

  it("stays where an order shows it, also when another product that showed it is the last to lose it", async () => {
    const { t, distributor } = await open();
    const retailer = await joinRetailer(t);
    await importRows(t, distributor, [rowOf(0, RICE), rowOf(1, RICE)]);
    const products = await t.run((ctx) => ctx.db.query("products").take(10));
    const { lines } = await requireOrder(t, await placeOne(retailer, products[0]!._id));
    const { imageId } = lines[0]!;
    const picture = `${RICE}?new`;
    for (const n of [0, 1])
      await importRows(t, distributor, [{ line: 2, cells: { sku: `TEA-${n}`, picture } }]);
    expect(Object.values(await shown(t))).not.toContain(imageId);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId))).not.toBeNull();
  });

  it("stays while another product shows it", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE), rowOf(1, RICE)]);
    const { "TEA-1": imageId } = await shown(t);
    await importRows(t, distributor, [rowOf(0, `${RICE}?new`)]);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId!))).not.toBeNull();
    await importRows(t, distributor, [rowOf(1, `${RICE}?new`)]);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId!))).toBeNull();
  });

  it("that its distributor replaces by an upload is deleted", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE)]);
    const before = (await shown(t))["TEA-0"]!;
    const imageId = await storePicture(t);
    const upload = { imageId, purpose: "image" as const, userId: distributor.user._id };
    await t.run((ctx) => ctx.db.insert("uploads", { ...upload, claimed: false }));
    const product = await t.run((ctx) => ctx.db.query("products").first());
    const edit = { productId: product!._id, changes: { imageId } };
    await distributor.client.mutation(api.products.edit, edit);
    expect(await t.run((ctx) => ctx.storage.getUrl(before))).toBeNull();
  });

  it("that no product shows, because the fetch was interrupted, is swept after a day", async () => {
    const { t } = await open();
    const files = (await filesOf(t)).length;
    const imageId = await storePicture(t);
    await t.mutation(internal.imports.keep.record, { imageId });
    vi.setSystemTime((await settledTime(t)) + UPLOAD_UNCLAIMED_MS + 1);
    await t.mutation(internal.uploads.internal.sweep, {});
    expect(await filesOf(t)).toHaveLength(files);
  });

  it("is fetched no more once a day's bytes are fetched", async () => {
    const { t, distributor } = await open();
    const spent = { distributorId: distributor.user._id, bytes: FILE_BYTES_A_DAY };
    await settledTime(t);
    expect(await t.mutation(internal.imports.keep.admit, spent)).toBe(true);
    const files = (await filesOf(t)).length;
    const { importId } = await importRows(t, distributor, [rowOf(0, RICE)]);
    expect(await filesOf(t)).toHaveLength(files);
    const problem: unknown = expect.stringMatching(/too many bytes/);
    expect(await problemsOf(distributor, importId)).toMatchObject([{ line: 2, problem }]);
  });
});

describe("[IMPORT11] a picture by its address", () => {
  const WRONG: readonly (readonly [string, RegExp])[] = [
    ["http://shop.example/rice.png", /must begin with https/],
    ["https://localhost/rice.png", /private network/],
    ["https://127.0.0.1/rice.png", /private network/],
    ["https://0x7f.1/rice.png", /private network/],
    ["https://10.0.0.1/rice.png", /private network/],
    ["https://[::1]/rice.png", /private network/],
    ["https://169.254.169.254/latest/meta-data", /private network/],
  ];

  it.each(WRONG)("of %s is told by the preview, and refuses its row", async (picture, reason) => {
    const { t, distributor } = await open();
    const asked = {
      rows: [
        { sku: "TEA-0", picture },
        { sku: "TEA-1", picture: RICE },
      ],
    };
    const [wrong, good] = await distributor.client.query(api.imports.lookup, asked);
    expect(wrong?.pictureFault).toMatch(reason);
    expect(good).not.toHaveProperty("pictureFault");
    const { outcomes } = await importRows(t, distributor, [rowOf(0, picture)]);
    expect(outcomes).toMatchObject([
      { line: 2, outcome: "refused", faults: [{ field: "picture" }] },
    ]);
    expect(await shown(t)).toEqual({});
    expect(download).not.toHaveBeenCalled();
  });

  it("is fetched over https alone and within the limits of uploads, unless the operator trusts everybody", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE)]);
    const [first] = vi.mocked(download).mock.calls[0]!;
    expect(first).toMatchObject({ onlyHttps: true, maxBytes: IMAGE_BYTES_MAX });
    expect(first.isTrusted("https://10.0.0.1")).toBe(false);
    vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "1");
    const { outcomes } = await importRows(t, distributor, [rowOf(1, "http://127.0.0.1:1/a.png")]);
    expect(outcomes).toMatchObject([{ outcome: "added" }]);
    expect(first.isTrusted("http://127.0.0.1:1")).toBe(true);
  });

  it("is kept without what is said about it", async () => {
    const { t, distributor } = await open();
    const chunk = [0, 0, 0, 6, ...new TextEncoder().encode("tEXtsecret"), 9, 9, 9, 9];
    vi.mocked(download).mockResolvedValue(Uint8Array.from([...PNG, 9, 9, 9, 9, ...chunk]));
    await importRows(t, distributor, [rowOf(0, RICE)]);
    const { "TEA-0": imageId } = await shown(t);
    const text = await t.run(async (ctx) => (await ctx.storage.get(imageId!))!.text());
    expect(text).toContain("PNG");
    expect(text).not.toContain("secret");
  });

  it("comes for at most so many rows of an import; the others are told so, and written all the same", async () => {
    const { t, distributor } = await open();
    const importId = await begin(distributor);
    const pictures = {
      wanted: IMPORT_PICTURES_MAX - 1,
      fetched: IMPORT_PICTURES_MAX - 1,
      failed: 0,
    };
    await t.run(async (ctx) => {
      const found = await ctx.db.query("imports").first();
      await ctx.db.patch("imports", found!._id, { pictures });
    });
    const outcomes = await take(distributor, importId, [rowOf(0, RICE), rowOf(1, `${RICE}?2`)]);
    await fetchAll(t);
    expect(outcomes).toEqual([
      { line: 2, outcome: "added" },
      {
        ...{ line: 3, outcome: "added" },
        pictureProblem: "An import fetches at most 1,000 pictures. Import this row again.",
      },
    ]);
    expect(askedFor()).toEqual([RICE]);
  });

  it("costs its distributor one of an hour's, and beyond these is told", async () => {
    const { t, distributor } = await open();
    await t.run(async (ctx) => {
      const key = distributor.user._id;
      const { spendReserved } = await import("../auth/limits");
      await spendReserved(ctx, "importPictures", key, 2_000);
    });
    const { outcomes } = await importRows(t, distributor, [rowOf(0, RICE)]);
    expect(outcomes[0]?.pictureProblem).toMatch(/last hour/);
    expect(outcomes[0]?.outcome).toBe("added");
    expect(download).not.toHaveBeenCalled();
  });

  it("is forgotten with its import after thirty days, but not which one the product shows", async () => {
    const { t, distributor } = await open();
    await importRows(t, distributor, [rowOf(0, RICE)]);
    vi.setSystemTime(Date.now() + IMPORT_KEPT_MS + 1_000);
    await t.mutation(internal.imports.internal.sweep, {});
    await fetchAll(t);
    expect(await t.run((ctx) => ctx.db.query("importPictures").take(5))).toEqual([]);
    const before = await shown(t);
    const { outcomes } = await importRows(t, distributor, [rowOf(0, RICE)]);
    expect(outcomes).toMatchObject([{ outcome: "same" }]);
    expect(await shown(t)).toEqual(before);
  });
});

it("a batch without pictures writes nothing of them", async () => {
  const { t, distributor } = await open();
  await importRows(t, distributor, [rowOf(0)]);
  expect(await everything(t)).not.toContain("wanted");
  await listProduct(t, distributor);
  expect(await t.run((ctx) => ctx.db.query("outgoingRequests").take(1))).toEqual([]);
});
