/** Reads a ZIP archive that is in memory: the list of its entries first, each content when it is asked for. */
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, type ZipFile, fromBufferPromise } from "yauzl";

export interface ArchiveEntry {
  readonly name: string;
  /** The size of the content in bytes, as the archive says. */
  readonly size: number;
  /** Rejects when the content is damaged or larger than it says. */
  read(): Promise<Buffer>;
}

/** A content is held in memory; a small archive may say that it holds anything. */
const CONTENT_BYTES_MAX = 512 * 2 ** 20;

async function read(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const { fileName, uncompressedSize } = entry;
  if (uncompressedSize > CONTENT_BYTES_MAX)
    throw new Error(
      `${fileName} in the ZIP archive is larger than ${CONTENT_BYTES_MAX / 2 ** 20} MiB.`,
    );
  let content;
  try {
    content = await buffer(await archive.openReadStreamPromise(entry));
  } catch (error) {
    throw new Error(`${fileName} in the ZIP archive can't be read.`, { cause: error });
  }
  // The library compares the sizes alone.
  if (crc32(content) !== entry.crc32) throw new Error(`${fileName} in the ZIP archive is damaged.`);
  return content;
}

/** @throws Error when the bytes are not an archive, or damaged. */
export async function entriesOf(bytes: Buffer): Promise<ArchiveEntry[]> {
  const archive = await fromBufferPromise(bytes).catch((cause: unknown) => {
    throw new Error("This is no ZIP archive.", { cause });
  });
  const entries: ArchiveEntry[] = [];
  try {
    for await (const entry of archive.eachEntry())
      entries.push({
        name: entry.fileName,
        size: entry.uncompressedSize,
        read: () => read(archive, entry),
      });
  } catch (error) {
    throw new Error("The ZIP archive is damaged.", { cause: error });
  }
  return entries;
}
