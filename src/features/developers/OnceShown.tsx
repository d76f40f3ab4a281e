/** A new secret in its dialog, which is never shown again. */
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { COPY_REFUSED, copyText } from "../../ui/CopyButton";
import { Button } from "../../ui/Button";
import { DialogFooter } from "../../ui/Dialog";
import { Notice } from "../../ui/Notice";
import { t } from "../../../domain/language/texts";

type CopyState = "open" | "copied" | "refused";

const LABELS = { open: t("Copy"), copied: t("Copied"), refused: t("Copy") } as const;

export type OnceShownProps = { label: string; secret: string; onDone: () => void };

export function OnceShown({ label, secret, onDone }: OnceShownProps) {
  const [state, setState] = useState<CopyState>("open");
  async function copy(): Promise<void> {
    setState((await copyText(secret)) ? "copied" : "refused");
  }
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="warning" message={t("Copy it now: it is not shown again.")} />
      <div className="flex flex-wrap items-center gap-3 rounded-sm bg-sunken px-4 py-3">
        <output aria-label={label} className="min-w-0 flex-1 font-mono wrap-anywhere select-all">
          {secret}
        </output>
        <Button size="sm" onClick={() => void copy()}>
          {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
          {LABELS[state]}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === "refused" && COPY_REFUSED}
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          {t("Done")}
        </Button>
      </DialogFooter>
    </div>
  );
}
