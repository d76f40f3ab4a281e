/** A command to type, with a button that copies it. It scrolls sideways: a command that is broken in two is another one. */
import { CopyButton } from "../../ui/CopyButton";

export function Command({ children: text, label }: { children: string; label: string }) {
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
      <div className="absolute top-px right-px rounded-md bg-sunken *:size-11">
        <CopyButton isSmall label={`Copy: ${label}`} text={text} />
      </div>
    </div>
  );
}
