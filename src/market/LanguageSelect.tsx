/** Chooses the language of all texts from a list; each has its own name. */
import { Languages } from "lucide-react";
import { isComplete, LANGUAGE_NAMES, LANGUAGES } from "../../domain/language/languages";
import { currentLanguage, t } from "../../domain/language/texts";
import { cx } from "../lib/cx";
import { Select, type SelectProps } from "../ui/Select";
import { useChooseLanguage } from "./useChooseLanguage";

const OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

export function LanguageSelect({ className }: Pick<SelectProps<string>, "className">) {
  const choose = useChooseLanguage();
  return (
    <Select
      label={t("Language")}
      value={currentLanguage()}
      options={OPTIONS}
      onChange={choose}
      {...(className !== undefined && { className })}
    />
  );
}

/** The list as a button of a bar: the browser's own select lies over the sign and the name. */
export function LanguageButton({ className }: { className?: string }) {
  const choose = useChooseLanguage();
  const language = currentLanguage();
  return (
    <label
      className={cx(
        "relative flex h-10 min-w-10 items-center justify-center gap-1.5 rounded-sm px-2 font-medium hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <Languages aria-hidden className="size-4" />
      <span aria-hidden className="max-sm:sr-only">
        {LANGUAGE_NAMES[language]}
      </span>
      <select
        aria-label={t("Language")}
        value={language}
        onChange={({ target }) => {
          const chosen = LANGUAGES.find((one) => one === target.value);
          if (chosen !== undefined) choose(chosen);
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {OPTIONS.map(({ value, label }) => (
          <option key={value} value={value} lang={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Says that a language lacks texts; nothing for one that has all. */
export function PartialLanguageNote() {
  if (isComplete(currentLanguage())) return null;
  return <p className="text-sm text-muted">{t("Some texts are in English.")}</p>;
}
