/**
 * `npx convex import`: takes the uploaded file, says what it would do, and once
 * that is confirmed does it. importRun.ts knows how.
 */
import { randomUUID } from "node:crypto";
import type { Transaction } from "../../contracts";
import type { Authenticate } from "../../http/callers";
import { requireAdmin } from "../../http/callers";
import type { Exchange } from "../../http/exchange";
import { readJsonObject, sendJson } from "../../http/exchange";
import { HttpError } from "../../http/httpError";
import type { Route } from "../../http/routes";
import { FORMATS, requireOwnTableName } from "./importFile";
import { MODES } from "./importPlan";
import type { ImportRequest, ImportRunServices } from "./importRun";
import { ImportRun } from "./importRun";
import type { ImportState } from "./importStates";
import { addImport, failUnfinished, setImportState } from "./importStates";

export interface ImportServices extends ImportRunServices {
  readonly authenticate: Authenticate;
  /** A transaction of the backend's own; settles when it is on disk. */
  readonly transact: <T>(work: (transaction: Transaction) => T) => Promise<T>;
}

/** An upload is held in memory until it is imported. */
const BYTES_MAX = 256 * 2 ** 20;
const REQUEST_BYTES_MAX = 1024 * 1024;
/** The time that an upload waits for its next part, or for its confirmation. */
const PATIENCE_MS = 30 * 60_000;

interface Upload {
  readonly parts: (Buffer | undefined)[];
  expiry: NodeJS.Timeout;
}

function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function badRequest(message: string): HttpError {
  return new HttpError(400, "BadImport", message);
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

function parseImportRequest(query: Record<string, unknown>, bytes: Buffer): ImportRequest {
  const format = FORMATS.find((each) => each === query["format"]);
  const mode = MODES.find((each) => each === (query["mode"] ?? "requireEmpty"));
  const table = textOr(query["tableName"], null);
  if (format === undefined) throw badRequest(`The format must be one of ${FORMATS.join(", ")}.`);
  if (mode === undefined) throw badRequest(`The mode must be one of ${MODES.join(", ")}.`);
  if ((format === "zip") !== (table === null))
    throw badRequest("A ZIP archive names its tables itself; every other file needs a table name.");
  try {
    if (table !== null) requireOwnTableName(table);
  } catch (error) {
    throw badRequest(toErrorMessage(error));
  }
  return { format, mode, table, bytes, component: textOr(query["componentPath"], "") };
}

export class Imports {
  readonly #services: ImportServices;
  readonly #uploads = new Map<string, Upload>();
  /** Those that wait for their confirmation. */
  readonly #waiting = new Map<
    string,
    { readonly run: ImportRun; readonly expiry: NodeJS.Timeout }
  >();
  readonly #underWay = new Set<Promise<void>>();
  readonly #begun: Promise<void>;
  readonly #stopping = new AbortController();
  #performing: Promise<unknown> = Promise.resolve();

  constructor(services: ImportServices) {
    this.#services = services;
    this.#begun = services.transact(failUnfinished);
    // Whoever asks for something hears of it.
    this.#begun.catch(() => undefined);
  }

  get routes(): Route[] {
    return [
      this.#route("/api/import/start_upload", () => ({ uploadToken: this.#startUpload() })),
      this.#route("/api/import/upload_part", (exchange) => this.#takePart(exchange)),
      this.#route("/api/import/finish_upload", (exchange) => this.#finishUpload(exchange)),
      this.#route("/api/perform_import", (exchange) => this.#confirm(exchange)),
      this.#route("/api/import", (exchange) => this.#importAtOnce(exchange)),
    ];
  }

  /** Ends what is under way, and resolves when that is noted. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error("The backend was stopped."));
    for (const { expiry } of [...this.#uploads.values(), ...this.#waiting.values()])
      clearTimeout(expiry);
    this.#uploads.clear();
    this.#waiting.clear();
    await Promise.all([this.#begun.catch(() => undefined), this.#performing, ...this.#underWay]);
  }

  #route(path: string, answer: (exchange: Exchange) => unknown): Route {
    return {
      method: "POST",
      path,
      handle: async (exchange) => {
        await requireAdmin(exchange, this.#services.authenticate);
        await this.#begun;
        sendJson(exchange, 200, await answer(exchange));
      },
    };
  }

  #startUpload(): string {
    const token = randomUUID();
    const expiry = setTimeout(() => this.#uploads.delete(token), PATIENCE_MS).unref();
    this.#uploads.set(token, { parts: [], expiry });
    return token;
  }

  #upload(token: unknown): Upload {
    const upload = this.#uploads.get(String(token));
    if (upload === undefined) throw badRequest("There is no such upload any more: begin again.");
    upload.expiry.refresh();
    return upload;
  }

  async #takePart(exchange: Exchange): Promise<string> {
    const { searchParams } = exchange.url;
    const { parts } = this.#upload(searchParams.get("uploadToken"));
    const number = Number(searchParams.get("partNumber"));
    if (!Number.isInteger(number) || number < 1 || number > 10_000)
      throw badRequest("Parts are numbered from 1 to 10,000.");
    const body = await this.#readBody(exchange);
    parts[number - 1] = body;
    const size = parts.reduce((total, part) => total + (part?.length ?? 0), 0);
    if (size > BYTES_MAX) {
      this.#uploads.delete(searchParams.get("uploadToken") ?? "");
      throw this.#tooLarge();
    }
    return String(number);
  }

  async #finishUpload(exchange: Exchange): Promise<{ importId: string }> {
    const body = await readJsonObject(exchange, REQUEST_BYTES_MAX);
    const upload = this.#upload(body["uploadToken"]);
    const tokens = Array.isArray(body["partTokens"]) ? body["partTokens"] : [];
    const parts = tokens.map((token) => {
      const part = upload.parts[Number(token) - 1];
      if (part === undefined) throw badRequest(`Part ${String(token)} of the upload is missing.`);
      return part;
    });
    const request = parseImportRequest(
      (body["import"] ?? {}) as Record<string, unknown>,
      Buffer.concat(parts),
    );
    clearTimeout(upload.expiry);
    this.#uploads.delete(String(body["uploadToken"]));
    const importId = await this.#services.transact(addImport);
    const run = new ImportRun(this.#services, request, this.#stopping.signal);
    this.#inBackground(importId, () => this.#prepare(importId, run));
    return { importId };
  }

  async #confirm(exchange: Exchange): Promise<Record<string, never>> {
    const { importId } = await readJsonObject(exchange, REQUEST_BYTES_MAX);
    const id = String(importId);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) throw badRequest("There is no import that waits to be confirmed.");
    clearTimeout(waiting.expiry);
    this.#waiting.delete(id);
    await this.#setState(id, { state: "in_progress", progress_message: "Importing" });
    this.#inBackground(id, async () => {
      await this.#perform(id, waiting.run);
    });
    return {};
  }

  /** Runs an import without asking back, as programs do. */
  async #importAtOnce(exchange: Exchange): Promise<{ numWritten: number }> {
    const bytes = await this.#readBody(exchange);
    const request = parseImportRequest(Object.fromEntries(exchange.url.searchParams), bytes);
    const id = await this.#services.transact(addImport);
    try {
      return {
        numWritten: await this.#perform(
          id,
          new ImportRun(this.#services, request, this.#stopping.signal),
        ),
      };
    } catch (error) {
      await this.#fail(id, error);
      throw badRequest(toErrorMessage(error));
    }
  }

  #readBody(exchange: Exchange): Promise<Buffer> {
    return exchange.body.read(BYTES_MAX).catch((error: unknown) => {
      throw error instanceof HttpError && error.status === 413 ? this.#tooLarge() : error;
    });
  }

  #tooLarge(): HttpError {
    return new HttpError(
      413,
      "ImportTooLarge",
      `The import is larger than ${BYTES_MAX / 2 ** 20} MiB: import it in parts, with --append.`,
    );
  }

  #inBackground(id: string, work: () => Promise<void>): void {
    const done = work().catch((error: unknown) => this.#fail(id, error));
    this.#underWay.add(done);
    void done.finally(() => this.#underWay.delete(done));
  }

  #setState(id: string, state: ImportState): Promise<void> {
    return this.#services.transact((transaction) => setImportState(transaction, id, state));
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const error_message = `Hit an error while importing, and imported nothing:\n${toErrorMessage(error)}`;
    await this.#setState(id, { state: "failed", error_message }).catch((failure: unknown) => {
      console.error("That an import failed could not be noted:", failure);
    });
  }

  async #prepare(id: string, run: ImportRun): Promise<void> {
    const { message, removes } = await run.summary();
    const expiry = setTimeout(() => {
      this.#waiting.delete(id);
      void this.#fail(id, new Error("It was not confirmed in time."));
    }, PATIENCE_MS).unref();
    this.#waiting.set(id, { run, expiry });
    await this.#setState(id, {
      state: "waiting_for_confirmation",
      message_to_confirm: message,
      require_manual_confirmation: removes,
    });
  }

  /** One after another: each finds what the last one left. */
  #perform(id: string, run: ImportRun): Promise<number> {
    const performed = this.#performing.then(() =>
      run.perform((transaction, written) => {
        const timestamp = BigInt(transaction.ts);
        const num_rows_written = BigInt(written);
        setImportState(transaction, id, { state: "completed", timestamp, num_rows_written });
      }),
    );
    this.#performing = performed.catch(() => undefined);
    return performed;
  }
}
