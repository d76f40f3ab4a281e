/** Writes a ZIP archive as a stream; nothing is held in memory but the list of names. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
  /** The name, with `/` between folders. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The same for every archive, so that one state always gives the same bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Returns the archive. Contents are read one after the other, and no longer once the stream is destroyed. */
export function createZip(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = Readable.from(zip.outputStream, { objectMode: false });
  let current: Readable | undefined;
  for (const { name, content } of entries)
    zip.addReadStreamLazy(name, OPTIONS, (respond) => {
      current = Readable.from(content, { objectMode: false });
      respond(null, current);
    });
  zip.on("error", (error: Error) => archive.destroy(error));
  archive.once("close", () => current?.destroy());
  zip.end();
  return archive;
}
