/** Six users chat, connect and disconnect at random and concurrently, on the running market and on a test double of Convex. */
import fc from "fast-check";
import { startMarket } from "../../testkit/market";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { FIXED_CHAT, PAIRS, PER_ROLE, type Step, shuffled, step } from "./chatModel";
import { Counts, MarketChat, Mismatch } from "./chatOnMarket";
import { chatOnTestDouble } from "./chatOnTestDouble";
import { least, none } from "../findings";
import { joinTraders } from "../../testkit/traders";

const STEPS = 40;
/** The most steps that are sent concurrently. */
const CONCURRENT_MAX = 4;
const REQUESTS = 20;
/** Each of the `groups` has six users and goes through `runs` in sequence; `races` counts removals during sends. */
const SIZES = {
  short: { groups: 1, runs: 12, races: 40, onTestDouble: 60 },
  long: { groups: 6, runs: 25, races: 504, onTestDouble: 2_000 },
} as const;
const FAULTS_REPORTED = 5;

type Random = ReturnType<typeof chance>;

/** Sends concurrent connection requests from every retailer to every distributor, before and after a rejection. */
async function requestConcurrently(chat: MarketChat): Promise<void> {
  for (const pair of PAIRS) {
    const requests = Array.from({ length: REQUESTS }, (): Step => ({ kind: "request", ...pair }));
    await chat.burst(requests);
    const actor = pair.distributor;
    await chat.burst([{ kind: "answer", actor, ...pair, status: "rejected" }]);
    await chat.burst(requests);
  }
}

/** Sends two different answers to the same request, and a removal, concurrently. */
async function answerConcurrently(chat: MarketChat, random: Random): Promise<void> {
  for (const pair of PAIRS) {
    const by = { actor: pair.distributor, ...pair };
    const answers: Step[] = [
      { kind: "answer", ...by, status: "accepted" },
      { kind: "answer", ...by, status: "rejected" },
      { kind: "remove", ...by },
    ];
    await chat.burst([{ kind: "request", ...pair }]);
    await chat.burst(shuffled(answers, random));
  }
}

/** Removes connections while both parties send; counts the messages sent before and refused after the removal. */
async function removeDuringSends(
  chat: MarketChat,
  races: number,
  random: Random,
  raced: RaceCounts,
): Promise<void> {
  for (let n = 0; n < races; n += 1) {
    const { retailer, distributor } = PAIRS[n % PAIRS.length]!;
    const by = { actor: distributor, retailer, distributor };
    await chat.burst([{ kind: "request", retailer, distributor }]);
    await chat.burst([{ kind: "answer", ...by, status: "accepted" }]);
    const directions = [
      { from: retailer, to: distributor },
      { from: distributor, to: retailer },
    ];
    const sends = [...directions, ...directions].map((direction, each): Step => ({
      ...{ kind: "send", ...direction, key: `race-${n}-${each}`, content: "Wait!" },
    }));
    const steps = shuffled<Step>([...sends, { kind: "remove", ...by }], random);
    const codes = await chat.burst(steps);
    const sent = codes.filter((code, at) => steps[at]!.kind === "send" && code === "done").length;
    raced.before += sent;
    raced.after += sends.length - sent;
  }
}

/** Sends the steps of one run in bursts of random size. */
async function runSteps(chat: MarketChat, steps: readonly Step[], random: Random): Promise<void> {
  for (let at = 0; at < steps.length;) {
    const count = random() < 0.5 ? 1 : 2 + Math.floor(random() * (CONCURRENT_MAX - 1));
    await chat.burst(steps.slice(at, at + count));
    at += count;
  }
  await chat.settle();
}

type RaceCounts = { before: number; after: number };

/** Runs all scenarios for one group of six users. */
async function runGroup(
  chat: MarketChat,
  attempt: Attempt,
  group: number,
  raced: RaceCounts,
): Promise<void> {
  const { groups, runs, races } = SIZES[attempt.form];
  const seed = attempt.seed + group;
  const random = chance(seed);
  await requestConcurrently(chat);
  await answerConcurrently(chat, random);
  for (const one of FIXED_CHAT) await chat.burst([one]);
  await removeDuringSends(chat, races / groups, random, raced);
  await chat.settle();
  const scripts = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  for (const steps of fc.sample(scripts, { seed, numRuns: runs }))
    await runSteps(chat, steps, random);
}

async function runOnMarket(attempt: Attempt, counts: Counts): Promise<RaceCounts> {
  const { groups } = SIZES[attempt.form];
  const raced = { before: 0, after: 0 };
  const market = await startMarket(["--empty"]);
  try {
    for (let group = 0; group < groups && counts.faults.length === 0; group += 1) {
      const { retailers, distributors } = await joinTraders(
        market,
        PER_ROLE,
        PER_ROLE,
        group * PER_ROLE,
      );
      const chat = await MarketChat.open(market, [...retailers, ...distributors], counts);
      await runGroup(chat, attempt, group, raced).catch((error: unknown) => {
        if (!(error instanceof Mismatch)) throw error;
      });
      await chat.close();
      attempt.say(
        `group ${group + 1} of ${groups}: ${counts.steps} steps, ${counts.states} states`,
      );
    }
  } finally {
    await market.stop();
  }
  return raced;
}

/** Outcomes that the proof must meet; without them it would show nothing about the rules. */
const OUTCOMES = [
  "request done",
  "answer done",
  "answer ALREADY_ANSWERED",
  "answer NOT_FOUND",
  "remove done",
  "send done",
  "send NOT_FOUND",
  "send NOT_CONNECTED",
  "send KEY_REUSED",
  "deliver done",
  "read done",
  "read NOT_FOUND",
];

function findingsOf(attempt: Attempt, counts: Counts, raced: RaceCounts): Finding[] {
  const { groups, runs, races } = SIZES[attempt.form];
  for (const fault of counts.faults.slice(0, FAULTS_REPORTED)) attempt.say(fault);
  const missing = OUTCOMES.filter((outcome) => !counts.outcomes.has(outcome));
  return [
    none(
      `outcomes and query results that differ from the model, in ${counts.states} states of live clients`,
      counts.faults,
      counts.results,
    ),
    least("steps over sockets", counts.steps, groups * runs * STEPS),
    least("steps sent concurrently with others", counts.concurrent, groups * runs),
    least(`messages sent before the removal, in ${races} races`, raced.before),
    least("messages refused after the removal", raced.after),
    none("required outcomes that never occurred", missing, OUTCOMES.length),
  ];
}

export const chat: Proof = {
  name: "chat",
  title:
    "[I-18] [I-19] [I-20] only its two parties receive a message, once, in one order, with correct status and unread counts; sending needs a connection; a pair has one connection",
  async run(attempt) {
    const counts = new Counts();
    const raced = await runOnMarket(attempt, counts);
    const { onTestDouble } = SIZES[attempt.form];
    return [
      ...findingsOf(attempt, counts, raced),
      await chatOnTestDouble(attempt, onTestDouble, STEPS),
    ];
  },
};
