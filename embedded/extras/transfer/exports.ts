/** `npx convex export`: one moment of every table, as a ZIP archive of JSON lines, laid out as Convex lays out its own. */
import { Readable } from "node:stream";
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { ComponentPath, Database, Snapshot, StoredDocument } from "../../contracts";
import { getId } from "../../database/indexKeys";
import type { ExportedFile, FileExports } from "../../functions/files";
import type { Authenticate } from "../../http/callers";
import { requireAdmin } from "../../http/callers";
import type { Exchange } from "../../http/exchange";
import { sendJson, sendStream } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import type { Route } from "../../http/routes";
import { tablesIn } from "../../tableNames";
import { toCleanJson } from "./cleanJson";
import type { ZipEntry } from "./zip";
import { createZip } from "./zip";

export interface ExportServices {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly componentPaths: () => readonly ComponentPath[];
  readonly files: FileExports;
}

/** Rows read in one transaction, well below what one may read. */
const ROWS_PER_READ = 500;
/** The time after its request in which an export can be downloaded. */
const KEPT_MS = 600_000;
const FILES = "_storage";
/** The marker that Convex writes where older exports described the rows: values are encoded as in cleanJson.ts. */
const UNIFORM = "uniform";
const README = `# A Convex snapshot

Each table's documents stand in <table>/documents.jsonl, one line of JSON each; tables of components in
_components/<name>/, uploaded files in _storage/. \`npx convex import\` takes this archive as it is.
`;
/** The extensions that make an archive readable to people; imports do not need them. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "application/pdf": ".pdf",
  "image/gif": ".gif",
  "image/jpeg": ".jpeg",
  "image/png": ".png",
  "image/svg+xml": ".svg",
  "image/webp": ".webp",
  "text/csv": ".csv",
  "text/html": ".html",
  "text/plain": ".txt",
};

interface Requested {
  readonly snapshot: Snapshot;
  readonly includeFiles: boolean;
  readonly expiry: NodeJS.Timeout;
  readonly letFilesGo: () => void;
}

function toLine(json: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(json)}\n`);
}

function getExtension(contentType: unknown): string {
  const [type = ""] = typeof contentType === "string" ? contentType.split(";") : [];
  return EXTENSIONS[type] ?? "";
}

export class Exports {
  readonly #services: ExportServices;
  #latest: Requested | null = null;

  constructor(services: ExportServices) {
    this.#services = services;
  }

  get routes(): Route[] {
    return [
      {
        method: "POST",
        path: "/api/export/request/zip",
        handle: (exchange) => this.#request(exchange),
      },
      {
        method: "GET",
        path: "/api/export/zip/",
        handle: (exchange, ts) => this.#send(exchange, ts),
      },
    ];
  }

  /** Returns the result of `_system/cli/exports:getLatest`. */
  latest(): JSONValue {
    if (this.#latest === null) return null;
    const ts = BigInt(this.#latest.snapshot.ts);
    return convexToJson({
      state: "completed",
      start_ts: ts,
      complete_ts: ts,
      zip_object_key: String(ts),
    });
  }

  close(): void {
    clearTimeout(this.#latest?.expiry);
    this.#latest?.snapshot.release();
    this.#latest?.letFilesGo();
    this.#latest = null;
  }

  async #request(exchange: Exchange): Promise<void> {
    await requireAdmin(exchange, this.#services.authenticate);
    this.close();
    const expiry = setTimeout(() => this.close(), KEPT_MS);
    expiry.unref();
    const includeFiles = exchange.url.searchParams.get("includeStorage") === "true";
    const letFilesGo = this.#services.files.hold();
    const snapshot = this.#services.database.pin();
    this.#latest = { snapshot, includeFiles, expiry, letFilesGo };
    sendJson(exchange, 200, {});
  }

  async #send(exchange: Exchange, ts: string): Promise<void> {
    await requireAdmin(exchange, this.#services.authenticate);
    const requested = this.#latest;
    if (requested === null || String(requested.snapshot.ts) !== ts) {
      throw new HttpError(
        404,
        "ExportNotFound",
        "There is no such export any more: ask for a new one.",
      );
    }
    const { response } = exchange;
    response.setHeader("Content-Type", "application/zip");
    response.setHeader("Content-Disposition", `attachment; filename=snapshot_${ts}.zip`);
    await sendStream(
      exchange,
      Readable.from(createZip(this.#entries(requested)), { objectMode: false }),
    );
  }

  *#entries({ snapshot, includeFiles }: Requested): Generator<ZipEntry> {
    const { database, componentPaths } = this.#services;
    yield { name: "README.md", content: [Buffer.from(README)] };
    for (const component of ["", ...componentPaths()]) {
      const folder =
        component === "" ? "" : `_components/${component.replaceAll("/", "/_components/")}/`;
      const tables = tablesIn(database.beginAt(snapshot), component);
      const byNumber = [...tables].sort((a, b) => a.number - b.number);
      const numbers = byNumber.map(({ name, number }) => ({ name, id: number }));
      yield { name: `${folder}_tables/documents.jsonl`, content: numbers.map(toLine) };
      for (const { name } of tables) {
        yield {
          name: `${folder}${name}/documents.jsonl`,
          content: this.#lines(snapshot, component, name),
        };
        yield {
          name: `${folder}${name}/generated_schema.jsonl`,
          content: [toLine(UNIFORM)],
        };
      }
      if (includeFiles) yield* this.#files(snapshot, component, folder);
    }
  }

  *#files(snapshot: Snapshot, component: ComponentPath, folder: string): Generator<ZipEntry> {
    yield {
      name: `${folder}${FILES}/documents.jsonl`,
      content: this.#storedFiles(snapshot, component).map(({ file, row }) =>
        toLine({ ...row, contentType: row["contentType"] ?? null, internalId: file.uuid }),
      ),
    };
    for (const { file, row } of this.#storedFiles(snapshot, component)) {
      const name = `${folder}${FILES}/${getId(row)}${getExtension(row["contentType"])}`;
      yield { name, content: file.read() };
    }
  }

  #storedFiles(
    snapshot: Snapshot,
    component: ComponentPath,
  ): { readonly row: StoredDocument; readonly file: ExportedFile }[] {
    const { database, files } = this.#services;
    const transaction = database.beginAt(snapshot);
    return [...this.#rows(snapshot, component, FILES)].map((row) => ({
      row,
      file: files.stored(transaction, component, getId(row)),
    }));
  }

  *#lines(snapshot: Snapshot, component: ComponentPath, table: string): Generator<Buffer> {
    for (const page of this.#pages(snapshot, component, table))
      yield Buffer.from(page.map((row) => `${toCleanJson(row)}\n`).join(""));
  }

  *#rows(snapshot: Snapshot, component: ComponentPath, table: string): Generator<StoredDocument> {
    for (const page of this.#pages(snapshot, component, table)) yield* page;
  }

  /** Other work on the event loop continues after each piece of an archive, which is a page of rows, not a row. */
  *#pages(
    snapshot: Snapshot,
    component: ComponentPath,
    table: string,
  ): Generator<readonly StoredDocument[]> {
    const query = {
      source: { type: "FullTableScan", tableName: table, order: "asc" },
      operators: [],
    };
    let cursor: string | null = null;
    for (;;) {
      const tables = this.#services.database.beginAt(snapshot).tables(component);
      const { page, isDone, continueCursor } = tables.page(query, {
        cursor,
        pageSize: ROWS_PER_READ,
      });
      yield page.map(({ document }) => document);
      if (isDone) return;
      cursor = continueCursor;
    }
  }
}
