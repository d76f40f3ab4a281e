/** Writes a file row after row into parts of a Blob, which the browser need not keep in the page's memory. */
import type { Cell, FileFormat, Head } from "./cells";
import { BYTE_ORDER_MARK, csvLine } from "./textFormats";
import { Workbook } from "./xlsx";

/** Parts become a Blob from this size on. */
const PART_BYTES = 1_000_000;

const MIME_TYPES = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const satisfies Record<FileFormat, string>;

type Rows = readonly (readonly Cell[])[];

/** The parts of a format: rows, and an end. */
type Sink = { add(rows: Rows): void; end(): void };

function csvSink(heads: readonly Head[], emit: (bytes: Uint8Array) => void): Sink {
  const encoder = new TextEncoder();
  emit(encoder.encode(BYTE_ORDER_MARK + csvLine(heads.map(({ head }) => head))));
  return {
    add: (rows) => emit(encoder.encode(rows.map(csvLine).join(""))),
    end: () => undefined,
  };
}

export class FileWriter {
  readonly #type: string;
  readonly #sink: Sink;
  readonly #parts: Blob[] = [];
  #pending: BlobPart[] = [];
  #pendingBytes = 0;

  constructor(format: FileFormat, sheetName: string, heads: readonly Head[]) {
    this.#type = MIME_TYPES[format];
    const emit = (bytes: Uint8Array) => this.#emit(bytes);
    this.#sink = format === "csv" ? csvSink(heads, emit) : new Workbook(sheetName, heads, emit);
  }

  #emit(bytes: Uint8Array): void {
    this.#pending.push(bytes as Uint8Array<ArrayBuffer>);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= PART_BYTES) this.#keep();
  }

  #keep(): void {
    this.#parts.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  add(rows: Rows): void {
    this.#sink.add(rows);
  }

  /** Ends the file and returns it whole. */
  end(): Blob {
    this.#sink.end();
    this.#keep();
    return new Blob(this.#parts, { type: this.#type });
  }
}
