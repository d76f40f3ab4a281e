/**
 * Removes metadata from pictures: place, time, camera, author. Traders photograph goods at home, and nobody else needs to know where
 * that is. Bytes are dropped without re-encoding, so that quality is kept. Damaged parts are copied; `picture.ts` decides if the
 * file is a picture at all.
 */
import type { PictureType } from "./picture";

/** Collects the kept byte ranges; a hostile picture may have a million of them. */
type Pieces = Generator<Uint8Array, void>;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

const FILL = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const EXIF_SEGMENT = 0xe1;
/** The application segments that change the drawing: JFIF's head, the colour profile, and Adobe's note on how colours are coded. */
const DRAWING_SEGMENTS = [0xe0, 0xe2, 0xee];
const COMMENT = 0xfe;

function isSaidInJpeg(marker: number): boolean {
  const application = marker >= 0xe0 && marker <= 0xef;
  return marker === COMMENT || (application && !DRAWING_SEGMENTS.includes(marker));
}

/** Exif's tag 0x0112, 1 to 8: which way up the camera was held. 1 when it does not say. */
function orientationOf(segment: Uint8Array): number {
  if (textAt(segment, 4, 6) !== "Exif\0\0" || segment.length < 18) return 1;
  const tiff = segment.subarray(10);
  const view = viewOf(tiff);
  const little = textAt(tiff, 0, 2) === "II";
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const entries = view.getUint16(directory, little);
  for (let n = 0, at = directory + 2; n < entries && at + 12 <= tiff.length; n += 1, at += 12) {
    if (view.getUint16(at, little) !== 0x0112) continue;
    const orientation = view.getUint16(at + 8, little);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

const ORIENTATION_BYTES = 36;

/** An Exif segment that says which way is up, and nothing else. */
function orientationSegment(orientation: number): Uint8Array {
  const head = [0xff, EXIF_SEGMENT, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0];
  const directory = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...head, ...directory, ...entry, 0, 0, 0, 0]);
}

/** Returns the end of the entropy-coded data that begins at `from`: the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

/** Segment after segment; what follows the end of the image (a video, a second picture) goes too. */
function* jpegPieces(bytes: Uint8Array): Pieces {
  const view = viewOf(bytes);
  yield bytes.subarray(0, 2);
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) {
      yield bytes.subarray(at, at + 2);
      return;
    }
    const headEnd = marker === FILL ? at + 1 : at + 2 + view.getUint16(at + 2);
    const end = marker === START_OF_SCAN ? endOfScan(bytes, headEnd) : headEnd;
    const segment = bytes.subarray(at, end);
    if (!isSaidInJpeg(marker)) yield segment;
    else if (marker === EXIF_SEGMENT && orientation === 1) {
      orientation = orientationOf(segment);
      if (orientation !== 1) yield orientationSegment(orientation);
    }
    at = end;
  }
  yield bytes.subarray(at);
}

const SAID_IN_PNG = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"];

function* pngPieces(bytes: Uint8Array): Pieces {
  const view = viewOf(bytes);
  yield bytes.subarray(0, 8);
  let at = 8;
  while (at + 12 <= bytes.length) {
    const name = textAt(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if (!SAID_IN_PNG.includes(name)) yield bytes.subarray(at, end);
    at = end;
    if (name === "IEND") return;
  }
  yield bytes.subarray(at);
}

/** The flags of the extended header: there is Exif, there is XMP. */
const WEBP_SAYS = 0x08 | 0x04;

/** Only as far as the file says it goes: what somebody put behind it is no part of the picture. */
function* webpPieces(file: Uint8Array): Pieces {
  const bytes = file.length < 12 ? file : file.subarray(0, 8 + viewOf(file).getUint32(4, true));
  const view = viewOf(bytes);
  yield file.subarray(0, 12);
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = textAt(bytes, at, 4);
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (name === "VP8X") {
      const header = bytes.slice(at, end);
      header[8] = (header[8] ?? 0) & ~WEBP_SAYS;
      yield header;
    } else if (name !== "EXIF" && name !== "XMP ") yield bytes.subarray(at, end);
    at = end;
  }
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_COMMENT = 0xfe;
const GIF_APPLICATION = 0xff;
/** Application extensions that hold an animation's loop count. */
const GIF_LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/** Returns the end of the colour table that a packed byte announces. */
function afterColours(packed: number, at: number): number {
  return (packed & 0x80) === 0 ? at : at + 3 * 2 ** ((packed & 7) + 1);
}

/** Past blocks that each begin with their length, up to one of no length. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

function isSaidInGif(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== GIF_EXTENSION) return false;
  if (bytes[at + 1] === GIF_COMMENT) return true;
  return bytes[at + 1] === GIF_APPLICATION && !GIF_LOOPS.includes(textAt(bytes, at + 3, 11));
}

function* gifPieces(bytes: Uint8Array): Pieces {
  let at = afterColours(bytes[10] ?? 0, 13);
  yield bytes.subarray(0, at);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind !== GIF_EXTENSION && kind !== GIF_IMAGE) {
      // The end, or damage.
      yield bytes.subarray(at, at + 1);
      return;
    }
    const blocks = kind === GIF_IMAGE ? afterColours(bytes[at + 9] ?? 0, at + 10) + 1 : at + 2;
    const end = afterBlocks(bytes, blocks);
    if (!isSaidInGif(bytes, at)) yield bytes.subarray(at, end);
    at = end;
  }
}

function piecesOf(bytes: Uint8Array, type: PictureType): Pieces {
  switch (type) {
    case "image/jpeg":
      return jpegPieces(bytes);
    case "image/png":
      return pngPieces(bytes);
    case "image/webp":
      return webpPieces(bytes);
    case "image/gif":
      return gifPieces(bytes);
    default:
      return type satisfies never;
  }
}

/** The picture with its colours, its animation and its way up, and without anything that is said about it. */
export function withoutMetadata(bytes: Uint8Array, type: PictureType): Uint8Array<ArrayBuffer> {
  const stripped = new Uint8Array(bytes.length + ORIENTATION_BYTES);
  let length = 0;
  for (const piece of piecesOf(bytes, type)) {
    stripped.set(piece, length);
    length += piece.length;
  }
  // A WebP file says how long it is.
  if (type === "image/webp") viewOf(stripped).setUint32(4, length - 8, true);
  return stripped.slice(0, length);
}
