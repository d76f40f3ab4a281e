/** `npx convex export`: one moment of every table, as a ZIP archive of JSON lines. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JSONValue, Value } from "convex/values";
import { convexToJson } from "convex/values";
import type { ComponentPath, Database, Snapshot, Transaction } from "../contracts";
import type { Authenticate } from "../http/callers";
import { requireAdmin } from "../http/callers";
import type { Exchange } from "../http/exchange";
import { HttpError, sendJson } from "../http/exchange";
import type { Route } from "../http/routes";
import type { ZipEntry } from "./zip";
import { zipOf } from "./zip";

export interface ExportServices {
  readonly database: Database;
  readonly authenticate: Authenticate;
  readonly tablesOf: (transaction: Transaction, component: ComponentPath) => readonly string[];
  readonly componentPaths: () => readonly ComponentPath[];
  /** The bytes of a stored file; null when there is no such file. */
  readonly readFile: (component: ComponentPath, storageId: string) => Promise<Readable | null>;
}

/** Rows read in one transaction, well below what one may read. */
const ROWS_PER_READ = 500;
/** How long an export can be fetched after it was asked for. */
const KEPT_MS = 600_000;
const FILES = "_storage";

interface Requested {
  readonly snapshot: Snapshot;
  readonly includeFiles: boolean;
  readonly expiry: NodeJS.Timeout;
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

  /** What `_system/cli/exports:getLatest` answers. */
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
    this.#latest = null;
  }

  async #request(exchange: Exchange): Promise<void> {
    await requireAdmin(exchange, this.#services.authenticate);
    this.close();
    const expiry = setTimeout(() => this.close(), KEPT_MS);
    expiry.unref();
    const includeFiles = exchange.url.searchParams.get("includeStorage") === "true";
    this.#latest = { snapshot: this.#services.database.pin(), includeFiles, expiry };
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
    await pipeline(Readable.from(zipOf(this.#entries(requested))), response);
  }

  async *#entries({ snapshot, includeFiles }: Requested): AsyncGenerator<ZipEntry> {
    const { database, tablesOf, componentPaths } = this.#services;
    for (const component of ["", ...componentPaths()]) {
      const folder =
        component === "" ? "" : `_components/${component.replaceAll("/", "/_components/")}/`;
      const tables = tablesOf(database.beginAt(snapshot), component).filter(
        (name) => !name.startsWith("_"),
      );
      for (const table of tables) {
        yield {
          name: `${folder}${table}/documents.jsonl`,
          content: this.#lines(snapshot, component, table),
        };
      }
      if (includeFiles) yield* this.#files(snapshot, component, folder);
    }
  }

  async *#files(
    snapshot: Snapshot,
    component: ComponentPath,
    folder: string,
  ): AsyncGenerator<ZipEntry> {
    yield {
      name: `${folder}${FILES}/documents.jsonl`,
      content: this.#lines(snapshot, component, FILES),
    };
    for (const { _id: id } of this.#rows(snapshot, component, FILES)) {
      if (typeof id !== "string") continue;
      const content = await this.#services.readFile(component, id);
      if (content !== null) yield { name: `${folder}${FILES}/${id}`, content };
    }
  }

  *#lines(snapshot: Snapshot, component: ComponentPath, table: string): Generator<Buffer> {
    for (const row of this.#rows(snapshot, component, table)) {
      yield Buffer.from(`${JSON.stringify(convexToJson(row))}\n`);
    }
  }

  *#rows(
    snapshot: Snapshot,
    component: ComponentPath,
    table: string,
  ): Generator<Record<string, Value>> {
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
      yield* page;
      if (isDone) return;
      cursor = continueCursor;
    }
  }
}
