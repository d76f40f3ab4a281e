/** The package as users install it: packed, unpacked in projects outside this repository, and used as its README says. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../testkit/project";
import type { Files, Running } from "./packed";
import { PACKAGE, PackedPackage, convexCli, run, succeed, typecheck } from "./packed";
import { CHAT, REACT_PACKAGES, TASKS } from "./tutorials";

type Nothing = Record<string, never>;

const list = makeFunctionReference<"query", Nothing, string[]>("messages:list");
const send = makeFunctionReference<"mutation", { text: string }>("messages:send");
const shout = makeFunctionReference<"action", { text: string }, string>("loud:shout");
const getTasks = makeFunctionReference<"query", Nothing, { text: string }[]>("tasks:get");
const getMessages = makeFunctionReference<"query", Nothing, { body: string }[]>("chat:getMessages");
const sendMessage = makeFunctionReference<"mutation", { user: string; body: string }>(
  "chat:sendMessage",
);

/** A Convex project without generated code. */
const MESSAGES: Files = {
  "package.json": `{ "name": "messages", "type": "module", "dependencies": { "convex": "*" } }`,
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      messages: defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" }),
    });`,
  "convex/messages.ts": `
    import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    export const list = query({
      args: {},
      handler: async (ctx) => (await ctx.db.query("messages").take(10)).map(({ text }) => text),
    });
    export const send = mutation({
      args: { text: v.string() },
      handler: async (ctx, { text }) => void (await ctx.db.insert("messages", { text })),
    });
    export const forget = action(async () => void Promise.reject(new Error("unhandled in the app")));`,
  "convex/loud.ts": `
    "use node";
    import { actionGeneric as action } from "convex/server";
    export const shout = action(async (ctx, { text }) => text.toUpperCase());`,
};

/** The first start bundles the functions, on a machine that may be busy. */
const START_MS = 30_000;
const TEST_MS = 90_000;
const TARBALL_MAX = 2 ** 20;

let packed: PackedPackage;

beforeAll(() => {
  packed = new PackedPackage();
}, TEST_MS);

afterAll(() => packed.remove());

/** Serves a project with the package's command, as a user would who looks for the address in `.env.local`. */
async function serving(
  project: string,
  use: (url: string, server: Running) => Promise<void>,
): Promise<void> {
  const flags = ["--port", "0", "--api-port", "0", "--watch", "--write-env", ".env.local"];
  const server = run(project, packed.command(project), flags);
  const failed = server.ended.then((code) => {
    throw new Error(`The command ended with ${code}: ${server.output()}`);
  });
  failed.catch(() => undefined);
  const file = path.join(project, ".env.local");
  const address = () => /VITE_CONVEX_URL='(.*)'/.exec(readFileSync(file, "utf8"))![1]!;
  try {
    await Promise.race([
      use(await Promise.race([eventually(address, START_MS), failed]), server),
      failed,
    ]);
  } finally {
    server.stop();
    await server.ended;
  }
}

async function live(url: string, use: (client: ConvexClient) => Promise<void>): Promise<void> {
  const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

describe("the package", () => {
  test("contains the programs, their types and the documents, and nothing else", () => {
    const paths = packed.tarball.files.map((file) => file.path);
    const expected =
      /^(dist\/(main|child|index|nodeThread)\.js(\.map)?|dist\/types\/\w+\.d\.ts|dist\/console\.(js|css))$/;
    const documents = [
      "LICENSE",
      "README.md",
      "SPEC.md",
      "deployment/Dockerfile",
      "deployment/mandi-embedded.service",
      "docs/deployment.md",
      "docs/design.md",
      "docs/operating.md",
      "docs/pictures/console-data.png",
      "docs/pictures/console-functions.png",
      "package.json",
    ];
    expect(paths.filter((each) => !expected.test(each)).sort()).toEqual(documents);
    expect(packed.tarball.size).toBeLessThan(TARBALL_MAX);
    const licence = readFileSync(path.join(packed.folder, "package/LICENSE"));
    expect(licence).toEqual(readFileSync(path.join(PACKAGE, "../LICENSE")));
    const program = path.join(packed.folder, "package", Object.values(packed.manifest.bin)[0]!);
    expect(statSync(program).mode & 0o111).toBe(0o111);
    for (const file of paths) {
      const text = readFileSync(path.join(packed.folder, "package", file), "utf8");
      expect(text.includes(path.resolve(PACKAGE, "..")), file).toBe(false);
    }
  });

  test.each([
    ["bundler", { module: "ESNext", moduleResolution: "bundler" }],
    ["node16", { module: "node16", moduleResolution: "node16" }],
  ])(
    "has types that the resolution %s finds",
    async (name, options) => {
      const project = packed.project(`types-${name}`, {
        "package.json": `{ "name": "consumer", "type": "module" }`,
        "tsconfig.json": JSON.stringify({
          compilerOptions: {
            ...options,
            target: "ES2022",
            lib: ["ES2022", "DOM"],
            types: [],
            strict: true,
            noEmit: true,
          },
          include: ["consumer.ts"],
        }),
        "consumer.ts": `
        import { makeFunctionReference } from "convex/server";
        import { start, watchBackend, withBackend, type TestBackend } from "@mandi/embedded";
        const list = makeFunctionReference<"query", { most: number }, string[]>("messages:list");
        const backend = await start({ project: ".", data: "data", port: 0 });
        const address: string = backend.url;
        await backend.stop();
        export const first: string | undefined = await withBackend({ project: "." }, async (tested: TestBackend) => {
          const [text] = await tested.run(list, { most: 1 });
          return text;
        });
        // @ts-expect-error the argument has another type
        await withBackend({ project: address }, (tested) => tested.run(list, { most: "one" }));
        // @ts-expect-error there is no data folder
        await start({ project: "." });
        export const exitCode: number = await watchBackend({
          projectDir: ".", dataDir: "data", host: "127.0.0.1", port: 0, apiPort: 0,
          variables: {}, origins: [], watch: false,
        }).stop();`,
      });
      await typecheck(project, "-p", ".");
    },
    TEST_MS,
  );
});

test(
  "the packed package serves any Convex project with one command, to the stock client",
  async () => {
    await serving(packed.project("messages", MESSAGES), (url) =>
      live(url, async (client) => {
        const updates: string[][] = [];
        client.onUpdate(list, {}, (texts) => updates.push(texts));
        await eventually(() => expect(updates).toEqual([[]]));
        await client.mutation(send, { text: "hello" });
        await eventually(() => expect(updates).toEqual([[], ["hello"]]));
        expect(await client.action(shout, { text: "hello" })).toBe("HELLO");
        const http = new ConvexHttpClient(url, { logger: false });
        expect(await http.query(list, {})).toEqual(["hello"]);
      }),
    );
  },
  TEST_MS,
);

describe("tutorials, with the command line as it is", () => {
  test(
    "a list of tasks: import rows, read them in React",
    async () => {
      const project = packed.project("tasks", TASKS, [...REACT_PACKAGES, "@types/node"]);
      await serving(project, async (url, server) => {
        await convexCli(project, "codegen");
        expect(existsSync(path.join(project, "convex/_generated/api.d.ts"))).toBe(true);
        await convexCli(project, "import", "--table", "tasks", "sampleData.jsonl");
        await typecheck(project, "-p", ".");
        await live(url, async (client) => {
          const tasks = await client.query(getTasks, {});
          expect(tasks.map(({ text }) => text)).toEqual([
            "Water the plants",
            "Call Ada",
            "Read a chapter",
          ]);
        });
        // The command prints where the console is.
        const [address = ""] = /http\S+\/console/.exec(server.output()) ?? [];
        const script = await fetch(`${address}/console.js`);
        expect([script.status, script.headers.get("content-encoding")]).toEqual([200, "gzip"]);
      });
    },
    TEST_MS,
  );

  test(
    "a chat: messages, the newest fifty, and an action that is scheduled and fetches",
    async () => {
      const dictionary = createServer((_, response) => response.end('{"meaning":"a small boat"}'));
      await new Promise<void>((resolve) => dictionary.listen(0, "127.0.0.1", resolve));
      const { port } = dictionary.address() as AddressInfo;
      const project = packed.project("chat", CHAT, [...REACT_PACKAGES, "@types/node"]);
      try {
        await serving(project, async (url) => {
          await convexCli(project, "env", "set", "DICTIONARY_URL", `http://127.0.0.1:${port}`);
          await convexCli(project, "codegen");
          await typecheck(project, "-p", ".");
          await live(url, async (client) => {
            let bodies: string[] = [];
            client.onUpdate(
              getMessages,
              {},
              (messages) => (bodies = messages.map(({ body }) => body)),
            );
            await client.mutation(sendMessage, { user: "Ada", body: "hello" });
            await client.mutation(sendMessage, { user: "Ada", body: "/define skiff" });
            await eventually(() =>
              expect(bodies).toEqual(["hello", "/define skiff", "a small boat"]),
            );
          });
        });
      } finally {
        dictionary.close();
      }
    },
    TEST_MS,
  );
});

describe("a program that uses the package", () => {
  const program = (name: string, text: string): [string, string] => {
    const project = packed.project(name, MESSAGES);
    writeFileSync(path.join(project, "program.mjs"), text);
    return [project, path.join(project, "program.mjs")];
  };
  const START = `
    import { start } from "@mandi/embedded";
    import { ConvexHttpClient } from "convex/browser";
    import { anyApi as api } from "convex/server";
    const open = () => start({ project: import.meta.dirname, data: "data", port: 0 });`;

  test(
    "[PROG1] ends by itself after it has stopped its backend, whose data is kept",
    async () => {
      const text = `${START}
      for (const word of ["first", "second"]) {
        const backend = await open();
        const http = new ConvexHttpClient(backend.url, { logger: false });
        await http.mutation(api.messages.send, { text: word });
        console.log(await http.action(api.loud.shout, { text: (await http.query(api.messages.list, {})).join() }));
        await Promise.all([backend.stop(), backend.stop()]);
      }`;
      expect((await succeed(...program("ends", text))).trim()).toBe("FIRST\nFIRST,SECOND");
    },
    TEST_MS,
  );

  test(
    "[PROG6] outlives errors that the app's code leaves unhandled, and no others",
    async () => {
      const text = `${START}
      const backend = await open();
      const other = await start({ project: import.meta.dirname, data: "other" });
      await other.stop();
      const http = new ConvexHttpClient(backend.url, { logger: false });
      console.log(await http.action(api.messages.forget, {}).catch(() => "failed"));
      console.log(await http.query(api.messages.list, {}));
      Promise.reject(new Error("the program's own"));
      setTimeout(() => backend.stop().then(() => console.log("still there")), 2_000);`;
      const [project, file] = program("strays", text);
      const running = run(project, file, []);
      expect(await running.ended).toBe(1);
      expect(running.output()).toMatch(/unhandled in the app[^]*failed\n\[\][^]*the program's own/);
      expect(running.output()).not.toContain("still there");
    },
    TEST_MS,
  );

  test(
    "[PROG1] is told in one sentence why a backend does not start",
    async () => {
      const text = `${START}
      const first = await open();
      const refused = await open().catch((error) => error.message);
      console.log(refused);
      await first.stop();
      await (await open()).stop();`;
      expect(await succeed(...program("refused", text))).toMatch(/^[^\n]*in use[^\n]*\n$/);
    },
    TEST_MS,
  );
});
