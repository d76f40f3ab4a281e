/** Pushes that no command line would send, and steps in another order. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { createHash } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { PushedProject } from "../testkit/pushes";
import { eventually } from "../testkit/project";
import { pushedProject } from "../testkit/pushes";

interface Module {
  readonly path: string;
  readonly source: string;
  readonly environment: string;
}

interface Started {
  readonly schemaChange: unknown;
}

let project: PushedProject;
let backend: RunningBackend;

beforeAll(async () => {
  project = pushedProject();
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

/** The function that `query()` of the library makes, as far as the loader looks at it. */
function answering(value: string): string {
  return `const f = () => undefined;
    f.isQuery = true; f.isPublic = true; f.invokeQuery = async () => JSON.stringify("${value}");
    export { f as now };`;
}

/** Functions that schedule, find themselves and cancel, without the library. */
const SELF_CANCELLING = `
  const call = async (op, args) => JSON.parse(await Convex.asyncSyscall(op, JSON.stringify(args)));
  const made = (kind, work) => {
    const f = () => undefined;
    f["is" + kind] = true; f.isPublic = true;
    f["invoke" + kind] = async (args) => JSON.stringify(await work(JSON.parse(args)[0]));
    return f;
  };
  const begin = made("Mutation", () =>
    call("1.0/schedule", { name: "later:cancel", ts: Date.now() / 1_000, args: {} }));
  const cancel = made("Mutation", async () => {
    const { scheduledFunctionId: id } = await call("1.0/getRequestMetadata", {});
    return call("1.0/cancel_job", { id });
  });
  const state = made("Query", async ({ id }) =>
    (await call("1.0/get", { id, isSystem: true })).state);
  const cancelOther = made("Mutation", ({ id }) => call("1.0/cancel_job", { id }));
  export { begin, cancel, cancelOther, state };`;

function moduleAt(name: string, source = answering("a")): Module {
  return { path: name, source, environment: "isolate" };
}

function appWith(changedModules: unknown, unchangedModuleHashes: unknown = []) {
  return {
    definition: null,
    dependencies: [],
    schema: null,
    changedModules,
    unchangedModuleHashes,
    udfServerVersion: "1.49.0",
  };
}

function pushWith(appDefinition: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return { appDefinition, componentDefinitions: [], nodeDependencies: [], ...more };
}

async function post(step: string, body: unknown, key = backend.addresses.adminKey) {
  const answer = await fetch(`${backend.addresses.apiUrl}/api/${step}`, {
    method: "POST",
    headers: { Authorization: `Convex ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function start(modules: readonly Module[]): Promise<Started> {
  const { status, body } = await post("deploy2/start_push", pushWith(appWith(modules)));
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Started;
}

const finish = (startPush: Started) =>
  post("deploy2/finish_push", { startPush, dryRun: false, message: null });

function now(module = "clock"): Promise<unknown> {
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  return http.query(makeFunctionReference<"query">(`${module}:now`), {});
}

beforeEach(async () => {
  const { status } = await finish(await start([moduleAt("clock.js")]));
  expect(status).toBe(200);
});

const WRONG_PATHS = [
  "../outside.js",
  "a/../../outside.js",
  "/etc/outside.js",
  "a/./b.js",
  "a//b.js",
  "a\\\\b.js",
  "nul\0.js",
  "spaces are not.js",
  "noextension",
  "schema.js",
  "convex.config.js",
  "_componentDeps/abc.js",
  `${"long".repeat(200)}.js`,
  `${"long".repeat(60)}.js`,
];

const WRONG_APPS: Record<string, unknown> = {
  "a module twice": appWith([moduleAt("a.js"), moduleAt("a.js")]),
  "a module below a module": appWith([moduleAt("a.js"), moduleAt("a.js/b.js")]),
  "no list of modules": appWith({ a: 1 }),
  "a module that is text": appWith(["a.js"]),
  "a source that is no text": appWith([{ ...moduleAt("a.js"), source: 5 }]),
  "another runtime": appWith([{ ...moduleAt("a.js"), environment: "deno" }]),
  "too many modules": appWith(Array.from({ length: 4_097 }, (_, at) => moduleAt(`m${at}.js`, ""))),
  "no app": undefined,
  "an app that is a list": [],
};

test("[PUSH5] rejects paths that leave the folder or name no module", async () => {
  for (const wrong of WRONG_PATHS) {
    const { status, body } = await post("deploy2/start_push", pushWith(appWith([moduleAt(wrong)])));
    expect([status, body["code"]], wrong).toEqual([400, "BadConvexModuleIdentifier"]);
  }
  const outside = path.join(project.options.dataDir, "pushed/outside.js");
  expect(existsSync(outside)).toBe(false);
});

test("[PUSH5] rejects modules and requests of other shapes", async () => {
  for (const [name, app] of Object.entries(WRONG_APPS)) {
    const { status, body } = await post("deploy2/start_push", pushWith(app));
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(400);
  }
  const component = (definitionPath: unknown, functions: readonly Module[] = []) =>
    pushWith(appWith([]), {
      componentDefinitions: [
        { definitionPath, definition: moduleAt("x.js"), schema: null, functions, dependencies: [] },
      ],
    });
  const node = { ...moduleAt("a.js"), environment: "node" };
  for (const wrong of [component(5), component("a\0b"), component("c", [node]), component("")]) {
    const { status } = await post("deploy2/start_push", wrong);
    expect(status).toBe(400);
  }
  for (const wrong of [
    { name: "--global", version: "1.0.0" },
    { name: "left-pad", version: "latest" },
    { name: "left-pad", version: "1.0.0 --prefix=/" },
    { name: "../left-pad", version: "1.0.0" },
  ]) {
    const push = pushWith(appWith([]), { nodeDependencies: [wrong] });
    expect((await post("deploy2/start_push", push)).status).toBe(400);
  }
  expect(await now()).toBe("a");
});

/** The default export of a `convex.config`, as far as the loader looks at it. */
function configOf(name: string, imports: string, child: string): Module {
  const children = child === "" ? "[]" : `[["child", ${child}, null]]`;
  const mounted =
    child === "" ? "[]" : `[{ name: "child", path: ${child}.componentDefinitionPath, env: null }]`;
  return moduleAt(
    "convex.config.js",
    `${imports}
    export default {
      _name: "${name}",
      _childComponents: ${children},
      export: () => ({ childComponents: ${mounted}, httpMounts: {} }),
    };`,
  );
}

test("[PUSH1] [PUSH12] mounts a component whose path is longer than the name of a file can be", async () => {
  const definitionPath = `../node_modules/.pnpm/${"x".repeat(350)}/component`;
  const reference = Buffer.from(definitionPath).toString("base64url");
  const definition = configOf("", `import child from "./_componentDeps/${reference}";`, "child");
  const component = {
    definitionPath,
    definition: configOf("child", "", ""),
    schema: null,
    functions: [moduleAt("inside.js")],
    dependencies: [],
  };
  const app = { ...appWith([moduleAt("clock.js")]), definition };
  const { status, body } = await post(
    "deploy2/start_push",
    pushWith(app, { componentDefinitions: [component] }),
  );
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body["app"]).toMatchObject({
    childComponents: { child: { definitionPath, componentPath: "child" } },
  });
  // Command lines before 1.39 reject an answer without these lists.
  expect(body["analysis"]).toMatchObject({
    "": { definition: { childComponents: [{ name: "child", args: [] }] } },
    [definitionPath]: { definition: { definitionType: { name: "child", args: [] } } },
  });
});

test("[SCHED3] a mutation that cancels itself fails from version 1.50 of the library on", async () => {
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  const run = makeFunctionReference<"mutation">("later:begin");
  const stateOf = makeFunctionReference<"query", { id: string }>("later:state");
  for (const [udfServerVersion, end] of [
    ["1.49.9", { kind: "success" }],
    [
      "1.50.0",
      {
        kind: "failed",
        error: expect.stringContaining("A mutation cannot cancel itself") as string,
      },
    ],
  ] as const) {
    const app = { ...appWith([moduleAt("later.js", SELF_CANCELLING)]), udfServerVersion };
    const { body } = await post("deploy2/start_push", pushWith(app));
    expect((await finish(body as unknown as Started)).status).toBe(200);
    const id = (await http.mutation(run, {})) as string;
    await eventually(async () => expect(await http.query(stateOf, { id })).toMatchObject(end));
  }
  const cancel = makeFunctionReference<"mutation", { id: string }>("later:cancelOther");
  await expect(http.mutation(cancel, { id: "rice" })).rejects.toThrow(
    "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.",
  );
});

test("[PUSH5] takes unchanged modules only from the last push", async () => {
  const sha256 = createHash("sha256").update(answering("a")).digest("hex");
  const claim = { path: "clock.js", environment: "isolate", sha256 };
  const unchanged = (each: unknown) => pushWith(appWith([moduleAt("other.js")], [each]));
  for (const wrong of [
    { ...claim, sha256: sha256.replace(/./, "x") },
    { ...claim, path: "nowhere.js" },
    { ...claim, environment: "node" },
  ]) {
    const { status, body } = await post("deploy2/start_push", unchanged(wrong));
    expect([status, body["code"]]).toEqual([409, "ExistingModuleHashConflict"]);
  }
  const { body } = await post("deploy2/start_push", unchanged(claim));
  await finish(body as unknown as Started);
  expect([await now(), await now("other")]).toEqual(["a", "a"]);
  const { body: hashes } = await post("get_config_hashes", {});
  expect(hashes["moduleHashes"]).toContainEqual({
    path: "clock.js",
    environment: "isolate",
    hash: sha256,
  });
});

test("[PUSH5] needs the admin key for every step", async () => {
  const started = await start([moduleAt("clock.js", answering("b"))]);
  for (const step of [
    "start_push",
    "evaluate_push",
    "evaluate_schema",
    "wait_for_schema",
    "finish_push",
  ]) {
    const { status } = await post(`deploy2/${step}`, { startPush: started }, "embedded|0000");
    expect(status, step).toBe(401);
  }
  expect((await post("run_test_function", {}, "embedded|0000")).status).toBe(401);
  expect(await now()).toBe("a");
});

test("[PUSH6] refuses to finish when another push was finished, or a variable changed, since the start", async () => {
  const first = await start([moduleAt("clock.js", answering("first"))]);
  const second = await start([moduleAt("clock.js", answering("second"))]);
  expect((await finish(second)).status).toBe(200);
  const late = await finish(first);
  expect([late.status, late.body["code"]]).toEqual([400, "RaceDetected"]);
  const racing = await Promise.all(
    ["left", "right"].map((side) => start([moduleAt("clock.js", answering(side))])),
  );
  const ended = await Promise.all(racing.map(finish));
  expect(ended.map(({ status }) => status).sort()).toEqual([200, 400]);
  const won = ended[0]?.status === 200 ? "left" : "right";
  const third = await start([moduleAt("clock.js", answering("third"))]);
  const changes = [{ name: "FLAVOUR", value: String(Math.random()) }];
  await post("update_environment_variables", { changes });
  const { schemaChange } = third;
  expect((await post("deploy2/wait_for_schema", { schemaChange })).body).toEqual({
    type: "complete",
  });
  const refused = await finish(third);
  expect([refused.status, refused.body["code"]]).toEqual([400, "RaceDetected"]);
  expect(refused.body["message"]).toContain("Environment variables have changed during push");
  expect(await now()).toBe(won);
});

test("[PUSH4] keeps few pushes that are not finished, and none of their folders", async () => {
  const oldest = await start([moduleAt("clock.js", answering("oldest"))]);
  for (let at = 0; at < 6; at++) await start([moduleAt("clock.js", answering(`pending${at}`))]);
  expect((await finish(oldest)).body["code"]).toBe("RaceDetected");
  await finish(await start([moduleAt("clock.js", answering("newest"))]));
  expect(await now()).toBe("newest");
  const folders = readdirSync(path.join(project.options.dataDir, "pushed"));
  expect(folders.length).toBeLessThanOrEqual(6);
});

test("[PUSH4] a dry run, and a push that is only evaluated, change nothing", async () => {
  const push = pushWith(appWith([moduleAt("clock.js", answering("b"))]));
  const evaluated = await post("deploy2/evaluate_push", push);
  expect(evaluated.status).toBe(200);
  expect((await post("deploy2/evaluate_schema", push)).status).toBe(200);
  const { body } = await post("deploy2/start_push", { ...push, dryRun: true });
  expect((await post("deploy2/finish_push", { startPush: body, dryRun: true })).status).toBe(200);
  expect(await now()).toBe("a");
});

test("[PUSH12] takes the whole app that command lines before 1.31.7 send", async () => {
  const { definition, schema, udfServerVersion } = appWith([]);
  const functions = [moduleAt("clock.js", answering("old"))];
  const app = { definition, schema, dependencies: [], functions, udfServerVersion };
  const { status, body } = await post("deploy2/start_push", pushWith(app));
  expect(status, JSON.stringify(body)).toBe(200);
  await finish(body as unknown as Started);
  expect(await now()).toBe("old");
  const without = pushWith({ definition, schema, dependencies: [], udfServerVersion });
  expect((await post("deploy2/start_push", without)).status).toBe(400);
});

test("[PUSH12] names the deployment's addresses to command lines before 1.35", async () => {
  const get = async (name: string) => {
    const { body } = await post("query", {
      path: "_system/cli/queryEnvironmentVariables:get",
      args: { name },
    });
    return body["value"];
  };
  for (const name of ["CONVEX_SITE_URL", "CONVEX_CLOUD_URL"])
    expect(await get(name)).toEqual({ name, value: backend.addresses.url });
  expect(await get("NEVER_SET")).toBeNull();
});

test("[PUSH12] tells command lines before 1.28 what to install", async () => {
  for (const step of ["push_config", "prepare_schema"]) {
    const { body } = await post(step, {});
    expect(body["message"], step).toContain("npm install convex@latest");
  }
});

test("[PUSH9] answers endpoints that are left out with 400 and a sentence", async () => {
  for (const left of ["v1/usage_limits", "push_config", "prepare_schema", "shapes2"]) {
    const { status, body } = await post(left, {});
    expect([status, body["code"]], left).toEqual([400, "NotSupported"]);
  }
});
