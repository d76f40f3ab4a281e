// Before the first paint, so that nobody who chose dark is shown white, and each script has its height of lines. The rest is
// src/ui/theme.ts and src/device/language.ts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark")
    document.documentElement.setAttribute("data-theme", theme);
  const language = localStorage.getItem("language");
  if (language !== null) document.documentElement.lang = language;
} catch {
  // Storage is forbidden: the system's own setting holds.
}
