/** The same six on the test double, one step after another, in a market of their own for each run; what breaks is made as short as possible. */
import fc from "fast-check";
import type { Attempt, Finding } from "../../embedded/testkit/proof";
import {
  EVENTFUL_TALK,
  PEOPLE,
  type Step,
  isRetailer,
  openModel,
  predict,
  step,
} from "./chatModel";
import {
  Ids,
  type Question,
  Reader,
  callOf,
  expected,
  linksWithThreads,
  questionsOf,
  threadOf,
} from "./chatViews";
import { joinDouble, openDouble } from "./testDouble";
import { codeIn } from "../../testkit/traders";

/** What a call answered, or the code of its refusal. */
async function answerOf(call: Promise<unknown>): Promise<{ code: string; value?: unknown }> {
  try {
    return { code: "done", value: await call };
  } catch (error) {
    return { code: codeIn(error) };
  }
}

type Cast = Awaited<ReturnType<typeof joinDouble>>[];

class Six {
  /** Answers that were compared. */
  compared = 0;
  readonly #cast: Cast;
  readonly #ids = new Ids();
  readonly #model = openModel();
  readonly #reader: Reader;

  private constructor(cast: Cast) {
    this.#cast = cast;
    this.#reader = new Reader(cast, this.#ids);
  }

  static async open(): Promise<Six> {
    const t = openDouble();
    const cast: Cast = [];
    for (const who of PEOPLE) {
      const role = isRetailer(who) ? "retailer" : "distributor";
      cast.push(await joinDouble(t, role, `person${who}@mandi.test`));
    }
    return new Six(cast);
  }

  /** @throws Error if the step comes to something else than it should, or its two parties see something else. */
  async step(one: Step): Promise<void> {
    const { who, mutation, args } = callOf(one, this.#cast, this.#ids);
    const { code, value } = await answerOf(this.#cast[who]!.client.mutation(mutation, args));
    const wanted = predict(this.#model, one);
    if (code !== wanted) throw new Error(`${JSON.stringify(one)} was ${code}, not ${wanted}`);
    if (one.does === "say" && code === "done")
      this.#ids.messages.set(`${one.from} ${one.key}`, (value as { _id: string })._id);
    if (one.does === "request") await this.#ask(one.distributor, ["requests"]);
    // An accepted connection opens a conversation, whose id later steps need.
    if (one.does === "answer") await this.#ask(one.distributor, [`with ${one.retailer}`]);
    if (one.does === "say") await this.#ask(one.to, [`with ${one.from}`, "undelivered"]);
    if (one.does === "read") await this.#ask(who, ["unread"]);
  }

  /** @throws Error if anybody sees anything else than they should. */
  async lookAtAll(): Promise<void> {
    for (const me of PEOPLE) await this.#ask(me);
  }

  async #ask(me: number, keys?: readonly string[]): Promise<void> {
    const threads = linksWithThreads(this.#ids).map((link) => threadOf(link, this.#ids));
    const all: Question[] = [...questionsOf(me, this.#cast), ...threads];
    for (const { key, query, args } of all) {
      if (keys?.includes(key) === false) continue;
      const { code, value } = await answerOf(this.#cast[me]!.client.query(query, args));
      const answer = code === "done" ? this.#reader.shown(me, key, value) : code;
      const [shown, wanted] = [JSON.stringify(answer), expected(this.#model, me, this.#ids)];
      this.compared += 1;
      if (shown !== wanted.get(key))
        throw new Error(`${me} sees "${key}" as ${shown}, and should ${wanted.get(key)}`);
    }
  }
}

/** @param runs of up to `most` commands, each in a market of its own. */
export async function talkOnTestDouble(
  { seed, say }: Attempt,
  runs: number,
  most: number,
): Promise<Finding> {
  let [steps, compared, done] = [0, 0, 0];
  const run = async (commands: readonly Step[]) => {
    done += 1;
    const six = await Six.open();
    for (const one of commands) await six.step(one);
    await six.lookAtAll();
    steps += commands.length;
    compared += six.compared;
    if (done % 500 === 0) say(`${done} of ${runs} runs on the test double`);
  };
  const commands = fc.array(step, { minLength: 1, maxLength: most, size: "max" });
  const { failed, counterexample, errorInstance } = await fc.check(
    fc.asyncProperty(commands, run),
    { seed, numRuns: runs, examples: [[[...EVENTFUL_TALK]]] },
  );
  const why = failed ? ` ${JSON.stringify(counterexample)}: ${String(errorInstance)}` : "";
  return {
    what: "runs on the test double in which an answer was not as the model says",
    figure: `${failed ? "1" : "0"} of ${done}, with ${steps} commands and ${compared} answers${why}`,
    target: "0",
    holds: !failed,
  };
}
