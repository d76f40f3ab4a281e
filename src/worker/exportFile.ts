/** A worker of its own for each export: writes the file's rows while the page stays quick. */
import type { FromWorker, ToWorker } from "../files/exports/fileWorker";
import { FileWriter } from "../files/exports/FileWriter";

declare const self: DedicatedWorkerGlobalScope;

let writer: FileWriter | null = null;

function blobAfter(message: ToWorker): Blob | null {
  switch (message.kind) {
    case "begin":
      writer = new FileWriter(message.format, message.sheetName, message.heads);
      return null;
    case "rows":
      writer?.add(message.rows);
      return null;
    case "end":
      return writer?.end() ?? null;
    default:
      return message satisfies never;
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  const answer: FromWorker = { blob: blobAfter(data) };
  self.postMessage(answer);
};
