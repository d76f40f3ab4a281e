/** Gives the dialog one export at a time with its state; leaving the dialog cancels it. */
import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../live/convexError";
import { saveFile } from "../saveFile";
import { type ExportRequest, writeFile } from "./writeFile";
import { t } from "../../../domain/language/texts";

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly request: ExportRequest; readonly rows: number }
  | { readonly kind: "saved"; readonly rows: number }
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly request: ExportRequest; readonly text: string };

export type Export = {
  readonly state: ExportState;
  readonly start: (request: ExportRequest) => void;
  readonly cancel: () => void;
  /** Forgets how the last one ended. */
  readonly clear: () => void;
};

const IDLE = { kind: "idle" } as const;

export function useExport(): Export {
  const client = useConvex();
  const [state, setState] = useState<ExportState>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(request: ExportRequest, { signal }: AbortController): Promise<ExportState> {
    let written = 0;
    const onRows = (rows: number) => {
      written = rows;
      setState({ kind: "running", request, rows });
    };
    try {
      const file = await writeFile(client, request, { signal, onRows });
      if (file === null) return { kind: "nothing" };
      saveFile(file);
      return { kind: "saved", rows: written };
    } catch (error) {
      const text = errorMessage(error, t("The file could not be made. Please try again."));
      return signal.aborted ? IDLE : { kind: "failed", request, text };
    }
  }

  const start = (request: ExportRequest) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: "running", request, rows: 0 });
    void run(request, controller).then((end) => {
      // A later one may be running by now.
      if (running.current === controller) setState(end);
    });
  };
  return {
    state,
    start,
    cancel: () => running.current?.abort(),
    clear: () => setState(IDLE),
  };
}
