/** Writes a ZIP archive as a stream (PKWARE's APPNOTE, with data descriptors); nothing is held in memory but the list of names. */
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
  readonly offset: number;
}

const SIGNATURE = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
} as const;
/** 2.0: folders and deflate. */
const VERSION = 20;
/** Sizes stand behind the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1980-01-01: the archive of one state is always the same bytes. */
const DOS_DATE = 0x21;
/** Larger ones would need the 64-bit form of the format. */
const MAX_32 = 0xffff_ffff;

function uint16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => buffer.writeUInt16LE(value, i * 2));
  return buffer;
}

function uint32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => {
    if (value > MAX_32) throw new Error("The archive would be larger than 4 GiB.");
    buffer.writeUInt32LE(value, i * 4);
  });
  return buffer;
}

/** Version, flags, method, time and date, as both headers have them. */
function common(): Buffer {
  return uint16(VERSION, FLAGS, DEFLATE, 0, DOS_DATE);
}

function centralHeader({ name, crc, compressed, size, offset }: Written): Buffer {
  return Buffer.concat([
    uint32(SIGNATURE.central),
    uint16(VERSION),
    common(),
    uint32(crc, compressed, size),
    uint16(name.length, 0, 0, 0, 0),
    uint32(0, offset),
    name,
  ]);
}

class ZipWriter {
  #offset = 0;
  readonly #written: Written[] = [];

  #count(chunk: Buffer): Buffer {
    this.#offset += chunk.length;
    return chunk;
  }

  async *entry({ name: text, content }: ZipEntry): AsyncGenerator<Buffer> {
    const offset = this.#offset;
    const name = Buffer.from(text);
    const unknown = uint32(0, 0, 0);
    yield this.#count(
      Buffer.concat([uint32(SIGNATURE.local), common(), unknown, uint16(name.length, 0), name]),
    );
    let [crc, size, compressed] = [0, 0, 0];
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    }
    for await (const chunk of Readable.from(measured()).compose(
      createDeflateRaw(),
    ) as AsyncIterable<Buffer>) {
      compressed += chunk.length;
      yield this.#count(chunk);
    }
    yield this.#count(uint32(SIGNATURE.descriptor, crc, compressed, size));
    this.#written.push({ name, crc, compressed, size, offset });
  }

  *end(): Generator<Buffer> {
    const start = this.#offset;
    for (const written of this.#written) yield this.#count(centralHeader(written));
    const count = this.#written.length;
    yield Buffer.concat([
      uint32(SIGNATURE.end),
      uint16(0, 0, count, count),
      uint32(this.#offset - start, start),
      uint16(0),
    ]);
  }
}

export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const writer = new ZipWriter();
  for await (const entry of entries) yield* writer.entry(entry);
  yield* writer.end();
}
