/** Builds the console's page for browsers. Plain JavaScript, because the package is packed with it, too. */

/**
 * @param {Pick<typeof import("esbuild"), "build">} esbuild
 * @returns {Promise<{ js: string; css: string }>}
 * @throws {Error} when it can't be built
 */
export async function buildConsole({ build }) {
  const { outputFiles } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ["client/main.tsx", "client/style.css"],
    outdir: import.meta.dirname,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
  const find = (/** @type {string} */ suffix) =>
    outputFiles.find(({ path: file }) => file.endsWith(suffix))?.text ?? "";
  return { js: find(".js"), css: find(".css") };
}
