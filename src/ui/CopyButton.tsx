/** Copies one text, and says so for a moment. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button";
import { useToast } from "./Toast";
import { t } from "../../domain/language/texts";

/** The time for which the button confirms the copy. */
const SAID_MS = 2_000;

export type CopyButtonProps = {
  /** "Copy UPI ID". */
  label: string;
  text: string;
  /** Shows the icon alone; the label is its name. */
  isSmall?: boolean;
};

export function CopyButton({ label, text, isSmall = false }: CopyButtonProps) {
  const [copies, setCopies] = useState(0);
  const toast = useToast();
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    if (await copyText(text)) setCopies((count) => count + 1);
    else toast({ kind: "error", message: COPY_REFUSED });
  };
  const isCopied = copies > 0;
  return (
    <Button
      size="sm"
      variant={isSmall ? "quiet" : "secondary"}
      title={isSmall ? label : undefined}
      className={isSmall ? "px-1.5 text-muted" : undefined}
      onClick={() => void copy()}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite" className={isSmall ? "sr-only" : undefined}>
        {isCopied ? t("Copied") : label}
      </span>
    </Button>
  );
}

/** Copies a text. Returns false where the browser refuses: on plain http, and when the reader does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const COPY_REFUSED = t("Your browser does not let pages copy. Please select and copy it.");
