/** Six people talk, connect and part at random and at once, on a test double of Convex and on the running market. */
import fc from "fast-check";
import { startMarket } from "../../testkit/market";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { EVENTFUL_TALK, LINKS, SIDE, type Step, shuffled, step } from "./chatModel";
import { Counts, Parted, Talk } from "./chatOnMarket";
import { talkOnTestDouble } from "./chatOnTestDouble";
import { least, none } from "../findings";
import { joinTraders } from "../../testkit/traders";

const COMMANDS = 40;
/** Steps that are sent at once, at most. */
const TOGETHER = 4;
const CLICKS = 20;
/** `lives` are six people each, who go through `runs` one after another; `races` is how often somebody writes while they are removed. */
const SIZES = {
  short: { lives: 1, runs: 12, races: 40, doubled: 60 },
  long: { lives: 6, runs: 25, races: 504, doubled: 2_000 },
} as const;
const FAULTS_TOLD = 5;

type Random = ReturnType<typeof chance>;

/** Every retailer clicks Connect at every distributor so often at once, and so often again after a refusal. */
async function clickConnect(talk: Talk): Promise<void> {
  for (const link of LINKS) {
    const clicks = Array.from({ length: CLICKS }, (): Step => ({ does: "request", ...link }));
    await talk.burst(clicks);
    const who = link.distributor;
    await talk.burst([{ does: "answer", who, ...link, status: "rejected" }]);
    await talk.burst(clicks);
  }
}

/** Two screens of one distributor answer the same request differently. */
async function answerTwice(talk: Talk, random: Random): Promise<void> {
  for (const link of LINKS) {
    const by = { who: link.distributor, ...link };
    const answers: Step[] = [
      { does: "answer", ...by, status: "accepted" },
      { does: "answer", ...by, status: "rejected" },
      { does: "remove", ...by },
    ];
    await talk.burst([{ does: "request", ...link }]);
    await talk.burst(shuffled(answers, random));
  }
}

/** Both write while the distributor ends the connection; counts the messages that came before it and those that came after. */
async function partWhileWriting(talk: Talk, schedules: number, random: Random, raced: Raced) {
  for (let n = 0; n < schedules; n += 1) {
    const { retailer, distributor } = LINKS[n % LINKS.length]!;
    const link = { who: distributor, retailer, distributor };
    await talk.burst([{ does: "request", retailer, distributor }]);
    await talk.burst([{ does: "answer", ...link, status: "accepted" }]);
    const ways = [
      { from: retailer, to: distributor },
      { from: distributor, to: retailer },
    ];
    const says = [...ways, ...ways].map((way, each): Step => ({
      ...{ does: "say", ...way, key: `race-${n}-${each}`, content: "Wait!" },
    }));
    const steps = shuffled<Step>([...says, { does: "remove", ...link }], random);
    const codes = await talk.burst(steps);
    const said = codes.filter((code, at) => steps[at]!.does === "say" && code === "done").length;
    raced.before += said;
    raced.after += says.length - said;
  }
}

/** One run: commands of chance, up to a few at once. */
async function talkAtRandom(talk: Talk, steps: readonly Step[], random: Random): Promise<void> {
  for (let at = 0; at < steps.length;) {
    const together = random() < 0.5 ? 1 : 2 + Math.floor(random() * (TOGETHER - 1));
    await talk.burst(steps.slice(at, at + together));
    at += together;
  }
  await talk.settle();
}

type Raced = { before: number; after: number };

/** All that six people go through. */
async function live(talk: Talk, attempt: Attempt, life: number, raced: Raced): Promise<void> {
  const { lives, runs, races } = SIZES[attempt.form];
  const seed = attempt.seed + life;
  const random = chance(seed);
  await clickConnect(talk);
  await answerTwice(talk, random);
  for (const one of EVENTFUL_TALK) await talk.burst([one]);
  await partWhileWriting(talk, races / lives, random, raced);
  await talk.settle();
  const commands = fc.array(step, { minLength: COMMANDS, maxLength: COMMANDS });
  for (const steps of fc.sample(commands, { seed, numRuns: runs }))
    await talkAtRandom(talk, steps, random);
}

async function onMarket(attempt: Attempt, counts: Counts): Promise<Raced> {
  const { lives } = SIZES[attempt.form];
  const raced = { before: 0, after: 0 };
  const market = await startMarket(["--empty"]);
  try {
    for (let life = 0; life < lives && counts.faults.length === 0; life += 1) {
      const { retailers, distributors } = await joinTraders(market, SIDE, SIDE, life * SIDE);
      const talk = await Talk.open(market, [...retailers, ...distributors], counts);
      await live(talk, attempt, life, raced).catch((error: unknown) => {
        if (!(error instanceof Parted)) throw error;
      });
      await talk.close();
      attempt.say(`life ${life + 1} of ${lives}: ${counts.steps} steps, ${counts.states} states`);
    }
  } finally {
    await market.stop();
  }
  return raced;
}

/** What a model that was never refused, or never did anything, would not show. */
const OUTCOMES = [
  "request done",
  "answer done",
  "answer ALREADY_ANSWERED",
  "answer NOT_FOUND",
  "remove done",
  "say done",
  "say NOT_FOUND",
  "say NOT_CONNECTED",
  "say KEY_REUSED",
  "deliver done",
  "read done",
  "read NOT_FOUND",
];

function findingsOf(attempt: Attempt, counts: Counts, raced: Raced): Finding[] {
  const { lives, runs, races } = SIZES[attempt.form];
  for (const fault of counts.faults.slice(0, FAULTS_TOLD)) attempt.say(fault);
  const missing = OUTCOMES.filter((outcome) => !counts.outcomes.has(outcome));
  return [
    none(
      `answers that were not as the model says, in ${counts.states} states of live clients`,
      counts.faults,
      counts.answers,
    ),
    least("commands over sockets", counts.steps, lives * runs * COMMANDS),
    least("commands that raced others", counts.raced, lives * runs),
    least(`messages that came before the removal, in ${races} races`, raced.before),
    least("messages that came after it, and were refused", raced.after),
    none("kinds of outcomes that were never met", missing, OUTCOMES.length),
  ];
}

export const chat: Proof = {
  name: "chat",
  title:
    "[I-18] [I-19] [I-20] only its two parties see a message, once, in one order, with true ticks and figures; nobody writes without a connection; there is one connection per pair",
  async run(attempt) {
    const counts = new Counts();
    const raced = await onMarket(attempt, counts);
    const { doubled } = SIZES[attempt.form];
    return [
      ...findingsOf(attempt, counts, raced),
      await talkOnTestDouble(attempt, doubled, COMMANDS),
    ];
  },
};
