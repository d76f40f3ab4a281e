import { describe, expect, test } from "vitest";
import { PASTE_CHARACTERS_MAX, PASTE_LINES_MAX } from "../../../../domain/limits";
import { parsePasted } from "./pastedRows";

/** "text=quantity" of each row. */
function read(...lines: string[]): string[] {
  const { rows, problem } = parsePasted(lines.join("\n"));
  if (rows === null) throw new Error(problem);
  return rows.map(({ text, quantity }) => `${text}=${quantity}`);
}

describe("pasted rows", () => {
  test.each([
    ["tabs", "Rice, 10 kg\t24"],
    ["semicolons", "Rice, 10 kg;24"],
    ["commas, with the name in quotation marks", '"Rice, 10 kg",24'],
    ["commas, also in the name", "Rice, 10 kg,24"],
  ])("are separated by %s", (_, line) => {
    expect(read(line)).toEqual(["Rice, 10 kg=24"]);
  });

  test("have the quantity behind the name, or before it", () => {
    expect(read("Rice\t24", "12\tSalt")).toEqual(["Rice=24", "Salt=12"]);
  });

  test("of two numbers follow the other lines; else the SKU comes first", () => {
    expect(read("1001\t24")).toEqual(["1001=24"]);
    expect(read("12\tSalt", "6\tRice", "24\t1001")).toEqual(["Salt=12", "Rice=6", "1001=24"]);
  });

  test("skip a line of headings, which says where the quantity is", () => {
    expect(read("Qty\tSKU", "24\t1001")).toEqual(["1001=24"]);
    expect(read("SKU,Quantity", "1001,24")).toEqual(["1001=24"]);
    expect(read("Item name;Qty.", "Rice;24")).toEqual(["Rice=24"]);
  });

  test("keep a first line that is no heading, so that nothing is lost unseen", () => {
    expect(read("Rice\t", "Salt\t2")).toEqual(["Rice=null", "Salt=2"]);
  });

  test("of three columns take the first text and the number at the end", () => {
    expect(read("R-10\tSona Masoori\t24")).toEqual(["R-10=24"]);
  });

  test("understand figures as sheets write them, and no others", () => {
    expect(read("a\t1,200", "b\t1,00,000", "c\t24.0", "d\t2.5", "e\t-3")).toEqual([
      "a=1200",
      "b=100000",
      "c=24",
      "d=2.5",
      "e=-3",
    ]);
    expect(read("a\t1e5", "b\t24 pcs", "c\t०")).toEqual(["a=null", "b=null", "c=null"]);
  });

  test("keep doubled quotation marks, skip empty lines and columns, and number their lines", () => {
    const { rows } = parsePasted('\r\n"Pipe 2"""\t6\t\t\r\n\r\nRice\t1');
    expect(rows).toEqual([
      { line: 2, text: 'Pipe 2"', quantity: 6 },
      { line: 4, text: "Rice", quantity: 1 },
    ]);
  });

  test("without a quantity wait for one", () => {
    expect(read("Rice", "Dal, yellow")).toEqual(["Rice=null", "Dal, yellow=null"]);
  });

  test("[QUICK3] that are too many, too long or none say so", () => {
    const lines = Array.from({ length: PASTE_LINES_MAX }, () => "Rice\t1");
    expect(read(...lines)).toHaveLength(PASTE_LINES_MAX);
    expect(parsePasted([...lines, "Rice\t1"].join("\n")).problem).toBe(
      "Paste at most 300 lines at once, not 301.",
    );
    expect(parsePasted("x".repeat(PASTE_CHARACTERS_MAX + 1)).problem).toBe(
      "That is too much text. Paste fewer lines.",
    );
    for (const nothing of ["", " \n\t\n", "SKU\tQuantity"])
      expect(parsePasted(nothing).problem).toBe("Paste lines with a name or SKU and a quantity.");
  });

  test("take linear time, whatever they look like", () => {
    for (const piece of ['"', ",", '",', "1,", "\t", "\n", "\ud800"]) {
      const start = performance.now();
      parsePasted(piece.repeat(PASTE_CHARACTERS_MAX / piece.length));
      expect(performance.now() - start, JSON.stringify(piece)).toBeLessThan(2_000);
    }
  });
});
