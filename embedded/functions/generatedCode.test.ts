import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getFunctionName } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COLD_BUILDS } from "./builds";
import { bundleSource } from "./bundle";
import { evaluate } from "./evaluate";
import { importScope } from "./scope";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "generated-"));
  symlinkSync(path.resolve("node_modules"), path.join(directory, "node_modules"));
});

afterEach(() => rmSync(directory, { recursive: true }));

async function exportsOf(contents: string, runtime: "isolate" | "node" = "isolate") {
  const { code } = await bundleSource({ contents, directory, name: "0", runtime }, COLD_BUILDS);
  return evaluate(code, importScope({ COLOUR: "red" }, 0));
}

test.each(["isolate", "node"] as const)(
  "[FN5] %s code loads without generated code",
  async (runtime) => {
    const names = ["query", "mutation", "action", "httpAction"];
    names.push("internalQuery", "internalMutation", "internalAction", "env");
    const found = await exportsOf(
      `export { ${names.join(", ")} } from "./_generated/server";
     import { env } from "./_generated/server";
     export const colour = env.COLOUR;
     export { api, internal, components } from "./_generated/api.js";`,
      runtime,
    );
    expect(Object.keys(found).sort()).toEqual(
      [...names, "api", "internal", "components", "colour"].sort(),
    );
    const { api, colour } = found as { api: { notes: { list: never } }; colour: string };
    expect(getFunctionName(api.notes.list)).toBe("notes:list");
    expect(colour).toBe("red");
  },
);

test("[FN5] code that was generated is used", async () => {
  mkdirSync(path.join(directory, "_generated"));
  writeFileSync(path.join(directory, "_generated/server.js"), "export const query = 'own';");
  const { query } = await exportsOf('export { query } from "./_generated/server";');
  expect(query).toBe("own");
});

test("[FN5] code that was generated is used under any name that leads to it", async () => {
  mkdirSync(path.join(directory, "backend/convex/_generated"), { recursive: true });
  const api = path.join(directory, "backend/convex/_generated/api.js");
  writeFileSync(api, "export const api = 'own';");
  const paths = { "@cvx/*": ["./backend/convex/*"], "~/*": ["./backend/*"] };
  writeFileSync(
    path.join(directory, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { paths } }),
  );
  writeFileSync(
    path.join(directory, "backend/package.json"),
    '{ "imports": { "#convex/*": "./convex/*.js" } }',
  );
  writeFileSync(
    path.join(directory, "backend/inside.js"),
    'export { api as imported } from "#convex/_generated/api";',
  );
  const found = await exportsOf(
    `export { api as aliased } from "@cvx/_generated/api";
     export { api as rooted } from "~/convex/_generated/api";
     export { imported } from "./backend/inside.js";`,
  );
  expect(found).toMatchObject({ aliased: "own", rooted: "own", imported: "own" });
});

test("[FN5] no other missing file is made up", async () => {
  await expect(exportsOf('export * from "./_generated/other";')).rejects.toThrow(
    /Could not resolve/,
  );
});
