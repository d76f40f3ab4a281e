/** Kills the real process repeatedly while clients write, then compares the rows with the acknowledged mutations. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import type { Running } from "../testkit/realProcess";
import { freePorts, instanceOf, startProcess } from "../testkit/realProcess";
import { flakyClient } from "../testkit/flakyClient";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

type Table = "entries" | "copies";
interface Row extends Record<string, string | number> {
  readonly writer: string;
  readonly number: number;
  readonly text: string;
}
const write = makeFunctionReference<"mutation", Row>("ledger:write");
const page = makeFunctionReference<
  "query",
  { table: Table; paginationOpts: PaginationOptions },
  PaginationResult<Row>
>("ledger:page");

/** The short form ends early on a slow machine, but not before `least` kills. */
const SIZE = {
  short: { cycles: 60, least: 15, acknowledged: 1_000, mostMs: 80_000, longestLifeMs: 150 },
  long: { cycles: 200, least: 200, acknowledged: 50_000, mostMs: Infinity, longestLifeMs: 800 },
};
const CLIENTS = 8;
/** Unanswered mutations per client. */
const WINDOW = 12;
/** A process that starts must not spend its time on clients that reconnect. */
const RECONNECT_MS = 10;
const PAGE_ROWS = 4_000;
const PATIENCE_MS = 30_000;
/** The watchdog's pauses grow with each early death; every third kill includes the watchdog, which resets them. */
const PARENT_EVERY = 3;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = ({ writer, number }: Row): string => `${writer}/${number}`;

/** The responses that all clients received. */
class Responses {
  readonly acknowledged = new Set<string>();
  readonly problems: string[] = [];
  unanswered = 0;
  isOver = false;
}

async function writeAs(writer: string, url: string, responses: Responses): Promise<void> {
  const { client } = flakyClient(url, RECONNECT_MS);
  let next = 0;
  const writeInOrder = async () => {
    while (!responses.isOver) {
      const number = next++;
      const row = { writer, number, text: `${writer} writes ${number}` };
      responses.unanswered += 1;
      await client.mutation(write, row).then(
        () => responses.acknowledged.add(nameOf(row)),
        (error: unknown) => responses.problems.push(String(error)),
      );
      responses.unanswered -= 1;
    }
  };
  await Promise.all(Array.from({ length: WINDOW }, writeInOrder));
  await client.close();
}

/** The watchdog and its child, which restart at the same address. */
class Victim {
  readonly #project: TestProject;
  readonly #ports: string[];
  #parent: Running;
  #output = "";
  slowestMs = 0;

  constructor(project: TestProject, ports: string[]) {
    this.#project = project;
    this.#ports = ports;
    this.#parent = startProcess(project.options, ports);
  }

  get output(): string {
    return this.#output + this.#parent.output();
  }

  /** Resolves when the next process answers mutations. */
  async kill(isParentToo: boolean, { acknowledged }: Responses): Promise<void> {
    const { pid } = await instanceOf(this.#project);
    if (isParentToo) this.#parent.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    const killed = performance.now();
    if (isParentToo) {
      await this.#parent.exited;
      this.#output += this.#parent.output();
      this.#parent = startProcess(this.#project.options, this.#ports);
    }
    // Responses of the killed process may still be in transit.
    const enough = acknowledged.size + WINDOW * CLIENTS;
    await eventually(() => {
      if (acknowledged.size <= enough) throw new Error(this.output.slice(-500));
    }, PATIENCE_MS);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - killed);
  }

  async stop(): Promise<void> {
    this.#parent.kill("SIGTERM");
    await this.#parent.exited;
  }
}

async function rowsOf(http: ConvexHttpClient, table: Table): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  let cursor: string | null = null;
  for (;;) {
    const read: PaginationResult<Row> = await http.query(page, {
      table,
      paginationOpts: { numItems: PAGE_ROWS, cursor },
    });
    for (const row of read.page) {
      const name = nameOf(row);
      rows.set(name, [...(rows.get(name) ?? []), row]);
    }
    if (read.isDone) return rows;
    cursor = read.continueCursor;
  }
}

interface Damage {
  lost: number;
  partial: number;
  duplicate: number;
}

async function compare(url: string, { acknowledged }: Responses): Promise<Damage> {
  const http = new ConvexHttpClient(url, { logger: false });
  const [entries, copies] = [await rowsOf(http, "entries"), await rowsOf(http, "copies")];
  const damage = { lost: 0, partial: 0, duplicate: 0 };
  for (const name of new Set([...acknowledged, ...entries.keys(), ...copies.keys()])) {
    const [left, right] = [entries.get(name) ?? [], copies.get(name) ?? []];
    if (left.length === 0 && right.length === 0) damage.lost += 1;
    if (left.length !== right.length || left[0]?.text !== right[0]?.text) damage.partial += 1;
    if (left.length > 1 || right.length > 1) damage.duplicate += 1;
  }
  return damage;
}

async function run(attempt: Attempt): Promise<readonly Finding[]> {
  const { cycles, least, acknowledged, mostMs, longestLifeMs } = SIZE[attempt.form];
  const random = chance(attempt.seed);
  const project = copyProject("ledger");
  const victim = new Victim(project, await freePorts());
  const responses = new Responses();
  const began = performance.now();
  let [kills, underLoad] = [0, 0];
  try {
    const { url } = await instanceOf(project);
    const writing = Array.from({ length: CLIENTS }, (_, at) =>
      writeAs(`client ${at}`, url, responses),
    );
    const isLate = () => kills >= least && performance.now() - began > mostMs;
    while ((kills < cycles || responses.acknowledged.size < acknowledged) && !isLate()) {
      await pause(random() * longestLifeMs);
      underLoad += responses.unanswered > 0 ? 1 : 0;
      await victim.kill(kills % PARENT_EVERY === PARENT_EVERY - 1, responses);
      kills += 1;
      if (kills % 20 === 0) attempt.say(`${kills} kills`);
    }
    responses.isOver = true;
    await Promise.all(writing);
    const damage = await compare(url, responses);
    if (victim.output.includes("has seen the time"))
      responses.problems.push("a client has seen a later timestamp than the server");
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    return [
      {
        what: "kills, of them with unanswered mutations",
        figure: `${kills}, ${underLoad}, in ${seconds} s`,
        target: `at least ${least}`,
        holds: kills >= least && underLoad > kills / 2,
      },
      ...findings(damage, responses, victim),
    ];
  } finally {
    responses.isOver = true;
    await victim.stop();
    project.remove();
  }
}

function findings(damage: Damage, responses: Responses, victim: Victim): Finding[] {
  const { acknowledged, problems } = responses;
  const none = (what: string, count: number): Finding => ({
    what,
    figure: `${count} of ${acknowledged.size.toLocaleString("en")}`,
    target: "0",
    holds: count === 0,
  });
  return [
    none("acknowledged mutations lost", damage.lost),
    none("mutations with partial writes", damage.partial),
    none("mutations that ran twice", damage.duplicate),
    {
      what: "failed mutations, and timestamps that went back",
      figure: problems.length === 0 ? "0" : `${problems.length}: ${problems[0]}`,
      target: "0",
      holds: problems.length === 0,
    },
    {
      what: "longest time from a kill to the next acknowledged mutations",
      figure: `${victim.slowestMs.toFixed(0)} ms`,
      holds: true,
      isTime: true,
    },
  ];
}

export const kills: Proof = {
  name: "kills",
  isTimed: true,
  title:
    "[TX1] [DUR1] [EO1] [SYNC11] repeated kill -9 of process and watchdog under load loses no mutation, leaves no partial one and repeats none",
  run,
};
