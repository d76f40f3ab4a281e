/** Runs the market's functions on `convex-test`, an in-process test double of Convex without sockets and files. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { convexTest } from "convex-test";
import type { Id } from "../../convex/_generated/dataModel";
import { internal } from "../../convex/_generated/api";
import schema from "../../convex/schema";
import type { TradeRole } from "../../domain/roles";

const FUNCTIONS = path.resolve(import.meta.dirname, "../../convex");
/** Excludes tests and their setup files, which have two dots in their names. */
const IS_MODULE = /^[^.]+\.(ts|js)$/;

/** Caches a module, because the test double imports it again for every call. */
function loader(file: string): () => Promise<unknown> {
  let module: Promise<unknown> | undefined;
  return () => (module ??= import(path.join(FUNCTIONS, file)) as Promise<unknown>);
}

const modules = Object.fromEntries(
  readdirSync(FUNCTIONS, { recursive: true, encoding: "utf8" })
    .filter((file) => IS_MODULE.test(file) || file === path.join("_generated", "api.js"))
    .map((file) => [`./${file}`, loader(file)]),
);

/** Turns rate limits off, because the test double lacks their component. */
export function openDouble() {
  process.env["RATE_LIMITS"] = "off";
  return convexTest(schema, modules as never);
}

export type Double = ReturnType<typeof openDouble>;

/** Folds the changes of figures that one run takes. */
export async function foldDouble(t: Double): Promise<void> {
  await t.mutation(internal.admin.fold.run, {});
}

/** Inserts an account and a session directly, without the sign-up. */
export async function joinDouble(t: Double, role: TradeRole, email: string) {
  const { id, session } = await t.run(async (ctx) => {
    const names = { name: email, email, phone: "+919000000000", address: "Pune" };
    const id: Id<"users"> = await ctx.db.insert("users", { role, ...names });
    const expirationTime = Number.MAX_SAFE_INTEGER;
    return { id, session: await ctx.db.insert("authSessions", { userId: id, expirationTime }) };
  });
  return { id, email, client: t.withIdentity({ subject: `${id}|${session}` }) };
}
