/** A password box whose content can be shown. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx";
import { Input, type InputProps } from "./Input";
import { t } from "../../domain/language/texts";

export function PasswordInput({ className, ...rest }: InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={shown ? "text" : "password"} className={cx("pr-11", className)} />
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-muted hover:text-ink"
      >
        <span className="sr-only">{shown ? t("Hide what is typed") : t("Show what is typed")}</span>
        {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </button>
    </div>
  );
}
