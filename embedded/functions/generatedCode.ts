/**
 * Stands in for a project's generated code where there is none yet: `npx convex codegen` needs a backend, which needs the
 * functions. What runs is the same for every project; only the types differ.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

const NAMESPACE = "generated-code";
const BUILDERS = [
  "query",
  "mutation",
  "action",
  "httpAction",
  "internalQuery",
  "internalMutation",
  "internalAction",
];
const CONTENTS: Readonly<Record<string, string>> = {
  server: `export { ${BUILDERS.map((name) => `${name}Generic as ${name}`).join(", ")} } from "convex/server";
    export const env = process.env;`,
  api: `import { anyApi, componentsGeneric } from "convex/server";
    export const api = anyApi;
    export const internal = anyApi;
    export const components = componentsGeneric();`,
};

/** Marks what this plugin itself resolves. */
const RESOLVING = Symbol("resolving");

export const missingGeneratedCode: Plugin = {
  name: "missing-generated-code",
  setup(build) {
    build.onResolve(
      { filter: /(^|\/)_generated\/(server|api)(\.js|\.ts)?$/, namespace: "file" },
      async ({ path: name, resolveDir, importer, kind, pluginData }) => {
        const file = path.resolve(resolveDir, name.replace(/\.(js|ts)$/, ""));
        // Most names are relative, and a question to esbuild for each would lengthen a build by a fifth.
        const isThere = [".js", ".ts"].some((ending) => existsSync(file + ending));
        if (isThere || pluginData === RESOLVING) return undefined;
        const resolve = { resolveDir, importer, kind, pluginData: RESOLVING };
        // An alias or a package may lead to code that is there: only esbuild knows where.
        const found = await build.resolve(name, resolve);
        if (found.errors.length === 0) return found;
        return { path: file, namespace: NAMESPACE, pluginData: resolveDir };
      },
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: file, pluginData }) => ({
      contents: CONTENTS[path.basename(file)] ?? "",
      resolveDir: pluginData as string,
    }));
  },
};
