import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { childProgram } from "./childProgram";

test("[DUR3] bundles the child into one file that starts without its sources and keeps its name", async () => {
  const { file, execArgv } = await childProgram();
  expect(path.extname(file)).toBe(".mjs");
  expect(execArgv).not.toContain("tsx");
  const imports = readFileSync(file, "utf8").match(/^import .* from "[^"]+"/gm) ?? [];
  const sources = imports.filter(
    (line) =>
      /from "(\.|(?!node:|lmdb|esbuild)[a-z/-]*\/)/.test(line) &&
      // In a text that the bundler puts in place of a module of the library.
      !line.includes("../../values/index.js"),
  );
  expect(sources).toEqual([]);
  expect((await childProgram()).file).toBe(file);
});
