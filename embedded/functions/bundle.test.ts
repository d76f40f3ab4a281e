import { expect, test } from "vitest";
import { COLD_BUILDS } from "./builds";
import { bundleSource } from "./bundle";

function bundle(contents: string, runtime: "isolate" | "node") {
  const source = { contents, directory: import.meta.dirname, name: "0", runtime };
  return bundleSource(source, COLD_BUILDS);
}

test("[FN11] a module of Node in code that does not run there is refused with Convex's advice", async () => {
  const contents = 'import fs from "node:fs"; export const there = fs.existsSync;';
  await expect(bundle(contents, "isolate")).rejects.toThrow(
    /Could not resolve "node:fs"[^]*file without the "use node" directive/,
  );
  await expect(bundle(contents, "node")).resolves.toBeDefined();
  await expect(bundle('export * from "./nowhere"', "isolate")).rejects.not.toThrow("use node");
});
