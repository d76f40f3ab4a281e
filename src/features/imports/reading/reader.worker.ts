/** The worker that reads files, so that the page stays free meanwhile. */
import { FileError, type FileFault, type FileSheet } from "../../../../domain/import/sheet";
import { readFile } from "./readFile";

export type ReaderAnswer = { readonly sheet: FileSheet } | { readonly fault: FileFault };

async function answerTo(file: Blob): Promise<ReaderAnswer> {
  try {
    return { sheet: await readFile(file) };
  } catch (error) {
    return { fault: error instanceof FileError ? error.code : "UNREADABLE" };
  }
}

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});
