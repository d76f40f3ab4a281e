/** Dark or light: one press. The choice between light, dark and system stands in the user menu. */
import { Moon, Sun } from "lucide-react";
import { Button } from "./Button";
import { chooseTheme, useShade } from "./theme";

export function ThemeToggle({ className }: { className?: string }) {
  const next = useShade() === "dark" ? "light" : "dark";
  const Icon = next === "light" ? Sun : Moon;
  return (
    <Button variant="quiet" size="icon" className={className} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
      <span className="sr-only">Switch to {next} theme</span>
    </Button>
  );
}
