/** The theme: light, dark, or the system's; stored in the browser. `public/theme.js` applies the choice before the first paint. */
import { useEffect, useSyncExternalStore } from "react";
import { readItem, writeItem } from "../device/deviceStorage";
import { t } from "../../domain/language/texts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_WORDS = {
  light: t("Light"),
  dark: t("Dark"),
  system: t("As the system"),
} as const satisfies Record<Theme, string>;
export type Shade = "light" | "dark";

const KEY = "theme";
const listeners = new Set<() => void>();

/** Returns the chosen theme, or null. */
function readChoice(): Theme | null {
  const stored = readItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? null;
}

/** Writes the choice on <html>, where tokens.css reads it. */
function apply(theme: Theme) {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", theme);
  for (const listener of listeners) listener();
}

/** Applies a theme and stores it. The choice holds until the page is left where the storage does not take it. */
export function chooseTheme(theme: Theme): void {
  writeItem(KEY, theme);
  apply(theme);
}

function subscribe(changed: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  listeners.add(changed);
  system.addEventListener("change", changed);
  return () => {
    listeners.delete(changed);
    system.removeEventListener("change", changed);
  };
}

function shadeNow(): Shade {
  const applied = document.documentElement.getAttribute("data-theme");
  if (applied === "light" || applied === "dark") return applied;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => readChoice() ?? "system",
    () => "system",
  );
}

/** Returns the theme that is on the screen now. */
export function useShade(): Shade {
  return useSyncExternalStore(subscribe, shadeNow, () => "light");
}

/** Makes dark the default theme while the page is open (sign-up and news). */
export function useDarkByDefault(): void {
  useEffect(() => {
    if (readChoice() !== null) return;
    apply("dark");
    return () => apply(readChoice() ?? "system");
  }, []);
}
