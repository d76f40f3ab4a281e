/** A command to type, with a button that copies it. It scrolls sideways: a command that is broken in two is another one. */
import { Check, Copy } from "lucide-react";
import { useState } from "react";

/** The time for which the button confirms the copy. */
const SAID_MS = 2_000;

export function Command({ children: text, label }: { children: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SAID_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="relative mt-2">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-sunken p-3 pr-14 font-mono text-sm"
      >
        <code>{text}</code>
      </pre>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={isCopied ? "Copied" : `Copy: ${label}`}
        className="absolute top-px right-px grid size-11 place-items-center rounded-md bg-sunken text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
