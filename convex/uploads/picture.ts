/** Determines a picture's type from its bytes; the file name and Content-Type sent with it are ignored. */
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX_PX } from "../../domain/limits";

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];

type Size = { readonly width: number; readonly height: number };

function startsWith(bytes: Uint8Array, signature: readonly number[], at = 0): boolean {
  return signature.every((byte, offset) => bytes[at + offset] === byte);
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** "IHDR". */
const PNG_HEADER_CHUNK = 0x49484452;

/** PNG: the header chunk comes first and holds the size. */
function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 24 || view.getUint32(12) !== PNG_HEADER_CHUNK) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** GIF: the logical screen. */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 10) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** JPEG: segment after segment until a frame header (SOF0 to SOF15, without the tables DHT, JPG and DAC). */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** WebP: lossy, lossless and extended files each say it in their own place. */
function webpSize(view: DataView, bytes: Uint8Array): Size | undefined {
  if (view.byteLength < 30) return undefined;
  if (startsWith(bytes, ascii("VP8 "), 12)) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (startsWith(bytes, ascii("VP8L"), 12)) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(bytes, ascii("VP8X"), 12)) return undefined;
  const threeBytes = (at: number): number =>
    view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
}

function typeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, [0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a])) return "image/png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (startsWith(bytes, ascii("GIF87a")) || startsWith(bytes, ascii("GIF89a"))) return "image/gif";
  return startsWith(bytes, ascii("RIFF")) && startsWith(bytes, ascii("WEBP"), 8)
    ? "image/webp"
    : undefined;
}

function sizeOf(type: PictureType, bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "image/png":
      return pngSize(view);
    case "image/gif":
      return gifSize(view);
    case "image/jpeg":
      return jpegSize(view);
    case "image/webp":
      return webpSize(view, bytes);
  }
}

/**
 * The type of a picture that every browser shows and whose size is bearable;
 * undefined for anything else. SVG is no picture here: it can carry scripts.
 */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const type = typeOf(bytes);
  const size = type && sizeOf(type, bytes);
  if (size === undefined || size.width < 1 || size.height < 1) return undefined;
  const bearable =
    size.width <= IMAGE_SIDE_MAX_PX &&
    size.height <= IMAGE_SIDE_MAX_PX &&
    size.width * size.height <= IMAGE_PIXELS_MAX;
  return bearable ? type : undefined;
}
