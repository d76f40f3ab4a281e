/** A project whose copy of Convex's library is another version: its own calls stay in the bundles. */
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

const NODE_MODULES = path.resolve(import.meta.dirname, "../../node_modules");
const PARTS = ["package.json", "dist/esm"];
const CHANGED = "dist/esm/server/impl/query_impl.js";

export function useOtherLibrary({ dir }: { readonly dir: string }): void {
  const modules = path.join(dir, "node_modules");
  rmSync(modules);
  const library = path.join(modules, "convex");
  mkdirSync(library, { recursive: true });
  for (const part of PARTS)
    cpSync(path.join(NODE_MODULES, "convex", part), path.join(library, part), { recursive: true });
  appendFileSync(path.join(library, CHANGED), "\n// Another version.\n");
  for (const name of readdirSync(NODE_MODULES))
    if (name !== "convex") symlinkSync(path.join(NODE_MODULES, name), path.join(modules, name));
}
