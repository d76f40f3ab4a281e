/** The bytes of stored files, by their UUIDs: in a folder, or in memory. It knows no rows. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ByteRange } from "../http/storage";
import { OWNER_FILE, OWNER_FOLDER } from "../store/ownerOnly";
import type { StoredBytes } from "./services";

export interface FileBytes {
  /** Resolves when the bytes are as safe as they can be here. The UUID is a new one if absent. */
  write(content: AsyncIterable<Uint8Array>, uuid?: string): Promise<StoredBytes>;
  /** Rejects when there are none of that name. */
  read(uuid: string): Promise<Uint8Array>;
  stream(uuid: string, range?: ByteRange): Readable;
  remove(uuid: string): Promise<void>;
  /** Names of what was last written before that time, in milliseconds since the epoch; drafts that a crash left are among them. */
  olderThan(time: number): Promise<string[]>;
}

async function collect(
  content: AsyncIterable<Uint8Array>,
  keep: (chunk: Uint8Array) => Promise<void> | void,
): Promise<Omit<StoredBytes, "uuid">> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
    await keep(chunk);
  }
  return { size, sha256: hash.digest("base64") };
}

export class FolderBytes implements FileBytes {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true, mode: OWNER_FOLDER });
  }

  /** Written beside its place, forced to the disk, then moved there: no file is ever half of itself. */
  async write(
    content: AsyncIterable<Uint8Array>,
    uuid: string = randomUUID(),
  ): Promise<StoredBytes> {
    const draft = this.#getPath(`${uuid}.part`);
    const file = await open(draft, "w", OWNER_FILE);
    let about: Omit<StoredBytes, "uuid">;
    try {
      about = await collect(content, (chunk) => file.writeFile(chunk));
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(draft, this.#getPath(uuid));
    await this.#syncDirectory();
    return { uuid, ...about };
  }

  read(uuid: string): Promise<Uint8Array> {
    return readFile(this.#getPath(uuid));
  }

  stream(uuid: string, range?: ByteRange): Readable {
    return createReadStream(this.#getPath(uuid), { ...range });
  }

  remove(uuid: string): Promise<void> {
    return rm(this.#getPath(uuid), { force: true });
  }

  async olderThan(time: number): Promise<string[]> {
    const old: string[] = [];
    for (const name of await readdir(this.#directory)) {
      // It may be gone since the folder was read.
      const about = await stat(this.#getPath(name)).catch(() => null);
      if (about !== null && about.mtimeMs <= time) old.push(name);
    }
    return old;
  }

  #getPath(uuid: string): string {
    return path.join(this.#directory, uuid);
  }

  /** The name is on disk only when the folder is. */
  async #syncDirectory(): Promise<void> {
    // Windows has no such thing, and does not need it.
    if (process.platform === "win32") return;
    const directory = await open(this.#directory, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }
}

/** The file bytes of a backend whose data is gone when it stops. */
export class MemoryBytes implements FileBytes {
  readonly #contents = new Map<string, Buffer>();

  async write(
    content: AsyncIterable<Uint8Array>,
    uuid: string = randomUUID(),
  ): Promise<StoredBytes> {
    const chunks: Uint8Array[] = [];
    const about = await collect(content, (chunk) => void chunks.push(chunk));
    this.#contents.set(uuid, Buffer.concat(chunks));
    return { uuid, ...about };
  }

  read(uuid: string): Promise<Uint8Array> {
    const content = this.#contents.get(uuid);
    return content === undefined
      ? Promise.reject(new Error(`There are no bytes of ${uuid}.`))
      : Promise.resolve(content);
  }

  stream(uuid: string, range?: ByteRange): Readable {
    const read = () => this.read(uuid);
    const part = async function* () {
      const content = await read();
      yield range === undefined ? content : content.subarray(range.start, range.end + 1);
    };
    return Readable.from(part());
  }

  remove(uuid: string): Promise<void> {
    this.#contents.delete(uuid);
    return Promise.resolve();
  }

  /** No crash leaves anything here. */
  olderThan(): Promise<string[]> {
    return Promise.resolve([]);
  }
}
