/** Sends query journals with other functions, arguments and callers than those they were issued for. */
import { RawClient } from "../../embedded/testkit/rawClient";
import { forgeriesOf } from "./forgedCursors";
import { type List, keyOf } from "./lists";
import type { Tenants } from "./tenants";

/** Number of queries on one socket, as many as a page may have. */
const AT_ONCE = 50;
const ANSWERED_MS = 30_000;
/** Number of journals of other lists that each list gets. */
const FOREIGN = 4;

export interface JournalTrial {
  readonly faults: ReadonlySet<string>;
  readonly tried: number;
}

interface Asked {
  readonly list: List;
  readonly journal?: string;
}

interface Answered extends Asked {
  readonly type: string;
  /** The keys of the page's rows, or the error, as JSON. */
  readonly rows: string;
  readonly given: string;
}

interface Options {
  readonly share: number;
  readonly random: () => number;
  readonly hear: (list: List, text: string) => void;
}

/** Subscribes as one persona to the first row of each list. */
async function watch(
  { market, accounts }: Tenants,
  asked: readonly Asked[],
  hear: Options["hear"],
): Promise<Answered[]> {
  const client = await RawClient.open(market.url);
  try {
    client.connect(crypto.randomUUID());
    const persona = asked[0]?.list.persona ?? "anonymous";
    if (persona !== "anonymous") {
      const value = accounts[persona].token;
      client.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
    }
    client.add(
      ...asked.map(({ list, journal }, queryId) => ({
        ...{ queryId, udfPath: list.source },
        args: { ...list.args, paginationOpts: { numItems: 1, cursor: null } },
        ...(journal !== undefined && { journal }),
      })),
    );
    const answers = () => client.transitions.flatMap(({ modifications }) => modifications);
    await client.until(
      () => new Set(answers().map(({ queryId }) => queryId)).size === asked.length,
      ANSWERED_MS,
    );
    return asked.map((each, queryId) => {
      const answer = answers().find((one) => one.queryId === queryId)!;
      hear(each.list, JSON.stringify(answer));
      const { page } = (answer.value ?? {}) as { page?: unknown[] };
      const rows = JSON.stringify(
        page?.map(keyOf) ?? answer.errorMessage?.replace(/\[Request ID[^\]]*\]/, ""),
      );
      return { ...each, type: answer.type, rows, given: answer.journal ?? "" };
    });
  } finally {
    client.close();
  }
}

async function watchAll(
  tenants: Tenants,
  asked: readonly Asked[],
  hear: Options["hear"],
): Promise<Answered[]> {
  const all: Answered[] = [];
  for (const persona of new Set(asked.map(({ list }) => list.persona))) {
    const own = asked.filter(({ list }) => list.persona === persona);
    for (let at = 0; at < own.length; at += AT_ONCE)
      all.push(...(await watch(tenants, own.slice(at, at + AT_ONCE), hear)));
  }
  return all;
}

/** Checks that a foreign or forged journal gives the same rows as no journal. */
export async function tryJournals(
  tenants: Tenants,
  lists: readonly List[],
  { share, random, hear }: Options,
): Promise<JournalTrial> {
  const without = await watchAll(
    tenants,
    lists.map((list) => ({ list })),
    hear,
  );
  const given = without.map((answer) => answer.given).filter((journal) => journal !== "");
  const brought = without.flatMap(({ list, given: own }): Asked[] => {
    const foreign = Array.from(
      { length: FOREIGN },
      () => given[Math.floor(random() * given.length)] ?? "none",
    );
    const forged = forgeriesOf(own === "" ? "none" : own).filter(() => random() < share / 2);
    return [...foreign, ...forged].map((journal) => ({ list, journal }));
  });
  const answers = await watchAll(tenants, brought, hear);
  const faults = new Set<string>();
  const expected = new Map(without.map((answer) => [answer.list, answer]));
  for (const { list, journal, type, rows } of answers) {
    const plain = expected.get(list);
    if (type !== plain?.type || rows !== plain.rows)
      faults.add(
        `${list.name} as ${list.persona} with ${String(journal).slice(0, 60)}: ${rows.slice(0, 200)}`,
      );
  }
  return { faults, tried: answers.length };
}
