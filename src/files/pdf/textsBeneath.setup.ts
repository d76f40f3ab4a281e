/** Reads the texts beneath the outlines of a PDF's shaped lines (ShapedText.ts), for tests. */
import { inflateSync } from "node:zlib";

/** Returns the unpacked content of the streams. */
function streamsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString("latin1");
  return Array.from(text.matchAll(/>>\nstream\n(.*?)\nendstream/gs), ([, packed = ""]) => {
    const bytes = Buffer.from(packed, "latin1");
    return (bytes[0] === 0x78 ? inflateSync(bytes) : bytes).toString("latin1");
  });
}

const FOUR_DIGITS = /\w{4}/g;

/** Returns what a reader finds and copies of each shaped line. */
export function textsBeneath(pdf: Uint8Array): string[] {
  const streams = streamsOf(pdf);
  // The library's own maps have no space between the two.
  const entries = streams.flatMap((stream) => [...stream.matchAll(/^<(\w{4})> <(\w+)>$/gm)]);
  const texts = new Map(
    entries.map(([, code = "", units = ""]) => [
      code,
      String.fromCharCode(...(units.match(FOUR_DIGITS) ?? []).map((unit) => parseInt(unit, 16))),
    ]),
  );
  return streams.flatMap((stream) => {
    const codes = /^BT 3 Tr \/Text 1000 Tf <(\w*)> Tj ET/.exec(stream)?.[1];
    if (codes === undefined) return [];
    return [(codes.match(FOUR_DIGITS) ?? []).map((code) => texts.get(code) ?? "").join("")];
  });
}
