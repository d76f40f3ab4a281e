/** Pushes of the stock command line to a backend without a project directory. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { runBackend } from "../backend";
import { backUp, restore } from "../extras/backup";
import { eventually } from "../testkit/project";
import { CLI_MS, clientOf, httpOf, project, push, pushFails, serve } from "./pushing";

const list = makeFunctionReference<"query", Record<string, never>, string[]>("messages:list");
const send = makeFunctionReference<"mutation", { text: string }>("messages:send");
const shout = makeFunctionReference<"action", { text: string }, string>("loud:shout");

const SCHEMA = `
  import { defineSchema, defineTable } from "convex/server";
  import { v } from "convex/values";
  export default defineSchema({ messages: defineTable({ text: v.string() }) });`;

function messages(mark: string): string {
  return `
    import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    export const list = query({
      args: {},
      returns: v.array(v.string()),
      handler: async (ctx) => {
        const rows = await ctx.db.query("messages").collect();
        console.log("listed", rows.length);
        return rows.map(({ text }) => text + "${mark}");
      },
    });
    export const send = mutation({
      args: { text: v.string() },
      handler: async (ctx, { text }) => {
        if (text === "") throw new Error("There is no text.");
        await ctx.db.insert("messages", { text });
      },
    });`;
}

const CHAT = {
  "convex/schema.ts": SCHEMA,
  "convex/messages.ts": messages("!"),
  "convex/http.ts": `
    import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
    const http = httpRouter();
    const handler = httpAction(async (ctx) => Response.json(await ctx.runQuery("messages:list", {})));
    http.route({ path: "/list", method: "GET", handler });
    export default http;`,
  "convex/loud.ts": `
    "use node";
    import { actionGeneric as action } from "convex/server";
    import os from "node:os";
    export const shout = action(async (ctx, { text }) => text.toUpperCase() + typeof os.cpus);`,
};

test(
  "[PUSH1] [PUSH2] an empty backend serves what is pushed, also after a restart without its folder of pushes",
  async () => {
    const own = project(CHAT);
    const first = await runBackend(own.options);
    await expect(httpOf(first).query(list, {})).rejects.toThrow("Could not find public function");
    await push(own, first);
    const http = httpOf(first);
    await http.mutation(send, { text: "one" });
    expect(await http.query(list, {})).toEqual(["one!"]);
    expect(await http.action(shout, { text: "loud" })).toBe("LOUDfunction");
    expect(await (await fetch(`${first.addresses.url}/list`)).json()).toEqual(["one!"]);
    await first.stop();
    const pushed = path.join(own.options.dataDir, "pushed");
    expect(readdirSync(pushed)).toHaveLength(1);
    const copy = path.join(own.dir, "copy");
    const dataDir = path.join(own.dir, "restored");
    await backUp(own.options.dataDir, copy);
    await restore(copy, dataDir);
    const restored = await serve({ ...own, options: { ...own.options, dataDir } });
    expect(await httpOf(restored).query(list, {})).toEqual(["one!"]);
    rmSync(pushed, { recursive: true });
    const second = await serve(own);
    expect(await httpOf(second).query(list, {})).toEqual(["one!"]);
    expect(existsSync(pushed)).toBe(true);
    await expect(httpOf(second).mutation(send, { text: "" })).rejects.toThrow(
      /There is no text\.[\s\S]*\.\.\/convex\/messages\.ts:16/,
    );
  },
  CLI_MS,
);

test(
  "[PUSH3] a changed function is live for its subscribers",
  async () => {
    const own = project(CHAT);
    const backend = await serve(own);
    await push(own, backend);
    const client = clientOf(backend);
    const updates: string[][] = [];
    client.onUpdate(list, {}, (texts) => updates.push(texts));
    await client.mutation(send, { text: "one" });
    await eventually(() => expect(updates.at(-1)).toEqual(["one!"]));
    own.write({ "convex/messages.ts": messages("?") });
    await push(own, backend);
    await eventually(() => expect(updates.at(-1)).toEqual(["one?"]));
    expect(readdirSync(path.join(own.options.dataDir, "pushed")).length).toBeLessThanOrEqual(2);
  },
  CLI_MS,
);

test(
  "[PUSH4] a push that fails changes nothing and names its reason",
  async () => {
    const own = project(CHAT);
    const backend = await serve(own);
    await push(own, backend);
    const http = httpOf(backend);
    await http.mutation(send, { text: "one" });
    own.write({ "convex/bad.ts": `throw new Error("Broken at import.");\nexport {};` });
    expect(await pushFails(own, backend)).toMatch(
      /Loading the pushed modules encountered[\s\S]*Uncaught Error: Broken at import\.[\s\S]*convex\/bad\.ts:1/,
    );
    own.write({
      "convex/bad.ts": null,
      "convex/schema.ts": SCHEMA.replace("v.string()", "v.number()"),
      "convex/messages.ts": messages("?"),
    });
    expect(await pushFails(own, backend)).toMatch(
      /Schema validation failed\.[\s\S]*in table "messages" does not match the schema/,
    );
    own.write({
      "convex/schema.ts": SCHEMA,
      "convex/crons.ts": `
        import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs();
        crons.cron("never", "every other day", makeFunctionReference("messages:send"), { text: "cron" });
        export default crons;`,
    });
    expect(await pushFails(own, backend)).toContain("never");
    expect(await http.query(list, {})).toEqual(["one!"]);
    own.write({ "convex/crons.ts": null });
    await push(own, backend);
    expect(await http.query(list, {})).toEqual(["one?"]);
  },
  CLI_MS,
);
