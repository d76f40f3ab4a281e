/** Forged cursors and journals, derived from valid ones or made up. */
import { createHash } from "node:crypto";

/** Key prefixes below, between and above all stored keys. */
const KEYS = ["", "00", "01", "07", "0a", "7f", "ff", "ffff"].map((hex) => Buffer.from(hex, "hex"));
/** Longer than the limits of URLs and of journals. */
const LONG = 20_000;

function withBitFlipped(text: string, share: number): string {
  const bytes = Buffer.from(text, "base64url");
  const at = Math.min(Math.floor(bytes.length * share), bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  return bytes.toString("base64url");
}

/** Builds cursors of the former, unencrypted format: eight characters that identify the query, and a readable key. */
function unsealed(mark: string): string[] {
  return [
    ...KEYS.map((key) => `${mark}.after.${key.toString("base64url")}`),
    ...["AA", "__8"].map((key) => `${mark}.after.${key}`),
    `${mark}.end.`,
  ];
}

/** Unencrypted positions, as a cursor would contain them. */
const POSITIONS = [
  Buffer.from([0]),
  ...KEYS.map((key) => Buffer.concat([Buffer.from([1]), key])),
].map((bytes) => bytes.toString("base64url"));

/** Returns texts that the server never issued, many of them derived from the valid cursor `own`. */
export function forgedCursors(own: string): string[] {
  const marks = [own.slice(0, 8), createHash("sha256").update(own).digest("base64url").slice(0, 8)];
  const cuts = [1, 16, Math.floor(own.length / 2), own.length - 1].map((at) => own.slice(0, at));
  const changed = [0, 0.3, 0.6, 1].map((share) => withBitFlipped(own, share));
  const made = [
    ...[...cuts, ...changed, ...marks.flatMap(unsealed), ...POSITIONS],
    ...[`${own}A`, `${own}=`, ` ${own}`, own + own, "garbage", "null", "%00", "💡", "{}"],
    "A".repeat(LONG),
  ];
  return [...new Set(made)].filter((text) => text !== "" && text !== own);
}
