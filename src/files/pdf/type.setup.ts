/** The type of PDFs, read from files instead of a server, and the texts of a PDF, for tests. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import type { TypeParts } from "./draw";
import { loadShaper } from "./shaper";

const ROOT = path.join(import.meta.dirname, "../../..");

function bytesOf(file: string): Uint8Array {
  return new Uint8Array(readFileSync(path.join(ROOT, file)));
}

export function testType(): TypeParts {
  const normal = bytesOf("src/files/pdf/fonts/Inter-Regular.ttf");
  const bold = bytesOf("src/files/pdf/fonts/Inter-SemiBold.ttf");
  const fonts = { normal, bold };
  return {
    fonts,
    loadShaper: (scripts) => loadShaper(scripts, fonts, (file) => Promise.resolve(bytesOf(file))),
    pictureOf: () => null,
  };
}

/** Returns the unpacked content of the streams of a PDF. */
export function streamsOf(pdf: ArrayBuffer): string[] {
  const text = Buffer.from(pdf).toString("latin1");
  return Array.from(text.matchAll(/>>\nstream\n(.*?)\nendstream/gs), ([, packed = ""]) => {
    const bytes = Buffer.from(packed, "latin1");
    return (bytes[0] === 0x78 ? inflateSync(bytes) : bytes).toString("latin1");
  });
}

/** Returns what a reader finds and copies of the lines that are drawn as outlines. */
export function textsBeneath(pdf: ArrayBuffer): string[] {
  const streams = streamsOf(pdf);
  const map =
    streams.find((stream) => stream.includes("Adobe-Identity-UCS") && stream.includes("> <")) ?? "";
  const texts = new Map(
    Array.from(map.matchAll(/^<(\w{4})> <(\w+)>$/gm), ([, code = "", units = ""]) => [
      code,
      String.fromCharCode(...(units.match(/\w{4}/g) ?? []).map((unit) => Number(`0x${unit}`))),
    ]),
  );
  return streams.flatMap((stream) => {
    const codes = /^BT 3 Tr \/Text 1000 Tf <(\w*)> Tj ET/.exec(stream)?.[1];
    if (codes === undefined) return [];
    return [(codes.match(/\w{4}/g) ?? []).map((code) => texts.get(code) ?? "").join("")];
  });
}
