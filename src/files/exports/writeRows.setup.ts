/** Writes a file of as many rows as its arguments say, and prints its size and the greatest memory of the process before and after. */
import type { Cell, FileFormat } from "./cells";
import { FileWriter } from "./FileWriter";

/** As many as an order of a distributor's has, and as wide. */
const COLUMNS = 18;
const PAGE_ROWS = 500;

function rowOf(n: number): Cell[] {
  const texts = Array.from({ length: COLUMNS - 5 }, (_, at) => `Text ${at} of row ${n}, पीतल`);
  return [{ day: "2026-04-01" }, ...texts, n, { paise: n }, { paise: -n }, null];
}

const [format, count] = [process.argv[2] as FileFormat, Number(process.argv[3])];
const peakBytes = () => process.resourceUsage().maxRSS * 1_024;
const before = peakBytes();
const heads = Array.from({ length: COLUMNS }, (_, at) => ({ head: `Head ${at}`, width: 20 }));
const writer = new FileWriter(format, "Orders", heads);
for (let from = 0; from < count; from += PAGE_ROWS)
  writer.add(Array.from({ length: PAGE_ROWS }, (_, at) => rowOf(from + at)));
const { size } = writer.end();
process.stdout.write(JSON.stringify({ size, before, after: peakBytes() }));
