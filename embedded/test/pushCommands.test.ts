/** The other commands of the stock tool, against a backend that it pushed to. */
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { slowness } from "../testkit/elapsed";
import { eventually } from "../testkit/project";
import { cliSucceeds, startCli } from "./cli";
import { CLI_MS, httpOf, project, push, QUICK, serve } from "./pushing";

const add = makeFunctionReference<"mutation", { author: string }>("notes:add");
const wait = makeFunctionReference<"action", Record<string, never>, null>("notes:wait");
const by = makeFunctionReference<"query", { author: string }, number>("notes:by");
const beats = makeFunctionReference<"query", Record<string, never>, number>("notes:beats");

const TABLES = `
  notes: defineTable({ author: v.string() }),
  beats: defineTable({}),`;

function schemaOf(tables: string): string {
  return `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ ${tables} });`;
}

const NOTES = {
  "convex/schema.ts": schemaOf(TABLES),
  "convex/notes.ts": `
    import { actionGeneric as action, internalMutationGeneric as internal, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
    import { v } from "convex/values";
    export const add = mutation({
      args: { author: v.string() },
      returns: v.null(),
      handler: async (ctx, { author }) => {
        console.log("added by " + author);
        await ctx.db.insert("notes", { author });
        return null;
      },
    });
    export const last = query(async (ctx) => (await ctx.db.query("notes").order("desc").first())?.author);
    export const wait = action(async (ctx) => {
      console.log("waiting");
      while ((await ctx.runQuery("notes:last")) !== "enough") await new Promise((r) => setTimeout(r, 10));
      console.log("waited");
    });
    export const beat = internal(async (ctx) => { await ctx.db.insert("beats", {}); });
    export const beats = query(async (ctx) => (await ctx.db.query("beats").collect()).length);`,
};

const INDEXED = schemaOf(TABLES.replace("}),", '}).index("by_author", ["author"]),'));
const BY = `
  export const by = query({
    args: { author: v.string() },
    handler: async (ctx, { author }) =>
      (await ctx.db.query("notes").withIndex("by_author", (q) => q.eq("author", author)).collect()).length,
  });`;

test(
  "[PUSH3] a deployed index holds the documents that were there before",
  async () => {
    const own = project(NOTES);
    const backend = await serve(own);
    await push(own, backend);
    const http = httpOf(backend);
    for (const author of ["ann", "bob", "ann"]) await http.mutation(add, { author });
    own.write({
      "convex/schema.ts": INDEXED,
      "convex/notes.ts": NOTES["convex/notes.ts"] + BY,
    });
    const deploy = ["deploy", "--yes", ...QUICK];
    const dry = await cliSucceeds(own.dir, backend.addresses, [...deploy, "--dry-run"]);
    expect(dry).toContain("Would have deployed");
    await expect(http.query(by, { author: "ann" })).rejects.toThrow("Could not find");
    const deployed = await cliSucceeds(own.dir, backend.addresses, deploy);
    expect(deployed).toMatch(/Added table indexes:[\s\S]*notes\.by_author/);
    expect(await http.query(by, { author: "ann" })).toBe(2);
    own.write(NOTES);
    const removed = await cliSucceeds(own.dir, backend.addresses, deploy);
    expect(removed).toMatch(/Deleted table indexes:[\s\S]*notes\.by_author/);
  },
  CLI_MS,
);

test(
  "[PUSH1] run --push, function-spec, data, codegen, an inline query and crons work after a push",
  async () => {
    const own = project({
      ...NOTES,
      "convex/crons.ts": `
        import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs();
        crons.interval("beat", { seconds: 1 }, makeFunctionReference("notes:beat"));
        export default crons;`,
    });
    const backend = await serve(own);
    const cli = (...args: string[]) => cliSucceeds(own.dir, backend.addresses, args);
    await cli("run", "--push", ...QUICK, "notes:add", '{"author":"ann"}');
    const { functions } = JSON.parse(await cli("function-spec")) as { functions: unknown[] };
    expect(functions).toContainEqual({
      functionType: "Mutation",
      identifier: "notes.js:add",
      visibility: { kind: "public" },
      args: {
        type: "object",
        value: { author: { fieldType: { type: "string" }, optional: false } },
      },
      returns: { type: "null" },
    });
    expect(await cli("data", "notes")).toContain('"ann"');
    expect(await cli("run", "--inline-query", 'await ctx.db.query("notes").take(1)')).toContain(
      "ann",
    );
    await cli("codegen", "--typecheck", "disable");
    await eventually(async () => expect(await httpOf(backend).query(beats, {})).toBeGreaterThan(0));
  },
  CLI_MS,
);

test(
  "[PUSH11] logs shows an action's lines as it prints them, and those of other calls as soon as they end",
  async () => {
    const own = project(NOTES);
    const backend = await serve(own);
    await push(own, backend);
    const watching = startCli(own.dir, backend.addresses, ["logs", "--success"]);
    const http = httpOf(backend);
    await eventually(async () => {
      await http.mutation(add, { author: "first" });
      expect(watching.output()).toContain("added by first");
    }, 60_000);
    const calledAt = performance.now();
    await http.mutation(add, { author: "second" });
    await eventually(() => expect(watching.output()).toContain("added by second"));
    // A poll without news lasts ten seconds.
    expect(performance.now() - calledAt).toBeLessThan(3_000 * (await slowness()));
    let isDone = false;
    const waiting = http.action(wait, {}).then(() => (isDone = true));
    await eventually(() => expect(watching.output()).toContain("waiting"));
    expect(isDone).toBe(false);
    await http.mutation(add, { author: "enough" });
    await waiting;
    await eventually(() => expect(watching.output()).toContain("waited"));
    expect(watching.output().split("waiting")).toHaveLength(2);
    watching.kill();
    await watching.exited;
  },
  CLI_MS,
);
