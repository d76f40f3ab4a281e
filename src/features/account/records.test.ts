import { expect, test } from "vitest";
import { collectRecords } from "./records";

test("fetches every page of every section of the records", async () => {
  const asked: string[] = [];
  const query = (_reference: unknown, args: unknown) => {
    const { section, paginationOpts } = args as {
      section: string;
      paginationOpts: { cursor: string | null };
    };
    asked.push(`${section}:${paginationOpts.cursor ?? "first"}`);
    const isOrders = section === "orders" && paginationOpts.cursor === null;
    return Promise.resolve({
      page: [{ of: section }],
      isDone: !isOrders,
      continueCursor: isOrders ? "second" : "",
    });
  };
  const records = JSON.parse(await collectRecords({ query } as never)) as Record<string, unknown[]>;
  expect(records["orders"]).toHaveLength(2);
  expect(records["account"]).toEqual([{ of: "account" }]);
  expect(asked).toContain("orders:second");
  expect(Object.keys(records)).toHaveLength(24);
});
