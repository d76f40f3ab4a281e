// Before the first paint, so that nobody who chose dark is shown white. The rest is src/ui/theme.ts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark")
    document.documentElement.setAttribute("data-theme", theme);
} catch {
  // Storage is forbidden: the system's own setting holds.
}
