/**
 * Dead code: files, exports and dependencies that nobody uses. `npm run knip` looks twice: once at everything, and once, with
 * `--production`, at the product alone, so that what only tests use is dead too and a dependency of tests stands among those of
 * development.
 */
import type { KnipConfig } from "knip";

/** Being in the generated API, or listed by a pattern of a test, keeps nothing alive. */
function withoutListings(source: string, file: string): string {
  return file.includes("/convex/_generated/api") ? "" : source.replaceAll("import.meta.glob", "");
}

const ENTRIES = [
  "scripts/{admin,build,codegen,dev,embedded,start}.ts!",
  "scripts/{bench,benchWeb,check,coverage,gallery,icons,lighthouse,lint,officialSuites,prove,proveEmbedded,screens,stable,test,texts}.ts",
  // Programs of their own: started by path.
  "bench/{load,baseline/server}.ts",
  "prove/hostile/attacker.ts",
  "src/files/exports/writeRows.setup.ts",
  // The gallery of components, from gallery.html.
  "src/gallery/main.tsx",
  // Modules whose functions are called through the generated API.
  "convex/*.ts!",
  "!convex/{errors,functions,*.setup,*.test}.ts!",
  "convex/*/{deactivate,deliver,fetch,fold,grams,holdExpiry,internal,keep,mailDelivery,mailboxInternal,offerExpiry,send,steps,sweep}.ts!",
  "convex/rest/{authInternal,caller,limits,once,pictures,run}.ts!",
  // What the build of the screens starts from (vite.config.ts).
  "{src/app/firstScreens.tsx,src/worker/sw.ts}!",
];

const PRODUCT = [
  "**/*.{ts,tsx,mjs,js,css}!",
  "!**/*.{test,spec,setup}.*!",
  "!{bench,e2e,prove,scripts,src/gallery,testkit}/**!",
  // A workspace of its own, below.
  "!embedded/**",
];

const BACKEND_ENTRIES = [
  // Programs of their own, the interface of the package, and what the scripts import.
  "{main,child,functions/nodeThread,index}.ts!",
  // Bundled for browsers by console/build.mjs.
  "console/client/main.tsx!",
  "{prove/disturbingClient,test/damagedReader}.ts",
  "testkit/{collectOnSignal,laterClock}.mjs",
  "test/fixtures/*/convex/**/*.ts",
];

const BACKEND = [
  "**/*.{ts,tsx,mjs}!",
  // Runs before the package is packed.
  "!prepack.mjs!",
  "!**/*.test.ts!",
  "!{prove,test,testkit}/**!",
  // The tests of every store.
  "!store/conformance.ts!",
];

const config: KnipConfig = ({ production = false }) => ({
  workspaces: {
    ".": { entry: ENTRIES, project: PRODUCT },
    embedded: { entry: BACKEND_ENTRIES, project: BACKEND },
  },
  ignore: ["convex/_generated/**"],
  // A test may import what its file uses itself.
  ignoreExportsUsedInFile: production,
  // One figure may be defined by another.
  exclude: ["duplicates"],
  // Used by whoever is root: for the tests' browser, and for a small disk; and for the certificate of a test.
  ignoreBinaries: ["apt-get", "mount", "openssl", "umount"],
  // Of the build, which a start needs too; and of the program that e2e/rest.spec.ts writes.
  ignoreDependencies: production
    ? ["@tailwindcss/vite", "@vitejs/plugin-react"]
    : ["openapi-fetch"],
  // Its plugin takes everything below convex/ for an entry.
  convex: false,
  compilers: { ts: withoutListings },
});

export default config;
