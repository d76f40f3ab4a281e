import { getFunctionName, type FunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import { collectStatement, STATEMENT_ROWS_MAX } from "./collect";
import { fileName } from "./makeFile";
import { entriesOf, statementOf } from "./statement.setup";

const ASKED = { partnerId: "partner", from: "2026-04-01", to: "2026-04-30" };
const ME = {
  role: "distributor",
  name: "Asha",
  phone: "1",
  email: "a@m.test",
  companyName: "Banyan",
};
const PARTNER = {
  business: "Peepal",
  partnerName: "Meena",
  partnerPhone: "2",
  partnerEmail: "m@m.test",
};

/** A server with `count` entries, and the sizes of the pages that it was asked for. */
function serverWith(count: number, me: object | null = ME) {
  const entries = entriesOf(count, 100);
  const sizes: number[] = [];
  const answer = (
    name: string,
    args: { paginationOpts: { numItems: number; cursor: string | null } },
  ) => {
    if (name === "users:me") return me;
    if (name === "khata:account") return PARTNER;
    if (name === "khata:statement") return { openingPaise: 100, closingPaise: 4 };
    const { numItems, cursor } = args.paginationOpts;
    sizes.push(numItems);
    const end = Number(cursor ?? 0) + numItems;
    const page = entries.slice(Number(cursor ?? 0), end);
    return { page, isDone: end >= count, continueCursor: String(end) };
  };
  const query = (reference: FunctionReference<"query">, args: unknown) =>
    Promise.resolve(answer(getFunctionName(reference), args as never));
  return { client: { query } as never, entries, sizes };
}

describe("reading a statement", () => {
  test("asks for page after page, and closes with the balance after the last entry", async () => {
    const { client, entries, sizes } = serverWith(2_500);
    const read = await collectStatement(client, ASKED);
    expect(read).toMatchObject({ ...{ openingPaise: 100, isCut: false, from: ASKED.from } });
    expect(read.entries).toEqual(entries);
    expect(read.closingPaise).toBe(entries.at(-1)?.balanceAfterPaise);
    expect(sizes).toEqual([1_000, 1_000, 1_000]);
  });

  test("takes the server's closing balance where nothing happened", async () => {
    const { client } = serverWith(0);
    expect((await collectStatement(client, ASKED)).closingPaise).toBe(4);
  });

  test("[STATEMENT4] ends after ten thousand entries, and keeps the closing balance of the whole period", async () => {
    const { client, sizes } = serverWith(STATEMENT_ROWS_MAX + 1);
    const read = await collectStatement(client, ASKED);
    expect(read.entries).toHaveLength(STATEMENT_ROWS_MAX);
    expect(read).toMatchObject({ isCut: true, closingPaise: 4 });
    expect(sizes).toHaveLength(10);
    const whole = await collectStatement(serverWith(STATEMENT_ROWS_MAX).client, ASKED);
    expect(whole).toMatchObject({ isCut: false });
  });

  test("tells the two sides by the caller's role", async () => {
    const seller = await collectStatement(serverWith(0).client, ASKED);
    expect(seller.distributor).toEqual({
      business: "Banyan",
      name: "Asha",
      phone: "1",
      email: "a@m.test",
    });
    expect(seller.retailer).toEqual({
      business: "Peepal",
      name: "Meena",
      phone: "2",
      email: "m@m.test",
    });
    const shop = { ...ME, role: "retailer", companyName: undefined, shopName: "Corner" };
    const buyer = await collectStatement(serverWith(0, shop).client, ASKED);
    expect([buyer.retailer.business, buyer.distributor.business]).toEqual(["Corner", "Peepal"]);
    expect(buyer.partner).toBe(buyer.distributor);
  });

  test("fails once the session has ended", async () => {
    await expect(collectStatement(serverWith(0, null).client, ASKED)).rejects.toThrow("ended");
  });
});

test("a file is named after the partner and the period, without what file systems refuse", () => {
  const statement = statementOf(0);
  expect(fileName('A/B: "Traders"', statement, "csv")).toBe(
    "statement-A-B-Traders-2026-04-01-2026-04-30.csv",
  );
  expect(fileName("किराना स्टोर", statement, "pdf")).toContain("statement-किराना-स्टोर-2026");
  expect(fileName("//", statement, "pdf")).toBe("statement-2026-04-01-2026-04-30.pdf");
});
