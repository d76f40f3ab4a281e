/** The worker that reads files, so that the page stays free meanwhile. */
import { FileError, type FileFault, type FileSheet } from "../../../../domain/import/sheet";
import { readFile } from "./readFile";

export type ReaderAnswer =
  { readonly sheet: FileSheet } | { readonly fault: FileFault; readonly line?: number | undefined };

async function answerTo(file: Blob): Promise<ReaderAnswer> {
  try {
    return { sheet: await readFile(file) };
  } catch (error) {
    if (!(error instanceof FileError)) return { fault: "UNREADABLE" };
    return { fault: error.code, line: error.line };
  }
}

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});
