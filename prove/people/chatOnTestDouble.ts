/** Compares chat on the test double with the model, one step at a time, in a new market for each run; failures are shrunk. */
import fc from "fast-check";
import type { Attempt, Finding } from "../../embedded/testkit/proof";
import { FIXED_CHAT, type Step, USERS, isRetailer, openModel, predict, step } from "./chatModel";
import {
  Ids,
  Reader,
  type WatchedQuery,
  callOf,
  expected,
  pairsWithConversation,
  queriesOf,
  threadQuery,
} from "./chatViews";
import { type Double, foldDouble, joinDouble, openDouble } from "./testDouble";
import { codeIn } from "../../testkit/traders";

/** Returns "done" with the result of a call, or the code of its refusal. */
async function outcomeOf(call: Promise<unknown>): Promise<{ code: string; value?: unknown }> {
  try {
    return { code: "done", value: await call };
  } catch (error) {
    return { code: codeIn(error) };
  }
}

type Users = Awaited<ReturnType<typeof joinDouble>>[];

class DoubleChat {
  /** The number of compared results. */
  compared = 0;
  readonly #users: Users;
  readonly #ids = new Ids();
  readonly #model = openModel();
  readonly #reader: Reader;

  readonly #double: Double;

  private constructor(double: Double, users: Users) {
    this.#double = double;
    this.#users = users;
    this.#reader = new Reader(users, this.#ids);
  }

  static async open(): Promise<DoubleChat> {
    const t = openDouble();
    const users: Users = [];
    for (const user of USERS) {
      const role = isRetailer(user) ? "retailer" : "distributor";
      users.push(await joinDouble(t, role, `user${user}@mandi.test`));
    }
    return new DoubleChat(t, users);
  }

  /** @throws Error if the outcome, or a result that the parties then query, differs from the model. */
  async step(one: Step): Promise<void> {
    const { actor, mutation, args } = callOf(one, this.#users, this.#ids);
    const { code, value } = await outcomeOf(this.#users[actor]!.client.mutation(mutation, args));
    const wanted = predict(this.#model, one);
    if (code !== wanted) throw new Error(`${JSON.stringify(one)} was ${code}, expected ${wanted}`);
    if (one.kind === "send" && code === "done")
      this.#ids.messages.set(`${one.from} ${one.key}`, (value as { _id: string })._id);
    if (one.kind === "request") await this.#compare(one.distributor, ["requests"]);
    // An accepted connection opens a conversation, whose id later steps need.
    if (one.kind === "answer") await this.#compare(one.distributor, [`with ${one.retailer}`]);
    if (one.kind === "send") await this.#compare(one.to, [`with ${one.from}`, "undelivered"]);
    if (one.kind === "read") await this.#compare(actor, ["unread"]);
  }

  /** @throws Error if a result of any user differs from the model. */
  async compareAll(): Promise<void> {
    await foldDouble(this.#double);
    for (const me of USERS) await this.#compare(me);
  }

  async #compare(me: number, keys?: readonly string[]): Promise<void> {
    const threads = pairsWithConversation(this.#ids).map((pair) => threadQuery(pair, this.#ids));
    const all: WatchedQuery[] = [...queriesOf(me, this.#users), ...threads];
    for (const { key, query, args } of all) {
      if (keys?.includes(key) === false) continue;
      const { code, value } = await outcomeOf(this.#users[me]!.client.query(query, args));
      const result = code === "done" ? this.#reader.read(me, key, value) : code;
      const [actual, wanted] = [JSON.stringify(result), expected(this.#model, me, this.#ids)];
      this.compared += 1;
      if (actual !== wanted.get(key))
        throw new Error(`query "${key}" of ${me} returned ${actual}, expected ${wanted.get(key)}`);
    }
  }
}

/** Runs `runs` random scripts of up to `maxSteps` steps, each in a new market. */
export async function chatOnTestDouble(
  { seed, say }: Attempt,
  runs: number,
  maxSteps: number,
): Promise<Finding> {
  let [steps, compared, done] = [0, 0, 0];
  const run = async (script: readonly Step[]) => {
    done += 1;
    const chat = await DoubleChat.open();
    for (const one of script) await chat.step(one);
    await chat.compareAll();
    steps += script.length;
    compared += chat.compared;
    if (done % 500 === 0) say(`${done} of ${runs} runs on the test double`);
  };
  const scripts = fc.array(step, { minLength: 1, maxLength: maxSteps, size: "max" });
  const { failed, counterexample, errorInstance } = await fc.check(fc.asyncProperty(scripts, run), {
    seed,
    numRuns: runs,
    examples: [[[...FIXED_CHAT]]],
  });
  const failure = failed ? ` ${JSON.stringify(counterexample)}: ${String(errorInstance)}` : "";
  return {
    what: "runs on the test double with an outcome or result that differs from the model",
    figure: `${failed ? "1" : "0"} of ${done}, with ${steps} steps and ${compared} results${failure}`,
    target: "0",
    holds: !failed,
  };
}
