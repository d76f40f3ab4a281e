import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown, runnerImport } from "vite";

const FIRST_SCREEN = '<script src="/firstScreen.js"></script>';
const APP = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

type FirstScreens = { FIRST_SCREENS: Record<string, { html: string; sources: string[] }> };

/** The files that begin with one of `sources`, and every file that these need. */
function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const found = new Set(
    sources.map((source) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
      if (chunk === undefined) throw new Error(`The build has no file for ${source}.`);
      return chunk;
    }),
  );
  // What is added to a set while it is gone through is come to as well.
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found].map(({ fileName }) => `/${fileName}`);
}

/**
 * Puts the first sight of the most visited pages into the built index.html (see src/app/firstScreens.tsx), and leaves it to the
 * script that shows it to fetch and start the app once it is on the screen.
 */
function firstScreens(): Plugin {
  return {
    name: "first-screens",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        const app = [...html.matchAll(APP)].map(([, file = ""]) => file);
        if (app.length === 0 || !html.includes(FIRST_SCREEN))
          throw new Error("index.html does not say where the app or its first screen is.");
        const { module } = await runnerImport<FirstScreens>("/src/app/firstScreens.tsx", {
          configFile: false,
          logLevel: "error",
          plugins: [react()],
        });
        const templates = Object.entries(module.FIRST_SCREENS).map(([name, { html, sources }]) => {
          const files = filesOf(bundle, sources).filter((file) => !app.includes(file));
          return `<template id="${name}" data-page="${files.join(" ")}">${html}</template>`;
        });
        const script = `<script src="/firstScreen.js" data-app="${app.join(" ")}"></script>`;
        return (
          html
            .replaceAll(APP, "")
            // A function: in a text that is put in by `replace` a dollar sign means something.
            .replace(FIRST_SCREEN, () => [...templates, script].join("\n"))
        );
      },
    },
  };
}

/** What many screens draw with; but not what brings a library along, because not every screen has a long list or a dialog. */
const WIDELY_USED = /[\\/](src[\\/](ui|lib)|domain|lucide-react)[\\/]/;
const LONG_LISTS =
  /[\\/]src[\\/]ui[\\/](DataTable|CardGrid|TableRow|useWindowedRows|useReadingPlace)\.tsx?$/;
const DIALOGS = /[\\/]src[\\/]ui[\\/](\w*Dialog|SidePanel|Timeline)\.tsx$/;

/** Invoices and statements are drawn by few pages. */
const PAPERS = /[\\/]src[\\/]lib[\\/]pdf[\\/]/;
/** Invoices and khata alone speak of payments. */
const MONEY =
  /[\\/](domain[\\/](paymentLifecycle|creditTerms|ageing|upi|bankAccount)|src[\\/](lib[\\/](timeline|useOrderTimeline|saveFile)|ui[\\/](CopyButton|SubmissionNotices)))\.tsx?$/;
const KEPT_APART = [LONG_LISTS, DIALOGS, PAPERS, MONEY];

export default defineConfig({
  plugins: [react(), tailwindcss(), firstScreens()],
  // One origin: in development Vite stands in front and passes Convex's paths on.
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // Few files rather than many small ones: each costs a phone a way there and back. Libraries change seldom, screens often.
        codeSplitting: {
          groups: [
            { name: "libraries", tags: ["$initial"], test: /node_modules.*js$/, priority: 3 },
            { name: "app", tags: ["$initial"], test: /js$|tsx?$/, priority: 2 },
            {
              name: "ui",
              test: (id) => WIDELY_USED.test(id) && !KEPT_APART.some((part) => part.test(id)),
              minShareCount: 3,
              priority: 1,
            },
            { name: "lists", test: LONG_LISTS },
            { name: "money", test: MONEY },
          ],
        },
      },
    },
  },
});
