/** The type of PDFs, read from files instead of a server, for tests. */
import { readFileSync } from "node:fs";
import path from "node:path";
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
