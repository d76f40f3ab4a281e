import tailwindcss from "@tailwindcss/vite";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from "vite";
import type { BuildFile } from "./src/worker/builds.ts";

const FIRST_SCREEN = '<script src="/firstScreen.js"></script>';
/** Fetches the texts of the reader's language, before the app writes them. */
const LANGUAGE = "src/startLanguage.ts";
const MAIN = '<script type="module" src="/src/main.tsx"></script>';
const APP = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

type FirstScreens = {
  FIRST_SCREENS: Record<string, string>;
  PAGE_SOURCES: Record<string, string>;
};

/** The module of the bars, which a member's pages need besides their own code. */
const BARS = "/src/app/bar/memberBars.ts";

/** The file that begins with `source`, and every file that it needs. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (entry === undefined) throw new Error(`The build has no file for ${source}.`);
  const found = new Set([entry]);
  // What is added to a set while it is gone through is come to as well.
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found].map(({ fileName }) => `/${fileName}`);
}

/**
 * Returns the files of each page as a block of data: every file once, and each page's as places in that list. A member's pages
 * need the bars' files as well.
 */
function pageCode(
  bundle: Rolldown.OutputBundle,
  sources: FirstScreens["PAGE_SOURCES"],
  app: readonly string[],
): string {
  const files: string[] = [];
  const places = (source: string) =>
    filesOf(bundle, source)
      .filter((file) => !app.includes(file))
      .map((file) => {
        if (!files.includes(file)) files.push(file);
        return files.indexOf(file);
      });
  const bars = places(BARS);
  const pages = Object.fromEntries(
    Object.entries(sources).map(([path, source]) => [path, places(source)]),
  );
  return `<script type="application/json" id="page-code">${JSON.stringify({ files, bars, pages })}</script>`;
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
        const templates = Object.entries(module.FIRST_SCREENS).map(
          ([name, content]) => `<template id="${name}">${content}</template>`,
        );
        const code = pageCode(bundle, module.PAGE_SOURCES, app);
        const script = `<script src="/firstScreen.js" data-app="${app.join(" ")}"></script>`;
        return (
          html
            .replaceAll(APP, "")
            // Functions: in a text that is put in by `replace` a dollar sign means something.
            .replace("</head>", () => `${code}\n  </head>`)
            .replace(FIRST_SCREEN, () => [...templates, script].join("\n"))
        );
      },
    },
  };
}

/** Starts the app after its language in development, as firstScreen.js does with the built app. */
function languageFirst(): Plugin {
  return {
    name: "language-first",
    apply: "serve",
    transformIndexHtml: (html) => {
      const start = `await (await import("/${LANGUAGE}")).ready; await import("/src/main.tsx");`;
      return html.replace(MAIN, `<script type="module">${start}</script>`);
    },
  };
}

/**
 * Puts the public address into index.html where the build knows it (VITE_PUBLIC_URL). The embedded backend does it while it
 * serves the page; in development the address stays relative.
 */
function publicUrl(): Plugin {
  return {
    name: "public-url",
    transformIndexHtml: {
      order: "pre",
      handler(html, { server }) {
        const url = process.env["VITE_PUBLIC_URL"] ?? (server === undefined ? undefined : "");
        return url === undefined ? html : html.replaceAll("__PUBLIC_URL__", () => url);
      },
    },
  };
}

/**
 * Lets src/files/pdf/shaper.ts wait for HarfBuzz's program. Its own module waits at its top, and a build that has one such module
 * shares less among all of its files.
 */
function harfBuzz(): Plugin {
  const WAIT = "init(await createHarfBuzz());";
  return {
    name: "harfbuzz",
    apply: "build",
    transform: {
      filter: { id: /[\\/]harfbuzzjs[\\/]dist[\\/]index\.mjs$/ },
      handler(code) {
        if (!code.includes(WAIT)) throw new Error("HarfBuzz does not wait where it did.");
        return code.replace(WAIT, "export const ready = createHarfBuzz().then(init);");
      },
    },
  };
}

/** Parts that many screens draw with; but none that brings a library along, because not every screen has a long list or a dialog. */
const WIDELY_USED =
  /[\\/](src[\\/](ui|lib|device|session|live|forms|files|market)|domain|lucide-react)[\\/]/;
const LONG_LISTS =
  /[\\/]src[\\/]ui[\\/](CardGrid|FilterRow|useWindowedRows|useReadingPlace)\.tsx?$/;
const TABLES = /[\\/]src[\\/]ui[\\/](DataTable|TableRow|useSteadyColumns)\.tsx?$/;
const DIALOGS = /[\\/]src[\\/](ui|forms)[\\/](\w*Dialog|dialogFrames|SidePanel|Timeline)\.tsx$/;

/** Invoices and statements are drawn by few pages. */
const PAPERS = /[\\/]src[\\/]files[\\/]pdf[\\/]/;
/** Invoices and khata alone speak of payments. */
const MONEY =
  /[\\/](domain[\\/](paymentLifecycle|creditTerms|ageing|upi|bankAccount)|src[\\/](market[\\/](timeline|useOrderTimeline)|files[\\/]saveFile|forms[\\/]SubmissionNotices))\.tsx?$/;
/** Nothing is sent later for visitors, nor kept, and few pages take pictures or new passwords. */
const OUTBOX =
  /[\\/](src[\\/]outbox[\\/][^\\/]+$|src[\\/]accountStore[\\/](accountStore|fallback)|node_modules[\\/]idb-keyval[\\/])/;
const LAST_RESULTS = /[\\/]src[\\/](live[\\/]lastResults[\\/]|accountStore[\\/]collection)/;
const PICTURES = /[\\/]src[\\/]outbox[\\/]pictures[\\/]/;
const UPLOADS = /[\\/]src[\\/](files[\\/](upload|useUploadOnce)|ui[\\/]FileInput)\.tsx?$/;
const PASSWORDS = /[\\/](domain[\\/]passwords|forms[\\/]passwordProblem)\.ts$/;
/** Baskets and orders: read by no visitor's page but the order page. */
const TRADE =
  /[\\/](domain[\\/](order\w+|names)|src[\\/](features[\\/]orders[\\/](reorder|orderMessages)|market[\\/](useBasket|BasketButton|useStockLevels)|ui[\\/](QuantityStepper|StatusBadge|LateText)))\.tsx?$/;
/** Read by the page of imports, and a sign-out, alone. */
const IMPORTS = /[\\/](domain[\\/]import[\\/]|src[\\/]features[\\/]imports[\\/]importJob)/;
/** Dates are typed by members alone, and the calendar comes, with its library, on first use. */
const DATES =
  /[\\/](domain[\\/]typed(Day|Number)|src[\\/]ui[\\/](Calendar|DayInput|DayField))\.tsx?$/;
/** The dialog of exports and what it reads and writes with: loaded on first use. */
const EXPORTS = /[\\/](src[\\/]files[\\/](exports|period)[\\/]|domain[\\/]formulas)/;
/** Read by pages of products, invoices and settings. */
const GST = /[\\/](domain[\\/]gst[\\/]|src[\\/]market[\\/]gstChoice)/;
/** Drawn by the settings and the page of notifications. */
const SOUND = /[\\/]lucide-react[\\/].*[\\/]volume-/;
/** Read by the bell, its page and the settings. */
const NOTIFICATIONS = /[\\/]domain[\\/]notification(s|Texts)\.ts$/;
/** Read by settings, bell and sign-out. */
const PUSH = /[\\/]src[\\/]live[\\/]push\.ts$/;
/** Read by forms, and by filters of products. */
const FIELDS =
  /[\\/](domain[\\/](fields[\\/]|countries)|src[\\/](market[\\/]OriginSelect|forms[\\/]FormField))/;
/** Read by every form of texts: the others are read by few. */
const TEXT_FIELDS =
  /[\\/](domain[\\/]fields[\\/](text|email)|src[\\/]forms[\\/]fieldProblems)\.ts$/;
/** Read by forms of accounts, which do not need the names of `TRADE`. */
const NAMES = /[\\/]domain[\\/]cleanName\.ts$/;
/** Drawn by the lists of traders. */
const WEEKS = /[\\/](domain[\\/]weeks|src[\\/]ui[\\/]Sparkline)\.tsx?$/;
/** Comes before the app, which writes texts as it is loaded. */
const LANGUAGES =
  /[\\/](domain[\\/](language[\\/]|invariant)|src[\\/](startLanguage|device[\\/](language|deviceStorage))\.)/;
const KEPT_APART = [
  FIELDS,
  TEXT_FIELDS,
  NAMES,
  GST,
  SOUND,
  NOTIFICATIONS,
  PUSH,
  IMPORTS,
  LONG_LISTS,
  TABLES,
  DIALOGS,
  PAPERS,
  MONEY,
  OUTBOX,
  LAST_RESULTS,
  PICTURES,
  UPLOADS,
  PASSWORDS,
  TRADE,
  DATES,
  EXPORTS,
  WEEKS,
];

/** The pages whose first load has a budget: the widely used modules that they need have a file of their own. */
const BUDGETED = ["welcome/LandingPage.tsx", "auth/LoginPage.tsx"].map((page) =>
  path.resolve(import.meta.dirname, "src/features", page),
);

/** Names the file of what the budgeted pages import, at whatever remove; icons all stand there, because many files share them. */
function budgetedFile(id: string, build: Rolldown.ChunkingContext): string | null {
  return reachOf(new Set(BUDGETED), build).has(id) ||
    (id.includes("node_modules") && !SOUND.test(id))
    ? "ui"
    : null;
}

/** The bars, and the pages that people see without them. */
const BARS_MODULE = path.join(import.meta.dirname, BARS);
const VISITED = ["welcome", "auth", "news", "orders/form"].flatMap((feature) => {
  const folder = path.join(import.meta.dirname, "src/features", feature);
  return readdirSync(folder)
    .filter((file) => /Pages?\.tsx$/.test(file))
    .map((file) => path.join(folder, file));
});

/** Adds to `found` every module of ours that one of them imports, at whatever remove. */
function reachOf(found: Set<string>, build: Rolldown.ChunkingContext): Set<string> {
  // What is added to a set while it is gone through is come to as well.
  for (const module of found)
    for (const next of build.getModuleInfo(module)?.importedIds ?? [])
      if (!next.includes("node_modules")) found.add(next);
  return found;
}

/** Names the file of what members' bars alone need of the pages that visitors may open. */
function membersFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const isOfVisitors = reachOf(new Set(VISITED), build).has(id);
  // The entry stays a file of its own: others ask for the bars by it.
  return !isOfVisitors &&
    id !== BARS_MODULE &&
    !DIALOGS.test(id) &&
    reachOf(new Set([BARS_MODULE]), build).has(id)
    ? "members"
    : null;
}

function isWidelyUsed(id: string): boolean {
  return WIDELY_USED.test(id) && !KEPT_APART.some((part) => part.test(id));
}

/** The files that the app needs without a connection. */
const KEPT_FILES = /\.(html|js|css|woff2|svg|png|webmanifest)$/;
/**
 * The picture is shown by other sites, when a link is shared. Other languages come when they are chosen, fonts of scripts when a letter
 * needs them, as does what shapes their letters on paper.
 */
const NOT_KEPT =
  /^(social\.png|assets\/(inter-(cyrillic|greek|vietnamese)|noto-sans|shaper|catalogue|pseudo).*)$/;
const NAMED_BY_CONTENT = /^assets\/.*[.-][\w-]{8,}\.\w+$/;

/** Returns the files of the build in `folder`; a file whose name is no hash of its content has one as its revision. */
function keptFiles(folder: string): BuildFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .map((file) => file.split(path.sep).join("/"))
    .filter((url) => KEPT_FILES.test(url) && !NOT_KEPT.test(url))
    .sort()
    .map((url) => {
      if (NAMED_BY_CONTENT.test(url)) return { url, revision: null };
      const content = readFileSync(path.join(folder, url));
      return { url, revision: createHash("sha256").update(content).digest("hex").slice(0, 32) };
    });
}

/** Builds the service worker once the app is built, with the list of the app's files in it. Registering it is the app's work (src/app/background). */
function serviceWorker(): Plugin {
  let outDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        define: { BUILD_FILES: JSON.stringify(keptFiles(outDir)) },
        build: {
          outDir,
          emptyOutDir: false,
          target: "es2022",
          rolldownOptions: {
            input: "src/worker/sw.ts",
            // Browsers look for the next version under the same name.
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    publicUrl(),
    languageFirst(),
    firstScreens(),
    harfBuzz(),
    serviceWorker(),
  ],
  // One origin: in development Vite stands in front and passes Convex's paths on.
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      // HarfBuzz imports it on a server alone.
      external: ["module"],
      // Its file tells when the reader's language is there: see public/firstScreen.js.
      input: ["index.html", LANGUAGE],
      preserveEntrySignatures: "allow-extension",
      output: {
        // Few files rather than many small ones: each costs a phone a way there and back. Libraries change seldom, screens often.
        codeSplitting: {
          groups: [
            { name: "language", test: LANGUAGES, priority: 4 },
            { name: "libraries", tags: ["$initial"], test: /node_modules.*js$/, priority: 3 },
            { name: "app", tags: ["$initial"], test: /js$|tsx?$/, priority: 2 },
            {
              debugName: "ui",
              name: budgetedFile,
              test: isWidelyUsed,
              minShareCount: 3,
              priority: 1,
            },
            { name: "parts", test: isWidelyUsed, minShareCount: 3 },
            { name: "fields", test: TEXT_FIELDS },
            { name: "names", test: NAMES },
            { name: "lists", test: LONG_LISTS },
            { name: "tables", test: TABLES },
            { name: "trade", test: TRADE, minShareCount: 3 },
            { name: "money", test: MONEY },
            { name: "outbox", test: OUTBOX },
            { name: "last-results", test: LAST_RESULTS },
            { name: "uploads", test: UPLOADS },
            {
              debugName: "members",
              name: membersFile,
              test: /[\\/](src|domain)[\\/]/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
