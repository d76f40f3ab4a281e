/** Pushes of apps with components, authentication and variables. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { cliSucceeds } from "./cli";
import { CLI_MS, httpOf, project, push, pushFails, serve } from "./pushing";

const visit = makeFunctionReference<"mutation", { name: string }, number>("visits:visit");
const allowed = makeFunctionReference<"mutation", Record<string, never>, boolean>("visits:allowed");
const greeting = makeFunctionReference<"query", Record<string, never>, string>("greeting:get");

const COUNTER = {
  "convex/counter/convex.config.ts": `
    import { defineComponent } from "convex/server";
    import { v } from "convex/values";
    export default defineComponent("counter", { env: { START: v.string() } });`,
  "convex/counter/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      counts: defineTable({ name: v.string(), count: v.number() }).index("by_name", ["name"]),
    });`,
  "convex/counter/inside/counts.ts": `
    import { mutationGeneric as mutation } from "convex/server";
    import { v } from "convex/values";
    export const add = mutation({
      args: { name: v.string() },
      returns: v.number(),
      handler: async (ctx, { name }) => {
        const row = await ctx.db.query("counts").withIndex("by_name", (q) => q.eq("name", name)).unique();
        const count = (row?.count ?? Number(process.env.START)) + 1;
        if (row === null) await ctx.db.insert("counts", { name, count });
        else await ctx.db.patch(row._id, { count });
        return count;
      },
    });`,
};

const VISITS = {
  "convex/convex.config.ts": `
    import { defineApp } from "convex/server";
    import counter from "./counter/convex.config";
    import limiter from "@convex-dev/rate-limiter/convex.config";
    const app = defineApp();
    app.use(counter, { env: { START: "10" } });
    app.use(counter, { name: "other", env: { START: "20" } });
    app.use(limiter);
    export default app;`,
  "convex/visits.ts": `
    import { componentsGeneric, mutationGeneric as mutation } from "convex/server";
    import { RateLimiter } from "@convex-dev/rate-limiter";
    const components = componentsGeneric();
    const limiter = new RateLimiter(components.rateLimiter, {
      visit: { kind: "fixed window", rate: 1, period: 3_600_000 },
    });
    export const visit = mutation(async (ctx, { name }) => {
      const counter = name === "other" ? components.other : components.counter;
      return await ctx.runMutation(counter.inside.counts.add, { name });
    });
    export const allowed = mutation(async (ctx) => (await limiter.limit(ctx, "visit")).ok);`,
};

test(
  "[PUSH1] components of the project and of npm are pushed, mounted twice, and unmounted",
  async () => {
    const own = project({ ...COUNTER, ...VISITS });
    const backend = await serve(own);
    const pushed = await cliSucceeds(own.dir, backend.addresses, [
      "dev",
      "--once",
      "--typecheck",
      "disable",
    ]);
    expect(pushed).toContain("Installed component other.");
    const generated = (name: string) => readFileSync(path.join(own.dir, "convex", name), "utf8");
    expect(generated("_generated/api.d.ts")).toContain('ComponentApi<"other">');
    expect(generated("counter/_generated/component.ts")).toMatch(
      /add: FunctionReference<\s*"mutation"/,
    );
    const http = httpOf(backend);
    expect(await http.mutation(visit, { name: "a" })).toBe(11);
    expect(await http.mutation(visit, { name: "a" })).toBe(12);
    expect(await http.mutation(visit, { name: "other" })).toBe(21);
    expect(await http.mutation(allowed, {})).toBe(true);
    expect(await http.mutation(allowed, {})).toBe(false);
    const mounted = VISITS["convex/convex.config.ts"];
    own.write({
      "convex/convex.config.ts": mounted.replace(
        'app.use(counter, { name: "other", env: { START: "20" } });',
        "",
      ),
    });
    expect(await push(own, backend)).toContain("Unmounted component other.");
    await expect(http.mutation(visit, { name: "other" })).rejects.toThrow();
    expect(await http.mutation(visit, { name: "a" })).toBe(13);
    own.write({ "convex/convex.config.ts": mounted });
    await push(own, backend);
    expect(await http.mutation(visit, { name: "other" })).toBe(22);
  },
  CLI_MS,
);

const GREETING = {
  "convex/auth.config.ts": `
    export default { providers: [{ domain: process.env.ISSUER, applicationID: "chat" }] };`,
  "convex/greeting.ts": `
    import { queryGeneric as query } from "convex/server";
    const word = process.env.WORD;
    if (word === undefined) throw new Error("WORD is not set.");
    export const get = query({ args: {}, handler: () => word });`,
};

test(
  "[PUSH6] variables are set before the first push and after a push that lacked them",
  async () => {
    const own = project(GREETING);
    const backend = await serve(own);
    const set = (name: string, value: string) =>
      cliSucceeds(own.dir, backend.addresses, ["env", "set", name, value]);
    expect(await pushFails(own, backend)).toMatch(
      /Environment variable ISSUER is used in auth config file/,
    );
    await set("ISSUER", "https://issuer.example");
    expect(await pushFails(own, backend)).toContain("WORD is not set.");
    await set("WORD", "hello");
    await push(own, backend);
    const http = httpOf(backend);
    expect(await http.query(greeting, {})).toBe("hello");
    await set("WORD", "good day");
    expect(await http.query(greeting, {})).toBe("good day");
  },
  CLI_MS,
);

test(
  "[PUSH6] a start without a variable that the pushed code needs can be mended by setting it",
  async () => {
    const own = project(GREETING);
    const variables = { ISSUER: "https://issuer.example", WORD: "hello" };
    const first = await serve({ ...own, options: { ...own.options, variables } });
    await push(own, first);
    expect(await httpOf(first).query(greeting, {})).toBe("hello");
    await first.stop();
    const second = await serve(own);
    await expect(httpOf(second).query(greeting, {})).rejects.toThrow(
      "Could not find public function",
    );
    await cliSucceeds(own.dir, second.addresses, ["env", "set", "WORD", "good day"]);
    await cliSucceeds(own.dir, second.addresses, [
      "env",
      "set",
      "ISSUER",
      "https://issuer.example",
    ]);
    expect(await httpOf(second).query(greeting, {})).toBe("good day");
  },
  CLI_MS,
);
