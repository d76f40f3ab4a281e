/**
 * Stored files: bytes in a folder, rows in the database. Bytes are written before their row and removed after it, so a row never names
 * bytes that are missing. A sweep removes bytes that a crash left without a row.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { JSONValue, Value } from "convex/values";
import type { ComponentPath, StoredDocument, Transaction } from "../contracts";
import type { FileStore, StoredFile, Upload, Uploaded } from "../http/storage";
import { backendTables, firstRow, numberIn, rows, textIn } from "./backendTables";
import {
  ADDRESS_SIGNATURE_BYTES,
  FileAddresses,
  endOfDay,
  toPermanentAddress,
} from "./fileAddresses";
import type { FileBytes } from "./fileBytes";
import type { Seal } from "./secrets";
import type { Calls, FileStorage, StoredBytes } from "./services";

const TABLE = "_storage";
/** As on Convex. */
const UPLOAD_URL_VALID_MS = 60 * 60 * 1_000;
/** Used upload addresses that one transaction of the sweep removes, so that mutations never wait for long. */
const SWEEP_ROWS = 500;
/** Bytes without a row may belong to an upload under way until they are this old. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The content of an upload address, sealed against forgery. */
interface UploadTicket {
  readonly upload: string;
  readonly component: ComponentPath;
  readonly expires: number;
}

/** A file of an archive, whose bytes are on disk. */
export interface BroughtFile extends StoredBytes {
  /** False if the bytes were stored before and belong to a file that the import replaces. */
  readonly isNew: boolean;
}

export interface ExportedFile {
  /** Name of the stored bytes, and last part of the path of their address. */
  readonly uuid: string;
  read(): Readable;
}

/** The file operations that exports need. */
export interface FileExports {
  stored(transaction: Transaction, component: ComponentPath, storageId: string): ExportedFile;
  /** Keeps the bytes of removed files until the returned function is called, so that they can be copied. */
  hold(): () => void;
}

/** The file operations that imports need. */
export interface FileImports {
  /**
   * Writes a file's bytes to the disk. They keep the name that they had in the archive, and so the path of their address, unless
   * a file that is not replaced has it here.
   */
  bring(component: ComponentPath, bytes: Uint8Array, name: BroughtName): Promise<BroughtFile>;
  /** @throws Error when bytes that `bring` found stored have been removed since. */
  requireThere(transaction: Transaction, file: BroughtFile): void;
  /** Returns the names of a component's bytes; must be called before its `_storage` is dropped. */
  forget(transaction: Transaction, component: ComponentPath): string[];
  /** Links a row of `_storage` to its bytes. */
  adopt(transaction: Transaction, component: ComponentPath, id: string, uuid: string): void;
  /** Removes bytes that no row names any more. */
  discard(uuid: string): void;
}

export interface BroughtName {
  readonly uuid: string | undefined;
  /** True when the imported files replace the component's. */
  readonly replaces: boolean;
}

/** The most files whose rows are remembered. */
const HINTS_MAX = 16_384;

/** The error for a text that is no id of a file, unlike the id of a deleted file. */
class InvalidStorageIdError extends Error {
  /** @param method - The one of `ctx.storage` that was called. */
  constructor(storageId: string, method: string) {
    super(
      `Invalid argument \`storageId\` for \`storage.${method}\`: Invalid storage ID: "${storageId}". A storage ID is an ID of the table '_storage'.`,
    );
  }
}

export interface FilesOptions {
  readonly bytes: FileBytes;
  /** The address at which clients reach this deployment. */
  readonly url: string;
  readonly calls: Calls;
  readonly seal: Seal;
  /** False: an address is good until its file is deleted, as on Convex. */
  readonly expiringUrls: boolean;
}

export class Files implements FileStorage, FileStore, FileExports, FileImports {
  readonly #bytes: FileBytes;
  readonly #url: string;
  readonly #calls: Calls;
  readonly #seal: Seal;
  /** Null where addresses do not expire. */
  readonly #addresses: FileAddresses | null;
  /** Copies under way, during which no bytes are removed. */
  #holders = 0;
  readonly #leaving: string[] = [];
  /** Upload addresses that are in use. */
  readonly #uploading = new Set<string>();
  /**
   * The last known places of rows: lists of pictures ask for the same ones repeatedly. A row may be gone, but is never
   * another's.
   */
  readonly #rowIds = new Map<string, string>();

  constructor({ bytes, url, calls, seal, expiringUrls }: FilesOptions) {
    this.#bytes = bytes;
    this.#url = url;
    this.#calls = calls;
    this.#seal = seal;
    this.#addresses = expiringUrls
      ? new FileAddresses(seal.signing("addresses of files", ADDRESS_SIGNATURE_BYTES))
      : null;
  }

  uploadUrl(component: ComponentPath): string {
    const expires = Date.now() + UPLOAD_URL_VALID_MS;
    const ticket: UploadTicket = { upload: randomUUID(), component, expires };
    return `${this.#url}/api/storage/upload?token=${this.#seal.close({ ...ticket })}`;
  }

  url(
    transaction: Transaction,
    component: ComponentPath,
    storageId: string,
    now: number,
  ): string | null {
    // Its row here and the one in `_storage` come and go together: where this one is known, the other need not be read.
    const rememberedRow = this.#remembered(transaction, component, storageId);
    if (
      rememberedRow === undefined &&
      this.#row(transaction, component, storageId, "getUrl") === null
    )
      return null;
    const row = rememberedRow ?? this.#fileRow(transaction, component, storageId);
    const uuid = textIn(row, "uuid");
    const address =
      this.#addresses?.make(uuid, component, now) ?? toPermanentAddress(uuid, component);
    return this.#url + address;
  }

  urlsChangeAt(now: number): number {
    return this.#addresses === null ? Infinity : endOfDay(now);
  }

  metadata(transaction: Transaction, component: ComponentPath, storageId: string): JSONValue {
    const row = this.#row(transaction, component, storageId, "getMetadata");
    if (row === null) return null;
    return {
      storageId,
      sha256: Buffer.from(textIn(row, "sha256"), "base64").toString("hex"),
      size: numberIn(row, "size"),
      contentType: getContentType(row),
    };
  }

  remove(transaction: Transaction, component: ComponentPath, storageId: string): () => void {
    if (this.#row(transaction, component, storageId, "delete") === null) {
      throw new Error(`storage id ${storageId} not found`);
    }
    const row = this.#fileRow(transaction, component, storageId);
    transaction.system(component).remove(TABLE, storageId);
    backendTables(transaction).remove("files", textIn(row, "_id"));
    return () => this.discard(textIn(row, "uuid"));
  }

  hold(): () => void {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      if (this.#holders > 0) return;
      for (const uuid of this.#leaving.splice(0)) this.discard(uuid);
    };
  }

  discard(uuid: string): void {
    if (this.#holders > 0) {
      this.#leaving.push(uuid);
      return;
    }
    this.#bytes.remove(uuid).catch((error: unknown) => {
      // The sweep tries again.
      console.error("A removed file's bytes could not be removed:", error);
    });
  }

  put(bytes: Uint8Array): Promise<StoredBytes> {
    return this.#bytes.write(Readable.from([bytes]));
  }

  enter(
    transaction: Transaction,
    component: ComponentPath,
    { uuid, sha256, size }: StoredBytes,
    contentType: string | null,
  ): string {
    const row: Record<string, Value> = {
      sha256,
      size,
      ...(contentType !== null && { contentType }),
    };
    const storageId = transaction.system(component).insert(TABLE, row);
    backendTables(transaction).insert("files", { uuid, storageId, component });
    return storageId;
  }

  async bring(
    component: ComponentPath,
    bytes: Uint8Array,
    { uuid, replaces }: BroughtName,
  ): Promise<BroughtFile> {
    const sha256 = createHash("sha256").update(bytes).digest("base64");
    const size = bytes.length;
    if (uuid === undefined || !UUID.test(uuid)) return { ...(await this.put(bytes)), isNew: true };
    const holder = this.#calls.read((transaction) => {
      const file = firstRow(backendTables(transaction), "files.by_uuid", { uuid });
      return (
        file && {
          component: file["component"],
          sha256: this.#findEntry(transaction, file)?.["sha256"],
        }
      );
    });
    if (holder === undefined)
      return { ...(await this.#bytes.write(Readable.from([bytes]), uuid)), isNew: true };
    const isSame = replaces && holder.component === component && holder.sha256 === sha256;
    return isSame
      ? { uuid, sha256, size, isNew: false }
      : { ...(await this.put(bytes)), isNew: true };
  }

  requireThere(transaction: Transaction, { uuid, isNew }: BroughtFile): void {
    const tables = backendTables(transaction);
    if (isNew || firstRow(tables, "files.by_uuid", { uuid }) !== undefined) return;
    throw new Error("A file was removed while the import ran: import once more.");
  }

  forget(transaction: Transaction, component: ComponentPath): string[] {
    const tables = backendTables(transaction);
    const leaving = [...rows(tables, "files.by_uuid")].filter(
      (row) => row["component"] === component,
    );
    for (const row of leaving) tables.remove("files", textIn(row, "_id"));
    return leaving.map((row) => textIn(row, "uuid"));
  }

  adopt(transaction: Transaction, component: ComponentPath, id: string, uuid: string): void {
    backendTables(transaction).insert("files", { uuid, storageId: id, component });
  }

  async read(
    transaction: Transaction,
    component: ComponentPath,
    storageId: string,
  ): Promise<{ bytes: Uint8Array; contentType: string | null } | null> {
    const row = this.#row(transaction, component, storageId);
    if (row === null) return null;
    const bytes = await this.#bytes.read(this.#getUuid(transaction, component, storageId));
    return { bytes, contentType: getContentType(row) };
  }

  async upload(
    token: string,
    body: AsyncIterable<Uint8Array>,
    announced: Upload,
  ): Promise<Uploaded> {
    const ticket = this.#seal.read(token) as unknown as UploadTicket | undefined;
    if (ticket === undefined) return { refused: "address" };
    if (ticket.expires < Date.now()) return { refused: "late" };
    const { upload } = ticket;
    // One address shall not fill the disk by being used many times at once.
    if (this.#uploading.has(upload)) return { refused: "address" };
    this.#uploading.add(upload);
    try {
      return await this.#uploadOnce(ticket, body, announced);
    } finally {
      this.#uploading.delete(upload);
    }
  }

  async #uploadOnce(
    { upload, component, expires }: UploadTicket,
    body: AsyncIterable<Uint8Array>,
    { contentType, sha256 }: Upload,
  ): Promise<Uploaded> {
    const isUsed = (transaction: Transaction) =>
      firstRow(backendTables(transaction), "usedUploads.by_upload", { upload }) !== undefined;
    if (this.#calls.read(isUsed)) return { refused: "address" };
    const stored = await this.#bytes.write(body);
    const removeStored = () => this.#bytes.remove(stored.uuid);
    if (sha256 !== null && sha256 !== stored.sha256) {
      await removeStored();
      return { refused: "digest" };
    }
    const storageId = await this.#calls.transact((transaction) => {
      // Another request may have used the address while this one was sending.
      if (isUsed(transaction)) return null;
      backendTables(transaction).insert("usedUploads", { upload, expires });
      return this.enter(transaction, component, stored, contentType);
    });
    if (storageId !== null) return { storageId };
    await removeStored();
    return { refused: "address" };
  }

  checkAddress(uuid: string, query: URLSearchParams): number | "refused" | "missing" {
    if (this.#addresses === null)
      return this.#findComponent(uuid) === (query.get("component") ?? "") ? Infinity : "missing";
    const expiry = this.#addresses.getExpiry(uuid, query, Date.now());
    if (expiry !== null) return expiry;
    return this.#namesOtherComponent(this.#addresses, uuid, query) ? "missing" : "refused";
  }

  /** Tells an address that would be good if it named the file's own component. */
  #namesOtherComponent(addresses: FileAddresses, uuid: string, query: URLSearchParams): boolean {
    const component = this.#findComponent(uuid);
    if (component === undefined) return false;
    const own = new URLSearchParams(query);
    own.delete("component");
    if (component !== "") own.set("component", component);
    return addresses.getExpiry(uuid, own, Date.now()) !== null;
  }

  #findComponent(uuid: string): ComponentPath | undefined {
    const file = this.#calls.read((transaction) =>
      firstRow(backendTables(transaction), "files.by_uuid", { uuid }),
    );
    return file && textIn(file, "component");
  }

  open(uuid: string): Promise<StoredFile | null> {
    const row = this.#calls.read((transaction) => {
      const file = firstRow(backendTables(transaction), "files.by_uuid", { uuid });
      return file === undefined ? null : this.#findEntry(transaction, file);
    });
    return Promise.resolve(row && this.#stored(uuid, row));
  }

  stored(transaction: Transaction, component: ComponentPath, storageId: string): ExportedFile {
    const uuid = this.#getUuid(transaction, component, storageId);
    return { uuid, read: () => this.#bytes.stream(uuid) };
  }

  /** Removes bytes that no row names, and what is known of upload addresses that are too old. */
  async sweep(now = Date.now()): Promise<void> {
    while (await this.#calls.transact((transaction) => sweepUploads(transaction, now)));
    for (const name of await this.#bytes.olderThan(now - ORPHAN_AGE_MS)) {
      const isKept =
        UUID.test(name) &&
        this.#calls.read(
          (transaction) =>
            firstRow(backendTables(transaction), "files.by_uuid", { uuid: name }) !== undefined,
        );
      if (!isKept && this.#holders === 0) await this.#bytes.remove(name);
    }
  }

  #stored(uuid: string, row: StoredDocument): StoredFile {
    return {
      size: numberIn(row, "size"),
      contentType: getContentType(row),
      sha256: textIn(row, "sha256"),
      read: (range) => this.#bytes.stream(uuid, range),
    };
  }

  /** The row in `_storage` of a row in `files`. */
  #findEntry(transaction: Transaction, file: StoredDocument): StoredDocument | null {
    return this.#row(transaction, textIn(file, "component"), textIn(file, "storageId"));
  }

  #row(transaction: Transaction, component: ComponentPath, storageId: string, method = "get") {
    const tables = transaction.system(component);
    if (tables.normalizeId(TABLE, storageId) === null)
      throw new InvalidStorageIdError(storageId, method);
    return tables.get(TABLE, storageId)?.document ?? null;
  }

  #remembered(
    transaction: Transaction,
    component: ComponentPath,
    storageId: string,
  ): StoredDocument | undefined {
    const id = this.#rowIds.get(`${component}/${storageId}`);
    return id === undefined ? undefined : backendTables(transaction).get("files", id)?.document;
  }

  /** Two components may have files of one id: the same archive was imported into both. */
  #fileRow(transaction: Transaction, component: ComponentPath, storageId: string): StoredDocument {
    const rememberedRow = this.#remembered(transaction, component, storageId);
    if (rememberedRow !== undefined) return rememberedRow;
    for (const row of rows(backendTables(transaction), "files.by_storage_id", { storageId })) {
      if (row["component"] !== component) continue;
      if (this.#rowIds.size >= HINTS_MAX) this.#rowIds.clear();
      this.#rowIds.set(`${component}/${storageId}`, textIn(row, "_id"));
      return row;
    }
    throw new Error(`The file ${storageId} has no place.`);
  }

  #getUuid(transaction: Transaction, component: ComponentPath, storageId: string): string {
    return textIn(this.#fileRow(transaction, component, storageId), "uuid");
  }
}

/** Removes used upload addresses an hour after their expiry, because the clock may be set back. Returns true when there may be more. */
function sweepUploads(transaction: Transaction, now: number): boolean {
  const tables = backendTables(transaction);
  const options = { limit: SWEEP_ROWS, upTo: ["expires", now - UPLOAD_URL_VALID_MS] } as const;
  const old = [...rows(tables, "usedUploads.by_expires", {}, options)];
  for (const row of old) tables.remove("usedUploads", textIn(row, "_id"));
  return old.length === SWEEP_ROWS;
}

function getContentType(row: StoredDocument): string | null {
  return typeof row["contentType"] === "string" ? row["contentType"] : null;
}
