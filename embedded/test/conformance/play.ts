/** Runs all cases of an area on a backend, in order, and returns comparable results. */
import { eventually } from "../../testkit/project";
import { Ids, failure, normal } from "./answers";
import type { Area, Case, Question, QueryStep, Step } from "./cases";
import type { Side } from "./sides";

interface Played {
  /** By the case's name. */
  readonly answers: ReadonlyMap<string, string>;
  /** Calls and requests that the cases made; data not counted. */
  readonly calls: number;
}

interface ProgramResult {
  readonly answers: unknown[];
  readonly names: Record<string, string>;
}

interface Page {
  readonly page: unknown[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

const KIND = { read: "query", write: "mutation", act: "action" } as const;
/** An endless list is a fault. */
const PAGES_MAX = 50;

export class Player {
  calls = 0;
  readonly #side: Side;
  readonly #ids = new Ids();
  #names: Record<string, string> = {};

  constructor(side: Side) {
    this.#side = side;
  }

  /** Ids by the names that programs gave them. */
  get names(): Readonly<Record<string, string>> {
    return this.#names;
  }

  async answer(question: Question): Promise<string> {
    return normal(await this.#ask(question).catch(failure), this.#ids);
  }

  async run(program: keyof typeof KIND, steps: readonly Step[]): Promise<unknown[]> {
    const result = (await this.#call(KIND[program], `program:${program}`, {
      steps,
      names: this.#names,
    })) as ProgramResult;
    this.#names = result.names;
    this.#ids.named(result.names);
    return result.answers;
  }

  async #ask(question: Question): Promise<unknown> {
    if ("program" in question) return this.run(question.program, question.steps);
    if ("call" in question)
      return this.#call(question.call, question.path, this.#withIds(question.args));
    if ("pages" in question) return this.#pages(question);
    if ("endAt" in question) return this.#endingAt(question);
    if ("settled" in question) return this.#settled(question.settled);
    return this.#fetch(question);
  }

  #call(kind: "query" | "mutation" | "action", path: string, args: Record<string, unknown>) {
    this.calls += 1;
    return this.#side.call(kind, path, args);
  }

  #withIds(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const real = (value: unknown) =>
      typeof value === "string" && value.startsWith("@")
        ? (this.#names[value.slice(1)] ?? value)
        : value;
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, real(value)]));
  }

  async #pages({ pages, numItems, maximumRowsRead }: Extract<Question, { pages: unknown }>) {
    const read: { page: unknown[]; isDone: boolean }[] = [];
    let cursor: string | null = null;
    while (read.length < PAGES_MAX) {
      const page = { numItems, cursor, ...(maximumRowsRead !== undefined && { maximumRowsRead }) };
      const [answer] = await this.run("read", [{ op: "query", ...pages, end: "paginate", page }]);
      const { page: rows, isDone, continueCursor } = answer as Page;
      read.push({ page: rows, isDone });
      if (isDone) return read;
      cursor = continueCursor;
    }
    throw new Error("The list has no end.");
  }

  async #endingAt({ endAt, numItems, askedFor }: Extract<Question, { endAt: unknown }>) {
    const pageOf = async (page: QueryStep["page"] & object): Promise<Page> => {
      const [answer] = await this.run("read", [{ op: "query", ...endAt, end: "paginate", page }]);
      return answer as Page;
    };
    const first = await pageOf({ numItems, cursor: null });
    const endCursor = first.continueCursor;
    const again = await pageOf({ numItems: askedFor, cursor: null, endCursor });
    const next = await pageOf({ numItems: askedFor, cursor: again.continueCursor });
    return [first.page, again.page, again.isDone, next.page];
  }

  #settled(names: readonly string[]): Promise<unknown> {
    const steps = names.map((name): Step => ({ op: "state", id: `@${name}` }));
    return eventually(async () => {
      const before = this.calls;
      const states = (await this.run("read", steps)) as { kind: string }[];
      // Polling counts as one call of the case.
      this.calls = before + 1;
      if (states.some(({ kind }) => kind === "pending" || kind === "inProgress")) {
        this.calls = before;
        throw new Error("Still under way.");
      }
      return states;
    });
  }

  async #fetch({ fetch, init }: Extract<Question, { fetch: string }>): Promise<unknown> {
    this.calls += 1;
    const response = await this.#side.fetch(fetch, init);
    const kind = response.headers.get("X-Kind");
    const body = init?.method === "HEAD" ? "" : await response.text();
    // Each backend has its own text for a missing route.
    return { status: response.status, kind, ...(response.status !== 404 && { body }) };
  }
}

async function playArea(side: Side, area: Area): Promise<Played> {
  const player = new Player(side);
  await side.call("mutation", "program:clear", {});
  await player.run("write", area.data);
  player.calls = 0;
  const answers = new Map<string, string>();
  for (const question of area.cases) {
    if (answers.has(question.name)) throw new Error(`Two cases are called "${question.name}".`);
    answers.set(question.name, await player.answer(question));
  }
  return { answers, calls: player.calls };
}

/** Every area's answers, by the area's name and the case's. */
export async function play(side: Side, areas: readonly Area[]): Promise<Played> {
  const answers = new Map<string, string>();
  let calls = 0;
  for (const area of areas) {
    const played = await playArea(side, area);
    for (const [name, answer] of played.answers) answers.set(titleOf(area, { name }), answer);
    calls += played.calls;
  }
  return { answers, calls };
}

export function titleOf(area: Pick<Area, "name">, { name }: Pick<Case, "name">): string {
  return `${area.name}: ${name}`;
}
