/** The app's files: what the build wrote, sent with the headers that a page should have. Only the mark of the origin is replaced. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Exchange } from "./exchange";
import { closeUnread, endAnswer, getHeader, sendStream } from "./exchange";

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

const ENCODINGS = [
  {
    name: "br",
    suffix: ".br",
    compress: promisify(brotliCompress) as (raw: Buffer) => Promise<Buffer>,
  },
  { name: "gzip", suffix: ".gz", compress: promisify(gzip) as (raw: Buffer) => Promise<Buffer> },
] as const;

/** The build puts a hash of the content into these names: they never change. */
const HASHED = /[.-][\w-]{8,64}\.\w{1,8}$/;
const FOREVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "no-cache";

interface HostedFile {
  readonly file: string;
  readonly size: number;
  readonly etag: string;
  /** The content, where it is not that of the file. */
  readonly content?: Buffer;
}

/** Browser features that no page needs, denied so that injected code can't use them either. */
const UNUSED_FEATURES = ["camera", "geolocation", "microphone", "payment", "usb"];
/** RFC 6797; a year, as browsers' own lists want it. */
const HTTPS_ONLY = "max-age=31536000";

function securityHeaders(host: string | null, publicOrigin: string): Record<string, string> {
  // Some browsers do not count a WebSocket of the same host as 'self'.
  const sockets = host !== null && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "";
  const policy = [
    "default-src 'self'",
    // Pages may compile WebAssembly of their own origin; evaluating texts stays forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    // Files have their addresses under the public origin, whatever name a page was opened by.
    `img-src 'self' data: blob: ${publicOrigin}`.trim(),
    "font-src 'self' data:",
    `connect-src 'self' ${sockets}`.trim(),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}

function accepts(header: string | null, encoding: string): boolean {
  return (header ?? "").split(",").some((offer) => {
    const [name, weight] = offer.split(";").map((part) => part.trim());
    return name === encoding && weight !== "q=0";
  });
}

/** The path as the file system would read it; null when it is none, or names something hidden. */
function toFileName(pathname: string): string | null {
  try {
    const name = decodeURIComponent(pathname);
    const hidden = name.split("/").some((part) => part.startsWith("."));
    return hidden || name.includes("\0") || name.includes("\\") ? null : name;
  } catch {
    return null;
  }
}

export interface HostingOptions {
  /** The build's folder. */
  readonly root: string;
  /** True when browsers connect by https, through a proxy: they are then told never to use http again. */
  readonly isSecure: boolean;
  /** The origin under which files have their addresses. */
  readonly publicOrigin?: string;
  /** A text in HTML files that stands for the public origin. */
  readonly originMark?: string;
}

function toEtag(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

export class Hosting {
  readonly #root: string;
  readonly #isSecure: boolean;
  readonly #publicOrigin: string;
  readonly #originMark: string | undefined;
  readonly #etags = new Map<string, string>();
  /** Pages in which the mark was replaced, as they are and compressed, by version. */
  readonly #replaced = new Map<string, HostedFile>();

  constructor({ root, isSecure, publicOrigin = "", originMark }: HostingOptions) {
    this.#root = path.resolve(root);
    this.#isSecure = isSecure;
    this.#publicOrigin = publicOrigin;
    this.#originMark = originMark;
  }

  /** False when there is no such file and the request is not for a page. */
  async handle(exchange: Exchange): Promise<boolean> {
    const { request, url } = exchange;
    const name = toFileName(url.pathname);
    if (name === null || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const file = await this.#find(name);
    if (file !== null) {
      await this.#send(exchange, file, url.pathname);
      return true;
    }
    // The app's own router knows this page, or says that it does not.
    const wantsPage = (getHeader(request, "accept") ?? "").includes("text/html");
    // A dot alone says nothing: pages may be called by an e-mail address.
    if (!wantsPage || path.extname(url.pathname) in CONTENT_TYPES) return false;
    const index = await this.#find("/index.html");
    if (index === null) return false;
    await this.#send(exchange, index, "/index.html");
    return true;
  }

  /** Returns true when a file of this name exists, apart from the app's pages. */
  async has(pathname: string): Promise<boolean> {
    const name = toFileName(pathname);
    return name !== null && (await this.#find(name)) !== null;
  }

  async #find(name: string): Promise<HostedFile | null> {
    const file = path.join(this.#root, name.endsWith("/") ? `${name}index.html` : name);
    return file.startsWith(this.#root + path.sep) ? this.#describe(file) : null;
  }

  async #describe(file: string): Promise<HostedFile | null> {
    const about = await stat(file).catch(() => null);
    if (about?.isFile() !== true) return null;
    const version = `${file}:${about.size}:${about.mtimeMs}`;
    if (this.#originMark !== undefined && path.extname(file) === ".html")
      return this.#withOrigin(file, version, this.#originMark);
    let etag = this.#etags.get(version);
    if (etag === undefined) {
      etag = toEtag(await readFile(file));
      this.#etags.set(version, etag);
    }
    return { file, size: about.size, etag };
  }

  async #withOrigin(file: string, version: string, mark: string): Promise<HostedFile> {
    const cached = this.#replaced.get(version);
    if (cached !== undefined) return cached;
    const text = await readFile(file, "utf8");
    const content = Buffer.from(text.replaceAll(mark, () => this.#publicOrigin));
    const page = { file, size: content.length, etag: toEtag(content), content };
    this.#replaced.set(version, page);
    return page;
  }

  /** A copy that the build compressed has the mark in it, so these pages are compressed here, once. */
  async #compressed(
    page: HostedFile & { readonly content: Buffer },
    { name, compress }: (typeof ENCODINGS)[number],
  ): Promise<HostedFile> {
    const version = `${page.file}:${page.etag}:${name}`;
    const cached = this.#replaced.get(version);
    if (cached !== undefined) return cached;
    const content = await compress(page.content);
    const compressed = { ...page, size: content.length, content };
    this.#replaced.set(version, compressed);
    return compressed;
  }

  async #encoded(
    file: HostedFile,
    accepted: string | null,
  ): Promise<{ file: HostedFile; encoding: string | null }> {
    for (const encoding of ENCODINGS) {
      const { name, suffix } = encoding;
      if (!accepts(accepted, name)) continue;
      const { content } = file;
      const compressed =
        content === undefined
          ? await this.#describe(file.file + suffix)
          : await this.#compressed({ ...file, content }, encoding);
      if (compressed !== null) return { file: compressed, encoding: name };
    }
    return { file, encoding: null };
  }

  async #send(exchange: Exchange, found: HostedFile, pathname: string): Promise<void> {
    const { request, response } = exchange;
    const { file, encoding } = await this.#encoded(found, getHeader(request, "accept-encoding"));
    const etag = `"${found.etag}${encoding === null ? "" : `-${encoding}`}"`;
    const headers = {
      ...securityHeaders(getHeader(request, "host"), this.#publicOrigin),
      ...(this.#isSecure && { "Strict-Transport-Security": HTTPS_ONLY }),
      "Content-Type": CONTENT_TYPES[path.extname(found.file)] ?? "application/octet-stream",
      "Cache-Control":
        pathname.startsWith("/assets/") && HASHED.test(pathname) ? FOREVER : ASK_AGAIN,
      ETag: etag,
      Vary: "Accept-Encoding",
    };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (getHeader(request, "if-none-match")?.split(/,\s*/).includes(etag) === true) {
      response.statusCode = 304;
      closeUnread(exchange);
      endAnswer(exchange);
      return;
    }
    if (encoding !== null) response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Length", file.size);
    if (request.method === "HEAD" || file.content !== undefined) {
      closeUnread(exchange);
      endAnswer(exchange, request.method === "HEAD" ? undefined : file.content);
      return;
    }
    await sendStream(exchange, createReadStream(file.file));
  }
}
