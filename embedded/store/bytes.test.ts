import { expect, test } from "vitest";
import { compareBytes } from "./bytes";

/** Bytes that differ at each position around the switch to native code, and prefixes of each other. */
function samples(): Uint8Array[] {
  const lengths = [0, 1, 2, 47, 48, 49, 50, 200];
  return lengths.flatMap((length) => {
    const zeros = new Uint8Array(length);
    const changed = [0, 1, 46, 47, 48, 49, 199].filter((at) => at < length);
    return [
      zeros,
      ...changed.flatMap((at) => [1, 127, 128, 255].map((byte) => zeros.with(at, byte))),
    ];
  });
}

test("compares bytes as unsigned, the shorter first, wherever they differ", () => {
  const all = samples();
  for (const one of all)
    for (const other of all)
      expect(Math.sign(compareBytes(one, other))).toBe(Buffer.compare(one, other));
});
