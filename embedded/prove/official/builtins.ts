/**
 * `udf-tests/js_builtins`: the globals of functions. One function there runs many named tests and stops at the first that
 * fails; here each is a result of its own.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { installedCopy, serve } from "./scratch";
import type { Suite, TestResult } from "./suite";
import { messageOf } from "./suite";

type Kind = "query" | "action";
type Call = (kind: Kind, name: string, args?: Record<string, unknown>) => Promise<unknown>;

/** In place of the suite's file of that name. */
const NAMED_TESTS = `
import { use, config } from "chai";
import chaiAsPromised from "chai-as-promised";

export async function wrapInTests(tests) {
  use(chaiAsPromised);
  config.truncateThreshold = 0;
  const errors = {};
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      errors[name] = null;
    } catch (error) {
      errors[name] = String(error?.stack ?? error);
    }
  }
  return errors;
}
`;

/** The functions that only run named tests. */
const OF_NAMED_TESTS: readonly (readonly [Kind, string])[] = [
  ["query", "url"],
  ["query", "crypto:test"],
  ["action", "crypto:testAction"],
  ["query", "urlSearchParams"],
  ["query", "headers"],
  ["query", "blob"],
  ["query", "file"],
  ["query", "stream"],
  ["query", "request"],
  ["query", "response"],
  ["action", "response:responseAction"],
  ["query", "textEncoder"],
  ["query", "event"],
  ["query", "abort_controller"],
  ["query", "event_target"],
  ["action", "setTimeout"],
  ["query", "structuredClone"],
];

/** The functions that must fail with these words. */
const FAILING: readonly (readonly [Kind, string, string])[] = [
  ["query", "url:setHostUnimplemented", "Not implemented: set host"],
  ["query", "crypto:methodNotImplemented", "Not implemented: wrapKey for SubtleCrypto"],
  ["action", "setTimeout:setTimeoutThrows", "THROWN WITHIN setTimeout"],
  ["query", "structuredClone:withTransfer", "structuredClone with transfer not supported"],
];

async function attempt(title: string, test: () => Promise<void>): Promise<TestResult> {
  const file = `${title.split(":")[0]}.ts`;
  try {
    await test();
    return { file, title, error: null };
  } catch (error) {
    return { file, title, error: messageOf(error) };
  }
}

async function namedTests(call: Call, kind: Kind, name: string): Promise<TestResult[]> {
  const file = `${name.split(":")[0]}.ts`;
  try {
    const errors = (await call(kind, name)) as Record<string, string | null>;
    return Object.entries(errors).map(([test, error]) => ({
      file,
      title: `${name} ${test}`,
      error,
    }));
  } catch (error) {
    return [{ file, title: `${name} (the function)`, error: messageOf(error) }];
  }
}

async function expectFailure(call: Call, [kind, name, words]: (typeof FAILING)[number]) {
  const outcome = await call(kind, name).then(
    () => "no error",
    (error: unknown) => messageOf(error),
  );
  if (!outcome.includes(words)) throw new Error(`Expected "${words}", and it is: ${outcome}`);
}

/** Both ends of the exchange of keys: functions here, and Node's own Web Crypto. */
interface KeyExchange {
  generateData(): Promise<string>;
  consumeData(json: string): Promise<void>;
}

function moreTests(call: Call, node: KeyExchange): Promise<TestResult>[] {
  return [
    ...FAILING.map((failing) => attempt(failing[1], () => expectFailure(call, failing))),
    attempt("setTimeout:sleep", async () => {
      const startedAt = performance.now();
      await call("action", "setTimeout:sleep", { ms: 1_000 });
      if (performance.now() - startedAt < 990) throw new Error("It slept less than a second.");
    }),
    attempt("setTimeout:danglingSetTimeout", async () => {
      const startedAt = performance.now();
      await call("action", "setTimeout:danglingSetTimeout");
      if (performance.now() - startedAt > 5_000) throw new Error("It waited for the timer.");
    }),
    attempt("crypto:consumeInteropData", async () => {
      await call("query", "crypto:consumeInteropData", { json: await node.generateData() });
    }),
    attempt("crypto:generateInteropData", async () => {
      await node.consumeData((await call("action", "crypto:generateInteropData")) as string);
    }),
  ];
}

export const builtins: Suite = {
  name: "udf-tests",
  async run({ packages, scratch }) {
    const source = path.join(packages, this.name);
    const directory = path.join(scratch, this.name);
    // Its other modules need wasm files that are built elsewhere.
    const manifest = path.join(scratch, "manifest");
    mkdirSync(manifest);
    cpSync(path.join(source, "package.json"), path.join(manifest, "package.json"));
    await installedCopy(manifest, directory);
    for (const folder of ["convex/js_builtins", "convex/_generated", "src"])
      cpSync(path.join(source, folder), path.join(directory, folder), { recursive: true });
    writeFileSync(path.join(directory, "convex/js_builtins/testHelpers.ts"), NAMED_TESTS);
    const { url, stop } = await serve(directory, path.join(scratch, "data"));
    try {
      const client = new ConvexHttpClient(url, { logger: false });
      const call: Call = (kind, name, args = {}) => {
        const fn = `js_builtins/${name}`;
        return kind === "query"
          ? client.query(makeFunctionReference<"query">(fn), args)
          : client.action(makeFunctionReference<"action">(fn), args);
      };
      const results: TestResult[] = [];
      for (const [kind, name] of OF_NAMED_TESTS)
        results.push(...(await namedTests(call, kind, name)));
      const interop = pathToFileURL(path.join(directory, "src/crypto_interop.ts")).href;
      const node = (await import(interop)) as KeyExchange;
      return [...results, ...(await Promise.all(moreTests(call, node)))];
    } finally {
      await stop();
    }
  },
};
