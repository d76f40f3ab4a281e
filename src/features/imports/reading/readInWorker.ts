/** Has a file read by a worker of its own, which ends with it. */
import { FileError, type FileSheet } from "../../../../domain/import/sheet";
import { IMPORT_FILE_BYTES_MAX } from "../../../../domain/limits";
import type { ReaderAnswer } from "./reader.worker";

/** A full file takes a second or two; one that takes longer than this was made to. */
const PATIENCE_MS = 60_000;

/** Errors: FileError. */
export async function readInWorker(file: Blob): Promise<FileSheet> {
  if (file.size > IMPORT_FILE_BYTES_MAX) throw new FileError("TOO_LARGE");
  const worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise<ReaderAnswer>((resolve) => {
      const fail = () => resolve({ fault: "UNREADABLE" });
      worker.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => resolve(data);
      worker.onerror = fail;
      setTimeout(fail, PATIENCE_MS);
      worker.postMessage(file);
    });
    if ("fault" in answer) throw new FileError(answer.fault, answer.line);
    return answer.sheet;
  } finally {
    worker.terminate();
  }
}
