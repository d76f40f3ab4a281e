/** The page's side of the worker that writes a file: a page of rows goes over once the one before is written. */
import type { Cell, FileFormat, Head } from "./cells";

/** The messages to the worker: the file's beginning first, its end last. */
export type ToWorker =
  | {
      readonly kind: "begin";
      readonly format: FileFormat;
      readonly sheetName: string;
      readonly heads: readonly Head[];
    }
  | { readonly kind: "rows"; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: "end" };

/** The answer to each message, in order: a file to the last one. */
export type FromWorker = { readonly blob: Blob | null };

export type OpenFile = {
  /** Resolves once the rows are written. */
  readonly add: (rows: readonly (readonly Cell[])[]) => Promise<void>;
  /** Returns the whole file. */
  readonly end: () => Promise<Blob>;
  /** Ends the worker, and with it a file that is not whole. */
  readonly close: () => void;
};

type Begin = Omit<Extract<ToWorker, { kind: "begin" }>, "kind">;

function createWorker(): Worker {
  return new Worker(new URL("../../worker/exportFile.ts", import.meta.url), { type: "module" });
}

/** Errors of the file's functions: of a worker that could not be fetched, or failed. */
export function openFile(begin: Begin): OpenFile {
  const worker = createWorker();
  const ask = (message: ToWorker) =>
    new Promise<Blob | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => resolve(data.blob);
      worker.onerror = (event) => reject(new Error(`The file's worker failed: ${event.message}`));
      worker.postMessage(message);
    });
  const begun = ask({ kind: "begin", ...begin });
  // A failure is told to whoever adds rows.
  begun.catch(() => undefined);
  return {
    add: async (rows) => {
      await begun;
      await ask({ kind: "rows", rows });
    },
    end: async () => {
      const blob = await ask({ kind: "end" });
      if (blob === null) throw new Error("The file's worker returned no file.");
      return blob;
    },
    close: () => worker.terminate(),
  };
}
