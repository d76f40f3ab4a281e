/** Makes one file at a time and saves it; a failure is told beside the button that asked for it. */
import { useCallback, useState } from "react";
import { errorMessage } from "../../live/convexError";
import { saveFile } from "../../files/saveFile";
import { useToast } from "../../ui/Toast";
import { t } from "../../../domain/language/texts";

export type Save = {
  /** The key of the file that is being made, or null. */
  readonly busy: string | null;
  /** The text of the last failure, or null. */
  readonly error: string | null;
  readonly run: (key: string, make: () => Promise<File>) => void;
};

export function useSave(): Save {
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = useCallback(
    (key: string, make: () => Promise<File>) => {
      setBusy(key);
      setError(null);
      make()
        .then(
          (file) => {
            saveFile(file);
            toast({ kind: "success", message: t("{file} saved.", { file: file.name }) });
          },
          (failure: unknown) =>
            setError(errorMessage(failure, t("The file could not be made. Please try again."))),
        )
        .finally(() => setBusy(null));
    },
    [toast],
  );
  return { busy, error, run };
}
