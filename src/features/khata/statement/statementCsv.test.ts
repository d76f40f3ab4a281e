import { describe, expect, test } from "vitest";
import { entryOf, statementOf } from "./statement.setup";
import { statementCsv } from "./statementCsv";

/** Reads CSV as RFC 4180 says. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(csv); found !== null; found = cell.exec(csv)) {
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

const bodyOf = (statement: Parameters<typeof statementCsv>[0]) =>
  parse(statementCsv(statement).replace(/^\uFEFF/, ""));

describe("a statement as CSV", () => {
  test("[STATEMENT3] has a head, the opening balance, each entry and the closing balance", () => {
    expect(bodyOf(statementOf(3))).toEqual([
      ["Day", "What", "Reference", "Reason", "Amount (₹)", "Balance (₹)"],
      ["2026-04-01", "Opening balance", "", "", "", "100000.00"],
      ["2026-04-15", "Invoice", "SWD/26-27/10000", "", "1716.00", "101716.00"],
      ["2026-04-15", "Invoice", "SWD/26-27/10001", "", "1716.00", "103432.00"],
      ["2026-04-15", "Payment, UPI", "412345678901", "", "-2000.00", "101432.00"],
      ["2026-04-30", "Closing balance", "", "", "", "101432.00"],
    ]);
  });

  test("begins with the byte order mark, ends each line with CR and LF, and keeps ₹ and Devanagari", async () => {
    const reason = "चेक वापस आया";
    const entries = [entryOf(0, 0, { kind: "reversal", reason })];
    const csv = statementCsv(statementOf(0, { entries }));
    const bytes = new Uint8Array(await new File([csv], "s.csv").arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toContain("Amount (₹)");
    expect(bodyOf(statementOf(0, { entries }))[2]?.[3]).toBe(reason);
    expect(csv.endsWith("\r\n")).toBe(true);
    expect(csv.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test.each([
    [-5, "-0.05"],
    [5, "0.05"],
    [-100, "-1.00"],
    [-1_23_45_678_90, "-12345678.90"],
    [0, "0.00"],
  ])("writes %i paise as plain rupees", (paise, text) => {
    const [, , row] = bodyOf(statementOf(0, { entries: [entryOf(0, paise, { paise })] }));
    expect(row?.slice(4)).toEqual([text, text]);
  });

  test.each(["=1+1", "+91", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "＋1", "－1", "＠1"])(
    "makes %j harmless to spreadsheets",
    (reason) => {
      const [, , row] = bodyOf(statementOf(0, { entries: [entryOf(0, 0, { reason })] }));
      expect(row?.[3]).toBe(`'${reason}`);
    },
  );

  test("keeps quotes, commas, semicolons and line ends of a text in its cell", () => {
    const reason = `He said "no", \r\nthen; =1+1`;
    const rows = bodyOf(statementOf(0, { entries: [entryOf(0, 0, { reason })] }));
    expect(rows).toHaveLength(4);
    expect(rows[2]?.[3]).toBe(reason);
    for (const row of rows) expect(row).toHaveLength(6);
  });

  test("[STATEMENT4] says when it has not all entries", () => {
    expect(bodyOf(statementOf(3, { isCut: true })).at(-1)?.[1]).toContain(
      "Only the first 3 entries are listed",
    );
  });
});
