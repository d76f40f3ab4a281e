/** The keys that work on this page, with the switch that turns them off in this browser. */
import { turnShortcuts, useShortcuts } from "../../device/shortcuts";
import { Dialog } from "../../ui/Dialog";
import { t } from "../../../domain/language/texts";

const NAMES: Readonly<Record<string, string>> = { "?": t("Question mark"), "/": t("Slash") };

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { shortcuts, isOn } = useShortcuts();
  return (
    <Dialog
      onClose={onClose}
      title={t("Keyboard shortcuts")}
      description={t("They work outside of fields and dialogs.")}
      size="sm"
    >
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2">
        <Row label={t("Search everything")} keys={["Ctrl", "K"]} />
        {shortcuts.map(({ key, label }) => (
          <Row key={key} label={label} keys={[key]} />
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 items-center gap-3 border-t border-line pt-3">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target }) => turnShortcuts(target.checked)}
          className="size-5 accent-accent-ink"
        />
        <span>
          {t("Keys of one character")}
          <span className="block text-sm text-muted">
            {t("Kept in this browser. Ctrl K always works.")}
          </span>
        </span>
      </label>
    </Dialog>
  );
}

function Row({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="flex justify-end gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            aria-label={NAMES[key]}
            className="min-w-7 rounded-sm border border-edge bg-sunken px-1.5 py-0.5 text-center text-sm font-medium"
          >
            {key.length === 1 ? key.toUpperCase() : key}
          </kbd>
        ))}
      </dd>
    </>
  );
}
