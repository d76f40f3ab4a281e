/** Stored files over HTTP: uploads by a one-time token, downloads by the file's id. What is in them is nobody's business here. */
import type { Readable } from "node:stream";
import type { DiskReserve } from "../diskReserve";
import type { Exchange } from "./exchange";
import { closeUnread, endAnswer, getHeader, sendJson, sendStream } from "./exchange";
import { HttpError } from "./httpError";
import type { Route } from "./routes";

export interface StoredFile {
  readonly size: number;
  readonly contentType: string | null;
  /** Tells one content from another. */
  readonly sha256: string;
  /** Both ends included; without a range, all of it. */
  read(range?: ByteRange): Readable;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The content of an upload, as its headers announce it. */
export interface Upload {
  readonly contentType: string | null;
  /** The digest in base64; null if the sender leaves it to chance. */
  readonly sha256: string | null;
}

/**
 * `address`: it is unknown or used. `late`: it is too old. `digest`: the content is not what was announced. Nothing is stored
 * then.
 */
export type Uploaded =
  { readonly storageId: string } | { readonly refused: "address" | "late" | "digest" };

/** The refusals, with Convex's codes. */
const REFUSALS = {
  address: [401, "StorageTokenInvalid", "This upload address is wrong or used up."],
  late: [401, "StorageTokenExpired", "This upload address is too old."],
  digest: [400, "Sha256Mismatch", "Sha256 mismatch. The content is another one."],
} as const;

export interface FileStore {
  upload(token: string, body: AsyncIterable<Uint8Array>, upload: Upload): Promise<Uploaded>;
  /**
   * Returns until when an address is good, in milliseconds since the epoch. A "refused" one does not tell whether the file exists; a
   * "missing" one names another component, or a file that is not there.
   */
  checkAddress(id: string, query: URLSearchParams): number | "refused" | "missing";
  open(id: string): Promise<StoredFile | null>;
}

/** As on Convex. */
const PERMANENT_CACHE_CONTROL = `private, max-age=${30 * 24 * 60 * 60}`;

/** A file never changes under its id, so a browser need not ask again while the address is good; only its own user's copy is kept. */
function cacheUntil(expiry: number): string {
  if (expiry === Infinity) return PERMANENT_CACHE_CONTROL;
  const seconds = Math.max(Math.floor((expiry - Date.now()) / 1_000), 0);
  return `private, max-age=${seconds}, immutable`;
}

/** More does not arrive in the time that a request has, on most lines. */
const UPLOAD_BYTES_MAX = 100 * 2 ** 20;

/** The one range asked for; undefined for the whole file, null for a range that is not in it. */
export function parseRange(header: string | null, size: number): ByteRange | null | undefined {
  // Nothing of an empty file can be left out.
  if (size === 0) return undefined;
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "")
    return Number(to) > 0 ? { start: Math.max(size - Number(to), 0), end: size - 1 } : null;
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start < size && start <= end ? { start, end } : null;
}

const DIGEST = /^sha-256=([\d+/A-Za-z]{43}=)$/;

/** @throws HttpError unless it is the SHA-256 of something. */
function parseDigest(header: string | null): string | null {
  if (header === null) return null;
  const [, sha256] = DIGEST.exec(header) ?? [];
  if (sha256 === undefined)
    throw new HttpError(400, "BadHeader", "Bad header for digest: it is no sha-256.");
  return sha256;
}

export class StorageApi {
  readonly #files: FileStore;
  readonly #disk: DiskReserve;

  constructor(files: FileStore, disk: DiskReserve) {
    this.#files = files;
    this.#disk = disk;
  }

  get routes(): Route[] {
    return [
      { method: "POST", path: "/api/storage/upload", handle: (exchange) => this.#upload(exchange) },
      {
        method: "GET",
        path: "/api/storage/",
        handle: (exchange, id) => this.#download(exchange, id),
      },
    ];
  }

  async #upload(exchange: Exchange): Promise<void> {
    const { request, url, body } = exchange;
    const token = url.searchParams.get("token");
    if (token === null)
      throw new HttpError(400, "MissingToken", "The address must carry an upload token.");
    this.#disk.requireSpace();
    const pieces = body.pieces({ limit: UPLOAD_BYTES_MAX, staysInMemory: false });
    const upload = {
      contentType: getHeader(request, "content-type"),
      sha256: parseDigest(getHeader(request, "digest")),
    };
    const uploaded = await this.#files.upload(token, pieces, upload);
    if ("refused" in uploaded) {
      const [status, code, message] = REFUSALS[uploaded.refused];
      throw new HttpError(status, code, message);
    }
    sendJson(exchange, 200, uploaded);
  }

  async #download(exchange: Exchange, id: string): Promise<void> {
    const { request, response, url } = exchange;
    const expiry = this.#files.checkAddress(id, url.searchParams);
    if (expiry === "missing")
      throw new HttpError(404, "FileNotFound", "This component has no such file.");
    if (expiry === "refused")
      throw new HttpError(403, "BadFileAddress", "This address of a file is wrong or too old.");
    const file = await this.#files.open(id);
    if (file === null) throw new HttpError(404, "FileNotFound", "There is no such file.");
    const etag = `"${file.sha256}"`;
    const isKnown = getHeader(request, "if-none-match") === etag;
    const range = isKnown ? undefined : parseRange(getHeader(request, "range"), file.size);
    if (range === null) {
      throw new HttpError(416, "RangeNotSatisfiable", "The file does not reach that far.", {
        "Content-Range": `bytes */${file.size}`,
      });
    }
    const headers = {
      "Accept-Ranges": "bytes",
      "Cache-Control": cacheUntil(expiry),
      // Whatever somebody uploaded, opened as a page it may do nothing.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Content-Type": file.contentType ?? "application/octet-stream",
      ETag: etag,
    };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (isKnown) {
      response.statusCode = 304;
      closeUnread(exchange);
      endAnswer(exchange);
      return;
    }
    if (range === undefined) response.setHeader("Digest", `sha-256=${file.sha256}`);
    else response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${file.size}`);
    response.statusCode = range === undefined ? 200 : 206;
    response.setHeader(
      "Content-Length",
      range === undefined ? file.size : range.end - range.start + 1,
    );
    if (request.method === "HEAD") {
      closeUnread(exchange);
      endAnswer(exchange);
      return;
    }
    await sendStream(exchange, file.read(range));
  }
}
