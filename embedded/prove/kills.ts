/** Kills the real process repeatedly while clients write, then compares the rows with the acknowledged mutations. */
import { randomUUID } from "node:crypto";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { ServerMessage } from "../testkit/rawClient";
import { RawClient } from "../testkit/rawClient";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";
import type { Running } from "../testkit/realProcess";
import { freePorts, instanceOf, startProcess } from "../testkit/realProcess";
import { none, told as reported } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

type Table = "entries" | "copies";
interface Row {
  readonly writer: string;
  readonly number: number;
  readonly text: string;
}
const write = makeFunctionReference<"mutation", Row & Record<string, string | number>>(
  "ledger:write",
);
const page = makeFunctionReference<
  "query",
  { table: Table; paginationOpts: PaginationOptions },
  PaginationResult<Row>
>("ledger:page");

/** The short form ends earlier where a start takes long; with fewer kills than `least` it proves too little. */
const SIZE = {
  short: { cycles: 40, least: 15, acknowledged: 1_000, mostMs: 60_000, longestLifeMs: 150 },
  long: { cycles: 200, least: 200, acknowledged: 50_000, mostMs: Infinity, longestLifeMs: 800 },
};
/**
 * Raw clients, which count a mutation as acknowledged at its response: stock clients wait for the transition, which would hide a
 * response that precedes the flush. Two stock clients reconnect with their own delays.
 */
const WRITERS = 6;
const STOCK_CLIENTS = 2;
/** Unanswered mutations per client. */
const WINDOW = 12;
const PAGE_ROWS = 4_000;
const PATIENCE_MS = 30_000;
/** A start that is killed again and again is tried later and later; every so often the parent is killed as well, and starts anew. */
const PARENT_EVERY = 3;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nameOf = ({ writer, number }: Row): string => `${writer}/${number}`;

/** The answers that all clients received. */
class Acknowledged {
  readonly acknowledged = new Set<string>();
  readonly problems: string[] = [];
  stopped = false;
  browsersStopped = false;

  acknowledge(row: Row): void {
    this.acknowledged.add(nameOf(row));
  }
}

function rowOf(writer: string, number: number): Row & Record<string, string | number> {
  return { writer, number, text: `${writer} writes ${number}` };
}

/** One session over many sockets: unanswered mutations are sent again with their numbers over the next socket. */
class Writer {
  readonly #name: string;
  readonly #acknowledged: Acknowledged;
  readonly #sessionId = randomUUID();
  readonly #unanswered = new Map<number, Row>();
  #next = 0;

  constructor(name: string, acknowledgements: Acknowledged) {
    this.#name = name;
    this.#acknowledged = acknowledgements;
  }

  get underWay(): number {
    return this.#unanswered.size;
  }

  async run(url: string): Promise<void> {
    while (!this.#acknowledged.stopped || this.#unanswered.size > 0) {
      const client = await RawClient.open(url).catch(() => null);
      if (client === null) await pause(10);
      else await this.#writeThrough(client);
    }
  }

  async #writeThrough(client: RawClient): Promise<void> {
    client.connect(this.#sessionId);
    for (const [number, row] of this.#unanswered) client.mutate(number, "ledger:write", row);
    while (client.closeCode === null) {
      for (const message of client.messages.splice(0)) this.#hear(message);
      this.#sendMore(client);
      if (this.#acknowledged.stopped && this.#unanswered.size === 0) client.close();
      const { length } = client.messages;
      await client
        .until(({ messages, closeCode }) => closeCode !== null || messages.length > length, 1_000)
        .catch(() => undefined);
    }
    for (const message of client.messages.splice(0)) this.#hear(message);
  }

  #sendMore(client: RawClient): void {
    while (!this.#acknowledged.stopped && this.#unanswered.size < WINDOW) {
      const number = this.#next++;
      this.#unanswered.set(number, rowOf(this.#name, number));
      client.mutate(number, "ledger:write", rowOf(this.#name, number));
    }
  }

  #hear(message: ServerMessage): void {
    if (message.type === "FatalError") this.#acknowledged.problems.push(message.error);
    if (message.type !== "MutationResponse") return;
    const row = this.#unanswered.get(message.requestId);
    if (row === undefined) return;
    if (message.success) this.#acknowledged.acknowledge(row);
    else this.#acknowledged.problems.push(`a mutation was told: ${JSON.stringify(message.result)}`);
    this.#unanswered.delete(message.requestId);
  }
}

async function writeAsBrowser(
  name: string,
  url: string,
  acknowledgements: Acknowledged,
): Promise<void> {
  const client = new ConvexClient(url, { logger: false, unsavedChangesWarning: false });
  for (let number = 0; !acknowledgements.browsersStopped; number += 1) {
    await client.mutation(write, rowOf(name, number));
    acknowledgements.acknowledge(rowOf(name, number));
  }
  await client.close();
}

/** The parent and its child, which are killed and come back at the same address. */
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

  /** Resolves when the next one serves. */
  async kill(isParentToo: boolean, acknowledgements: Acknowledged): Promise<void> {
    const { pid } = await instanceOf(this.#project);
    if (isParentToo) this.#parent.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    const killed = performance.now();
    if (isParentToo) {
      await this.#parent.exited;
      this.#output += this.#parent.output();
      this.#parent = startProcess(this.#project.options, this.#ports);
    }
    // What the killed one had answered may still be on its way.
    const enough = acknowledgements.acknowledged.size + WINDOW * WRITERS + STOCK_CLIENTS;
    await eventually(() => {
      if (acknowledgements.acknowledged.size <= enough) throw new Error(this.output.slice(-500));
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

/** Returns the names of mutations that are lost, half there, and there twice. */
async function compare(url: string, { acknowledged }: Acknowledged) {
  const http = new ConvexHttpClient(url, { logger: false });
  const [entries, copies] = [await rowsOf(http, "entries"), await rowsOf(http, "copies")];
  const names = [...new Set([...acknowledged, ...entries.keys(), ...copies.keys()])];
  const rows = names.map(
    (name) => [name, entries.get(name) ?? [], copies.get(name) ?? []] as const,
  );
  const named = (found: typeof rows) => found.map(([name]) => name);
  return {
    lost: named(rows.filter(([, left, right]) => left.length === 0 && right.length === 0)),
    half: named(
      rows.filter(
        ([, left, right]) => left.length !== right.length || left[0]?.text !== right[0]?.text,
      ),
    ),
    doubled: named(rows.filter(([, left, right]) => left.length > 1 || right.length > 1)),
  };
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { cycles, least, acknowledged: target, mostMs, longestLifeMs } = SIZE[form];
  const random = chance(seed);
  const project = copyProject("ledger");
  const victim = new Victim(project, await freePorts());
  const acknowledgements = new Acknowledged();
  const began = performance.now();
  let kills = 0;
  let midway = 0;
  try {
    const { url } = await instanceOf(project);
    const writers = Array.from(
      { length: WRITERS },
      (_, at) => new Writer(`writer ${at}`, acknowledgements),
    );
    const writing = [
      ...writers.map((writer) => writer.run(url)),
      ...Array.from({ length: STOCK_CLIENTS }, (_, at) =>
        writeAsBrowser(`browser ${at}`, url, acknowledgements),
      ),
    ];
    const isTired = () => kills >= least && performance.now() - began > mostMs;
    while ((kills < cycles || acknowledgements.acknowledged.size < target) && !isTired()) {
      await pause(random() * longestLifeMs);
      midway += writers.some(({ underWay }) => underWay > 0) ? 1 : 0;
      await victim.kill(kills % PARENT_EVERY === PARENT_EVERY - 1, acknowledgements);
      kills += 1;
      // They wait longer and longer before they connect again, and at the end everybody would wait for them.
      acknowledgements.browsersStopped ||=
        kills >= cycles / 2 || performance.now() - began > mostMs / 2;
      if (kills % 20 === 0)
        say(`${kills} kills, ${acknowledgements.acknowledged.size} acknowledged`);
    }
    acknowledgements.stopped = acknowledgements.browsersStopped = true;
    await Promise.all(writing);
    const damage = await compare(url, acknowledgements);
    if (victim.output.includes("has seen the time"))
      acknowledgements.problems.push("a client saw the future");
    const of = acknowledgements.acknowledged.size;
    return [
      {
        what: "kills, of them with mutations under way",
        figure: `${kills}, ${midway}, in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
        target: `at least ${least}`,
        holds: kills >= least && midway > kills / 2,
      },
      none("acknowledged mutations lost", damage.lost, of),
      none("mutations half there", damage.half, of),
      none("mutations there twice", damage.doubled, of),
      none("mutations told something else, times seen that are gone", acknowledgements.problems),
      reported(
        "longest time from a kill until writers are answered again",
        `${victim.slowestMs.toFixed(0)} ms`,
      ),
    ];
  } finally {
    acknowledgements.stopped = acknowledgements.browsersStopped = true;
    await victim.stop();
    project.remove();
  }
}

export const kills: Proof = {
  name: "kills",
  isTimed: true,
  title:
    "[TX1] [DUR1] [EO1] [SYNC11] repeated kill -9 of process and watchdog under load loses no mutation, leaves no partial one and repeats none",
  run,
};
