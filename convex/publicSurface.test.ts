/**
 * Everything that can be called from outside, with its arguments and who may call
 * it. A new public function fails this until it is written down here, and the
 * table is checked against what really happens.
 */
import { makeFunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import {
  type Market,
  joinAdmin,
  joinDistributor,
  everything,
  joinRetailer,
  openMarket,
  refusal,
  storePicture,
  type Person,
} from "./market.setup";
import {
  publicFunctions,
  type Field,
  type Registered,
  type Validator,
} from "./publicFunctions.setup";
import { SURFACE, type Who } from "./publicSurface.setup";

type Arguments = Record<string, unknown>;

function argumentsOf(registered: Registered): Record<string, Field> {
  const args = JSON.parse(registered.exportArgs()) as Validator;
  expect(args.type, "declares its arguments").toBe("object");
  return args.value as Record<string, Field>;
}

/** Some value that fits, so that the call gets as far as asking who is calling. Ids are looked at before that: those are pictures. */
function sample({ type, value }: Validator, imageId: string): unknown {
  switch (type) {
    case "object": {
      const fields = Object.entries(value as Record<string, Field>).filter(
        ([, field]) => !field.optional,
      );
      return Object.fromEntries(
        fields.map(([name, field]) => [name, sample(field.fieldType, imageId)]),
      );
    }
    case "union":
      return sample((value as Validator[])[0]!, imageId);
    case "literal":
      return value;
    case "array":
      return [];
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "id":
      return imageId;
    default:
      return "text";
  }
}

/** Tokens that are still good, of sessions that are not: the next call already knows. */
async function endedSessions(t: Market, who: Who): Promise<Record<string, Person["client"]>> {
  const join = who === "admin" ? joinAdmin : who === "distributor" ? joinDistributor : joinRetailer;
  const [closed, deleted, signedOut, thief] = [
    await join(t),
    await join(t),
    await join(t),
    await join(t),
  ];
  const { session, stolen } = await t.run(async (ctx) => {
    await ctx.db.patch("users", closed.user._id, { deactivatedAt: 1 });
    await ctx.db.delete("users", deleted.user._id);
    const sessionOf = (person: Person) =>
      ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", person.user._id))
        .unique();
    return { session: await sessionOf(signedOut), stolen: await sessionOf(thief) };
  });
  if (session === null || stolen === null) throw new Error("Somebody has no session");
  await t.run((ctx) => ctx.db.delete("authSessions", session._id));
  return {
    "a closed account": closed.client,
    "a deleted account": deleted.client,
    "a session that was ended": signedOut.client,
    "somebody else's session": t.withIdentity({ subject: `${signedOut.user._id}|${stolen._id}` }),
  };
}

test("every public function is listed with its kind and arguments", () => {
  const found = [...publicFunctions()].map(([path, registered]) => {
    const fields = Object.entries(argumentsOf(registered));
    const named = fields.filter(([name]) => name !== "meantFor");
    const names = named.map(([name, { optional }]) => (optional ? `${name}?` : name)).sort();
    const kind = registered.isQuery ? "query" : registered.isMutation ? "mutation" : "action";
    return [path, [kind, names.join(", ")]];
  });
  const written = Object.entries(SURFACE).map(([path, [, kind, args]]) => [path, [kind, args]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(written));
});

test("a command returns null, or an object of ids, a view or a secret, and never a sentence", () => {
  const sentences = ["message", "text", "words"];
  const wrong = [...publicFunctions()].flatMap(([path, registered]) => {
    if (registered.isQuery) return [];
    const { type, value } = JSON.parse(registered.exportReturns()) as Validator;
    if (type === "null") return [];
    const names = type === "object" ? Object.keys(value as object) : ["message"];
    return names.some((name) => sentences.includes(name)) ? [path] : [];
  });
  expect(wrong).toEqual([]);
});

describe("is refused to whoever may not call it:", () => {
  const guarded = Object.entries(SURFACE).filter(
    ([, [who]]) => who !== "anyone" && who !== "library",
  );

  test.each(guarded)("%s", async (path, [who, kind]) => {
    const t = openMarket();
    const people = {
      retailer: await joinRetailer(t),
      distributor: await joinDistributor(t),
      admin: await joinAdmin(t),
    };
    const registered = publicFunctions().get(path)!;
    const validator = JSON.parse(registered.exportArgs()) as Validator;
    const args = sample(validator, await storePicture(t)) as Arguments;
    const call = (client: Pick<Person["client"], "query" | "mutation">): Promise<unknown> =>
      kind === "query"
        ? client.query(makeFunctionReference<"query", Arguments>(path), args)
        : client.mutation(makeFunctionReference<"mutation", Arguments>(path), args);
    expect(await refusal(call(t)), "nobody").toEqual({ code: "UNAUTHENTICATED" });
    for (const [role, { client }] of Object.entries(people)) {
      if (who === "member" || who === role) continue;
      expect(await refusal(call(client)), role).toEqual({ code: "FORBIDDEN" });
    }
    for (const [what, client] of Object.entries(await endedSessions(t, who))) {
      expect(await refusal(call(client)), what).toEqual({ code: "UNAUTHENTICATED" });
    }
  });
});

describe("a command that was meant for another account is refused and changes nothing:", () => {
  const commands = [...publicFunctions()].filter(([, { isQuery }]) => isQuery !== true);

  /** Calls by somebody who may, so that nothing but the name stands in the way. */
  async function callerOf(path: string) {
    const t = openMarket();
    const join = { admin: joinAdmin, distributor: joinDistributor, retailer: joinRetailer };
    const who = SURFACE[path]![0];
    const role = who === "admin" || who === "distributor" ? who : "retailer";
    const [caller, other] = [await join[role](t), await join[role](t)];
    const registered = publicFunctions().get(path)!;
    const validator = JSON.parse(registered.exportArgs()) as Validator;
    const args = sample(validator, await storePicture(t)) as Arguments;
    const call = (
      client: Pick<Person["client"], "mutation" | "action">,
      meantFor: unknown,
    ): Promise<unknown> =>
      registered.isMutation
        ? client.mutation(makeFunctionReference<"mutation">(path), { ...args, meantFor })
        : client.action(makeFunctionReference<"action">(path), { ...args, meantFor });
    return { t, caller, other, call };
  }

  test("there are such commands", () => {
    expect(commands.length).toBeGreaterThan(35);
  });

  test.each(commands.map(([path]) => path))("%s", async (path) => {
    const { t, caller, other, call } = await callerOf(path);
    const { _id, email } = caller.user;
    const before = await everything(t);
    for (const name of [
      other.user._id,
      "",
      "null",
      email,
      `${_id} `,
      _id.toUpperCase(),
      "x".repeat(100_000),
    ]) {
      expect(await refusal(call(caller.client, name)), name.slice(0, 60)).toEqual({
        code: "WRONG_ACCOUNT",
      });
    }
    expect(await everything(t)).toBe(before);
    expect(await refusal(call(t, _id)), "nobody").toEqual({ code: "UNAUTHENTICATED" });
    // Meant for the caller, it gets as far as its own checks.
    const own: unknown = await call(caller.client, _id).catch((error: unknown) => error);
    expect(JSON.stringify((own as { data?: unknown } | null)?.data ?? null)).not.toContain(
      "WRONG_ACCOUNT",
    );
  });
});
