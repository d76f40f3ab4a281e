/** The stock command line against the real backend. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { runCodegen } from "../extras/cli/codegen";
import { counters } from "./api";
import type { Cli } from "./cli";
import { cliSucceeds, startCli } from "./cli";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import { pushedProject } from "../testkit/pushes";

let project: TestProject;
let backend: RunningBackend;

beforeAll(async () => {
  project = copyProject("counters");
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function cli(args: readonly string[], adminKey = backend.addresses.adminKey): Cli {
  return startCli(project.dir, { ...backend.addresses, adminKey }, args);
}

function succeeds(...args: string[]): Promise<string> {
  return cliSucceeds(project.dir, backend.addresses, args);
}

describe("npx convex", () => {
  test("run calls public and internal functions, and names those that exist when one does not", async () => {
    expect(await succeeds("run", "counters:add", '{"name":"cli"}')).toContain("1");
    expect(await succeeds("run", "counters:secret")).toContain("only for administrators");
    const missing = cli(["run", "counters:nothing"]);
    expect(await missing.exited).toBe(1);
    expect(missing.output()).toContain("addTwice");
  }, 60_000);

  test("data lists tables and rows", async () => {
    expect(await succeeds("data")).toMatch(/counters[\s\S]*notes/);
    expect(await succeeds("data", "counters")).toContain('"cli"');
  }, 60_000);

  test("env sets, shows and removes variables, and functions see them at once", async () => {
    await succeeds("env", "set", "FLAVOUR", "cardamom");
    expect(await succeeds("env", "get", "FLAVOUR")).toContain("cardamom");
    expect(await succeeds("env", "list")).toContain("FLAVOUR");
    const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
    expect(await http.query(counters.variable, { name: "FLAVOUR" })).toBe("cardamom");
    await succeeds("env", "remove", "FLAVOUR");
    expect(await http.query(counters.variable, { name: "FLAVOUR" })).toBeNull();
  }, 60_000);

  test("[OPS8] env list leaves private keys out, and env get shows them", async () => {
    await succeeds("env", "set", "PUSH_PRIVATE_KEY", "very-secret");
    const listed = await succeeds("env", "list");
    expect(listed).toContain("JWKS");
    expect(listed).not.toContain("PRIVATE_KEY");
    expect(await succeeds("env", "get", "PUSH_PRIVATE_KEY")).toContain("very-secret");
    await succeeds("env", "remove", "PUSH_PRIVATE_KEY");
  }, 60_000);

  test("function-spec prints every function", async () => {
    const { url, functions } = JSON.parse(await succeeds("function-spec")) as {
      url: string;
      functions: { identifier?: string }[];
    };
    expect(url).toBe(backend.addresses.url);
    expect(functions.map(({ identifier }) => identifier)).toContain("counters.js:add");
  }, 60_000);

  test("logs shows running functions", async () => {
    const watching = cli(["logs", "--success"]);
    await eventually(() => expect(watching.output()).toContain("Watching"));
    const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
    await eventually(async () => {
      await http.mutation(counters.add, { name: "logged" });
      expect(watching.output()).toContain("counters:add");
    }, 60_000);
    watching.kill();
    await watching.exited;
  }, 60_000);

  test("codegen writes the mounted components' names", async () => {
    const config = path.join(project.dir, "convex/convex.config.ts");
    writeFileSync(
      config,
      'import { defineApp } from "convex/server";\nimport limiter from "@convex-dev/rate-limiter/convex.config";\nconst app = defineApp();\napp.use(limiter, { name: "door" });\nexport default app;\n',
    );
    await succeeds("codegen", "--typecheck", "disable");
    const generated = path.join(project.dir, "convex/_generated");
    expect(readFileSync(path.join(generated, "api.d.ts"), "utf8")).toContain(
      'ComponentApi<"door">',
    );
    rmSync(generated, { recursive: true });
    expect(await runCodegen(project.dir)).toBe(0);
    expect(readFileSync(path.join(generated, "api.d.ts"), "utf8")).toContain(
      'ComponentApi<"door">',
    );
    rmSync(generated, { recursive: true });
    rmSync(config);
  }, 60_000);

  test("is rejected with another key", async () => {
    const refused = cli(["run", "counters:secret"], "embedded|0000");
    expect(await refused.exited).toBe(1);
    expect(refused.output()).not.toContain("only for administrators");
  }, 60_000);

  const push = (command: string, where = project.dir) =>
    startCli(where, backend.addresses, [
      ...(command === "dev" ? ["dev", "--once"] : [command, "--yes"]),
      ...["--typecheck", "disable", "--codegen", "disable"],
    ]);

  test("[PUSH13] a push from the served directory loads its files and writes none", async () => {
    const file = path.join(project.dir, "convex/pushed.ts");
    const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
    const version = makeFunctionReference<"query", Record<string, never>, number>("pushed:version");
    for (const [at, command] of ["deploy", "dev"].entries()) {
      writeFileSync(
        file,
        `import { queryGeneric } from "convex/server"; export const version = queryGeneric(() => ${at});\n`,
      );
      const pushing = push(command);
      expect(await pushing.exited, pushing.output()).toBe(0);
      expect(await http.query(version, {})).toBe(at);
    }
    expect(existsSync(path.join(project.options.dataDir, "pushed"))).toBe(false);
    writeFileSync(file, 'export {}; throw new Error("Not today.");\n');
    const failing = push("deploy");
    expect(await failing.exited).toBe(1);
    expect(failing.output()).toContain("Not today.");
    expect(await http.query(version, {})).toBe(1);
    rmSync(file);
  }, 60_000);

  test("[PUSH9] a push from another directory is refused at once", async () => {
    const other = pushedProject({ "convex/other.ts": "export {};\n" });
    for (const command of ["deploy", "dev"]) {
      const pushing = push(command, other.dir);
      expect(await pushing.exited).toBe(1);
      expect(pushing.output()).toContain("start the backend with --push instead of --project");
    }
    other.remove();
  }, 60_000);

  test("[PUSH8] runs a query that is given as source", async () => {
    const inline = ["run", "--inline-query"];
    expect(await succeeds(...inline, 'await ctx.db.query("counters").take(1)')).toContain("cli");
    const failing = cli([...inline, 'throw new Error("Not today.")']);
    expect(await failing.exited).toBe(1);
    expect(failing.output()).toContain("Not today.");
    const writing = cli([
      ...inline,
      'import { mutationGeneric } from "convex/server"; export default mutationGeneric(() => 1); // not query()',
    ]);
    expect(await writing.exited).toBe(1);
    expect(writing.output()).toContain("Mutations are not supported in the REPL yet.");
  }, 60_000);

  test("network-test passes", async () => {
    expect(await succeeds("network-test")).toContain("Network test passed.");
  }, 60_000);
});
