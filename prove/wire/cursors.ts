/**
 * Sends foreign and forged cursors, end cursors and journals to every list as every persona. None may return a row outside the
 * list, or grant access to it.
 */
import { inMarket } from "../../testkit/market";
import { type Attempt, type Proof, chance } from "../../embedded/testkit/proof";
import { none } from "../../embedded/testkit/findings";
import { publicFunctionsOf } from "./arguments";
import { Canaries } from "./canaries";
import { forgedCursors } from "./forgedCursors";
import { type JournalTrial, tryJournals } from "./journals";
import { type Answer, type List, listsOfFunctions, listsOfRest, routesOf } from "./lists";
import { joinTenants } from "./tenants";

/** Share of all forged cursors that one run tries. Other seeds choose others. */
const SHARE = { short: 0.15, long: 1 };
/** Maximum number of lists of one function or route per persona. */
const LISTS = { short: 2, long: Infinity };
/** Maximum number of lists of one function or route that get forged cursors, preferring those with a second page. */
const FORGED_LISTS = { short: 3, long: Infinity };
/** Number of valid cursors of other lists that each list gets. */
const FOREIGN = { short: 3, long: 24 };
/** A page size that exceeds the rows of any tenant. */
const ALL_ROWS = 500;
/** The development mailbox shows all mail. No public deployment serves it. */
const MAILBOX = "auth:mailbox";

interface OwnList {
  readonly list: List;
  /** Number of rows on the first page: one, or none when the row that was read was filtered out. */
  readonly before: number;
  /** The cursor at the end of that page; null if the query reads no index, or there is no second page. */
  readonly cursor: string | null;
  readonly rows: ReadonlySet<string>;
}

class CursorTests {
  readonly faults = new Set<string>();
  readonly leaks = new Set<string>();
  readonly granted = new Set<string>();
  readonly own: OwnList[] = [];
  /** Lists that the persona may not read, with the code of the refusal. */
  readonly refused: { readonly list: List; readonly code: string }[] = [];
  /** Number of refused cursors by function or route. */
  readonly refusals = new Map<string, number>();
  tried = 0;

  readonly #canaries: Canaries;
  readonly #random: () => number;
  readonly #form: Attempt["form"];

  constructor(canaries: Canaries, { seed, form }: Pick<Attempt, "seed" | "form">) {
    this.#canaries = canaries;
    this.#random = chance(seed);
    this.#form = form;
  }

  /** Reads every list without a cursor, and its second page if there is one. */
  async read(lists: readonly List[]): Promise<void> {
    const chosen = this.#choose(
      lists,
      ({ source, persona }) => `${source} ${persona}`,
      LISTS[this.#form],
      // One order alone is one page, whatever its cursor.
      ({ args = {} }) => ("orderId" in args ? 1 : 0),
    );
    for (const list of chosen) {
      const first = await list.read({ rows: 1 }, this.#recorder(list));
      if (first.kind === "refused") {
        this.refused.push({ list, code: first.code });
        continue;
      }
      const all = await list.read({ rows: ALL_ROWS }, this.#recorder(list));
      if (first.kind === "page" && all.kind === "page") {
        const before = first.rows.length;
        this.own.push({ list, before, cursor: first.cursor, rows: new Set(all.rows) });
      } else this.faults.add(`${list.name} as ${list.persona}: ${JSON.stringify(first)}`);
    }
    for (const { list, before, cursor, rows } of this.own) {
      if (cursor === null) continue;
      const next = await list.read({ cursor, rows: ALL_ROWS }, this.#recorder(list));
      if (next.kind !== "page" || next.rows.length !== rows.size - before)
        this.faults.add(`${list.name} as ${list.persona} does not continue with its own cursor`);
    }
  }

  async sendForeignAndForged(): Promise<void> {
    const rank = ({ cursor }: OwnList) => (cursor === null ? 1 : 0);
    const chosen = this.#choose(
      this.own,
      ({ list }) => list.source,
      FORGED_LISTS[this.#form],
      rank,
    );
    for (const own of chosen) {
      // A list without a cursor of its own gets forgeries of a foreign one.
      const model = own.cursor ?? this.#foreign(1)[0] ?? "none";
      const forged = forgedCursors(model).filter(() => this.#random() < SHARE[this.#form]);
      for (const text of ["garbage", ...forged]) await this.#send(own, text, false);
      for (const text of this.#foreign(FOREIGN[this.#form])) await this.#send(own, text, true);
    }
  }

  /** Checks that a persona without access to a list gets the same refusal with a cursor. */
  async sendToRefused(): Promise<void> {
    for (const { list, code } of this.refused) {
      for (const cursor of ["garbage", ...this.#foreign(2)]) {
        this.tried += 1;
        const answer = await list.read({ cursor, rows: ALL_ROWS }, this.#recorder(list));
        const isSame = answer.kind === "refused" && answer.code === code;
        if (!isSame)
          this.granted.add(
            `${list.name} as ${list.persona}: ${JSON.stringify(answer)}, not ${code}`,
          );
      }
    }
  }

  record(list: Pick<List, "source" | "name" | "persona">, text: string): void {
    if (list.source === MAILBOX) return;
    for (const leak of this.#canaries.leaksIn(text, list.persona))
      this.leaks.add(`${list.persona} received ${leak} from ${list.name}`);
  }

  /** Chooses at most `most` random items of each group, those of a lower rank first. */
  #choose<Item>(
    items: readonly Item[],
    groupOf: (item: Item) => string,
    most: number,
    rankOf: (item: Item) => number = () => 0,
  ): Item[] {
    const shuffled = items
      .map((item) => ({ item, at: rankOf(item) + this.#random() }))
      .sort((a, b) => a.at - b.at);
    const counts = new Map<string, number>();
    return shuffled.flatMap(({ item }) => {
      const count = counts.get(groupOf(item)) ?? 0;
      counts.set(groupOf(item), count + 1);
      return count < most ? [item] : [];
    });
  }

  #recorder(list: List): (text: string) => void {
    return (text) => this.record(list, text);
  }

  /** Returns random valid cursors of any list and persona. */
  #foreign(count: number): string[] {
    const known = this.own.flatMap(({ cursor }) => (cursor === null ? [] : [cursor]));
    return Array.from({ length: count }, () => known[Math.floor(this.#random() * known.length)]!);
  }

  async #send(own: OwnList, text: string, isValid: boolean): Promise<void> {
    const { list } = own;
    const isRest = list.args === undefined;
    for (const place of isRest ? ["cursor"] : ["cursor", "endCursor"]) {
      this.tried += 1;
      const page = { [place]: text, rows: ALL_ROWS };
      const answer = await list.read(page, this.#recorder(list));
      this.#check(
        own,
        answer,
        `${list.name} as ${list.persona} with ${place} ${text.slice(0, 60)}`,
        isValid,
      );
    }
  }

  #check({ list, rows, cursor }: OwnList, answer: Answer, what: string, isValid: boolean): void {
    if (answer.kind === "invalid cursor") {
      this.refusals.set(list.source, (this.refusals.get(list.source) ?? 0) + 1);
      return;
    }
    if (answer.kind !== "page") {
      this.faults.add(`${what}: ${JSON.stringify(answer)}`);
      return;
    }
    const foreign = answer.rows.filter((row) => !rows.has(row));
    if (foreign.length > 0) this.faults.add(`${what}: ${foreign.length} rows outside the list`);
    if (!isValid && cursor !== null) this.faults.add(`${what}: accepted as a cursor`);
  }
}

export const cursors: Proof = {
  name: "cursors",
  title:
    "[I-50] no list of a function or of REST returns a row for a forged, changed, truncated or foreign cursor, end cursor or journal",
  async run({ form, seed, say }) {
    return inMarket(["--empty"], async (market) => {
      const canaries = new Canaries();
      const tenants = await joinTenants(market, canaries);
      const functions = await listsOfFunctions(tenants, await publicFunctionsOf(market));
      const { routes, missing } = await routesOf(market.url);
      const rest = await listsOfRest(tenants, routes);
      const tests = new CursorTests(canaries, { seed, form });
      await tests.read([...functions, ...rest]);
      say(`${tests.own.length} lists read, ${tests.refused.length} refused`);
      await tests.sendForeignAndForged();
      await tests.sendToRefused();
      say(`${tests.tried} cursors sent`);
      const functionLists = tests.own
        .map(({ list }) => list)
        .filter(({ args }) => args !== undefined);
      const journals: JournalTrial = await tryJournals(tenants, functionLists, {
        share: SHARE[form],
        random: chance(seed),
        onReceived: (list, text) => tests.record(list, text),
      });
      const sources = new Set([...functions, ...rest].map(({ source }) => source));
      const untried = [...sources].filter((source) => !tests.refusals.has(source));
      for (const fault of tests.faults) say(fault);
      return [
        {
          what: "functions and routes with lists; lists read; lists refused",
          figure: `${sources.size}; ${tests.own.length}, ${tests.refused.length}`,
          target: "all of them",
          holds: sources.size > 0 && tests.refused.length > 0,
        },
        none(
          "foreign and forged cursors that returned a row or failed",
          [...tests.faults],
          tests.tried,
        ),
        none(
          "refused lists that answered otherwise with a cursor",
          [...tests.granted],
          tests.refused.length,
        ),
        none(
          "foreign and forged journals that changed an answer",
          [...journals.faults],
          journals.tried,
        ),
        none("canaries of another tenant received", tests.leaks),
        none("functions and routes that never refused a cursor", new Set(untried)),
        none("routes with a cursor that the rights table lacks", new Set(missing)),
      ];
    });
  },
};
