import { describe, expect, test } from "vitest";
import { withoutMetadata } from "./metadata";
import { type PictureType, pictureType } from "./picture";

const SECRET = "18.5204 N 73.8567 E";

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function bigEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, n) => (value >>> (8 * (bytes - 1 - n))) & 0xff);
}

function littleEndian(value: number, bytes: number): number[] {
  return bigEndian(value, bytes).reverse();
}

function bytesOf(...parts: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flat());
}

const segment = (marker: number, payload: readonly number[]) => [
  ...[0xff, marker],
  ...bigEndian(payload.length + 2, 2),
  ...payload,
];

/** Exif as cameras write it: which way up, and (here) where. */
function exif(orientation: number, order: "II" | "MM"): number[] {
  const number = order === "II" ? littleEndian : bigEndian;
  const entry = [...number(0x0112, 2), ...number(3, 2), ...number(1, 4), ...number(orientation, 2)];
  const directory = [...number(1, 2), ...entry, 0, 0, ...number(0, 4)];
  const head = [...ascii("Exif\0\0"), ...ascii(order), ...number(42, 2), ...number(8, 4)];
  return segment(0xe1, [...head, ...directory, ...ascii(SECRET)]);
}

const FRAME = segment(0xc2, [8, 0, 2, 0, 2, 1, 1, 0x11, 0]);
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 2, 0xff, 0, 3, 0xff, 0xd1, 4];
const TABLE = segment(0xc4, [0xff, 0xd9, 7]);
const COLOURS = segment(0xe2, ascii("ICC_PROFILE\0"));
const JFIF = segment(0xe0, ascii("JFIF\0"));
const START = [0xff, 0xd8];
const END = [0xff, 0xd9];

/** The chunk's checksum is not looked at. */
const chunk = (name: string, data: readonly number[]) => [
  ...[...bigEndian(data.length, 4), ...ascii(name), ...data],
  ...[9, 9, 9, 9],
];
const PNG_START = [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a];
const IHDR = chunk("IHDR", [...bigEndian(2, 4), ...bigEndian(2, 4), 8, 6, 0, 0, 0]);

const riffChunk = (name: string, data: readonly number[]) => [
  ...[...ascii(name), ...littleEndian(data.length, 4), ...data],
  ...(data.length % 2 === 1 ? [0] : []),
];
function webp(...chunks: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  const body = chunks.flat();
  return bytesOf(ascii("RIFF"), littleEndian(body.length + 4, 4), ascii("WEBP"), body);
}
const extended = (flags: number) => riffChunk("VP8X", [flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]);

const GIF_HEAD = [...ascii("GIF89a"), 2, 0, 2, 0, 0x80, 0, 0, ...[0, 0, 0, 255, 255, 255]];
const GIF_PICTURE = [0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 2, 0x4c, 1, 0];
const gifExtension = (label: number, ...blocks: readonly (readonly number[])[]) => [
  ...[0x21, label],
  ...blocks.flatMap((block) => [block.length, ...block]),
  0,
];
const LOOP = gifExtension(0xff, ascii("NETSCAPE2.0"), [1, 0, 0]);

/** A picture that tells, and the same one that keeps quiet. */
const TOLD: readonly (readonly [string, PictureType, Uint8Array, Uint8Array])[] = [
  [
    "a JPEG with Exif, XMP, IPTC, a comment, and a video behind it",
    "image/jpeg",
    bytesOf(
      ...[START, JFIF, exif(1, "MM"), segment(0xe1, ascii(`http://ns.adobe.com/xap ${SECRET}`))],
      ...[COLOURS, segment(0xed, ascii(SECRET)), segment(0xfe, ascii(SECRET)), FRAME],
      ...[SCAN, TABLE, SCAN, END, ascii(SECRET)],
    ),
    bytesOf(START, JFIF, COLOURS, FRAME, SCAN, TABLE, SCAN, END),
  ],
  [
    "a PNG with Exif, texts and a time",
    "image/png",
    bytesOf(
      ...[PNG_START, IHDR, chunk("eXIf", ascii(SECRET)), chunk("tEXt", ascii(SECRET))],
      ...[chunk("zTXt", ascii(SECRET)), chunk("iTXt", ascii(SECRET)), chunk("tIME", [7, 8])],
      ...[chunk("iCCP", [1]), chunk("IDAT", [1, 2]), chunk("IEND", []), ascii(SECRET)],
    ),
    bytesOf(PNG_START, IHDR, chunk("iCCP", [1]), chunk("IDAT", [1, 2]), chunk("IEND", [])),
  ],
  [
    "a WebP with Exif and XMP",
    "image/webp",
    webp(
      extended(0x2c),
      riffChunk("VP8L", [1, 2, 3]),
      riffChunk("EXIF", ascii(SECRET)),
      riffChunk("XMP ", ascii(SECRET)),
    ),
    webp(extended(0x20), riffChunk("VP8L", [1, 2, 3])),
  ],
  [
    "a WebP with a page behind it",
    "image/webp",
    bytesOf([...webp(extended(0x20), riffChunk("VP8L", [1, 2, 3]))], ascii(`<html>${SECRET}`)),
    webp(extended(0x20), riffChunk("VP8L", [1, 2, 3])),
  ],
  [
    "a GIF with a comment and XMP, still running for ever",
    "image/gif",
    bytesOf(
      ...[GIF_HEAD, LOOP, gifExtension(0xfe, ascii(SECRET))],
      gifExtension(0xff, ascii("XMP DataXMP"), ascii(SECRET)),
      ...[gifExtension(0xf9, [4, 1, 0, 0]), GIF_PICTURE, [0x3b], ascii(SECRET)],
    ),
    bytesOf(GIF_HEAD, LOOP, gifExtension(0xf9, [4, 1, 0, 0]), GIF_PICTURE, [0x3b]),
  ],
];

describe("[I-31] what a picture says beside what it shows is gone:", () => {
  test.each(TOLD)("%s", (_, type, told, quiet) => {
    expect(pictureType(told)).toBe(type);
    expect(String.fromCharCode(...told)).toContain(SECRET);
    const kept = withoutMetadata(told, type);
    expect([...kept]).toEqual([...quiet]);
    expect(pictureType(kept)).toBe(type);
    expect([...withoutMetadata(kept, type)]).toEqual([...kept]);
  });

  test.each(["II", "MM"] as const)("which way is up stays, in either byte order (%s)", (order) => {
    const told = bytesOf(START, exif(6, order), FRAME, SCAN, END);
    const kept = withoutMetadata(told, "image/jpeg");
    expect(String.fromCharCode(...kept)).not.toContain(SECRET);
    const upright = exif(6, "MM").slice(4, -SECRET.length);
    expect([...kept]).toEqual([...START, ...segment(0xe1, upright), ...FRAME, ...SCAN, ...END]);
  });
});

test.each(TOLD)("cut off anywhere, %s is no trouble", (_, type, told) => {
  for (let length = 0; length <= told.length; length += 1) {
    const cut = told.slice(0, length);
    expect(withoutMetadata(cut, type).length).toBeLessThanOrEqual(length + 36);
  }
});

test("five million bytes of the smallest pieces are read once", () => {
  const hostile = new Uint8Array(5 * 2 ** 20);
  for (let at = 2; at + 4 <= hostile.length; at += 4) hostile.set([0xff, 0xfe, 0, 2], at);
  hostile.set(START);
  const begun = performance.now();
  expect(withoutMetadata(hostile, "image/jpeg").length).toBeLessThan(10);
  expect(performance.now() - begun).toBeLessThan(3_000);
});
