/** Copies one text, and says so for a moment. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./Button";
import { useToast } from "./Toast";

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
    try {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    } catch {
      // Browsers give the clipboard to https pages alone, and to whom the reader allows it.
      const message = "Your browser does not let pages copy. Please select and copy it.";
      toast({ kind: "error", message });
    }
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
        {isCopied ? "Copied" : label}
      </span>
    </Button>
  );
}
