/** Switches between dark and light. The user menu also offers the system's theme. */
import { Moon, Sun } from "lucide-react";
import { Button } from "./Button";
import { chooseTheme, useShade } from "./theme";
import { t } from "../../domain/language/texts";

export function ThemeToggle({ className }: { className?: string }) {
  const next = useShade() === "dark" ? "light" : "dark";
  const Icon = next === "light" ? Sun : Moon;
  return (
    <Button variant="quiet" size="icon" className={className} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
      <span className="sr-only">
        {next === "light" ? t("Switch to light theme") : t("Switch to dark theme")}
      </span>
    </Button>
  );
}
