import { unzlibSync } from "fflate";

/** Lengths of the headers and of one entry of the directories, in bytes. */
const WOFF = { header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };

/** Returns the TrueType font in a WOFF file (W3C, WOFF 1.0): the same tables, each unpacked, behind a directory of their places. */
export function fromWoff(file: Uint8Array): Uint8Array {
  const from = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = from.getUint16(12);
  const font = new Uint8Array(from.getUint32(16));
  const to = new DataView(font.buffer);
  to.setUint32(0, from.getUint32(4));
  to.setUint16(4, tables);
  let end = SFNT.header + SFNT.entry * tables;
  for (let table = 0; table < tables; table += 1) {
    const at = WOFF.header + WOFF.entry * table;
    const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((field) =>
      from.getUint32(at + field),
    ) as [number, number, number, number, number];
    const bytes = file.subarray(offset, offset + packed);
    font.set(packed < length ? unzlibSync(bytes) : bytes, end);
    for (const [field, value] of [tag, checksum, end, length].entries())
      to.setUint32(SFNT.header + SFNT.entry * table + 4 * field, value);
    // Each table begins at a multiple of four bytes.
    end += (length + 3) & ~3;
  }
  return font;
}
