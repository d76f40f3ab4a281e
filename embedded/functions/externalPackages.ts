/** Leaves packages out of a Node bundle: `node.externalPackages` of convex.json, for packages that can't be bundled. */
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

function getPackageName(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** The folder of a package as Node finds it from a directory; undefined if there is none. */
function installedFolder(name: string, from: string): string | undefined {
  const folder = path.join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  const parent = path.dirname(from);
  return parent === from ? undefined : installedFolder(name, parent);
}

/**
 * @param names are packages.
 * @param projectDir is where they are installed. Another version of one, inside another package, is bundled.
 */
export function leaveOut(names: readonly string[], projectDir: string): Plugin {
  // The bundler resolves links.
  const installed = path.join(realpathSync(projectDir), "node_modules");
  return {
    // Kept builds are told apart by it.
    name: `external-packages ${names.join(" ")} of ${installed}`,
    setup(build) {
      build.onResolve(
        { filter: /^[^./]/, namespace: "file" },
        ({ path: specifier, resolveDir }) => {
          const name = getPackageName(specifier);
          if (!names.includes(name)) return null;
          const folder = installedFolder(name, resolveDir);
          const isOwn = folder === path.join(installed, name);
          return isOwn ? { path: specifier, external: true } : null;
        },
      );
    },
  };
}
