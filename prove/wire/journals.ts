/** Sends query journals with other functions, arguments and callers than those they were issued for. */
import { RawClient } from "../../embedded/testkit/rawClient";
import { forgedCursors } from "./forgedCursors";
import { type List, keyOf } from "./lists";
import { type Tenants, tokenOf } from "./tenants";

/** Number of queries on one socket, as many as a page may have. */
const QUERIES_PER_SOCKET = 50;
const TIMEOUT_MS = 30_000;
/** Number of journals of other lists that each list gets. */
const FOREIGN = 4;

export interface JournalTrial {
  readonly faults: ReadonlySet<string>;
  readonly tried: number;
}

interface Subscription {
  readonly list: List;
  readonly journal?: string;
}

interface SubscriptionResult extends Subscription {
  readonly type: string;
  /** The keys of the page's rows, or the error, as JSON. */
  readonly rows: string;
  readonly issued: string;
}

interface Options {
  readonly share: number;
  readonly random: () => number;
  readonly onReceived: (list: List, text: string) => void;
}

/** Subscribes as one persona to the first row of each list. */
async function subscribe(
  tenants: Tenants,
  subscriptions: readonly Subscription[],
  onReceived: Options["onReceived"],
): Promise<SubscriptionResult[]> {
  const client = await RawClient.open(tenants.market.url);
  try {
    client.connect(crypto.randomUUID());
    const persona = subscriptions[0]?.list.persona ?? "anonymous";
    const value = tokenOf(tenants, persona);
    if (value !== undefined)
      client.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
    client.add(
      ...subscriptions.map(({ list, journal }, queryId) => ({
        ...{ queryId, udfPath: list.source },
        args: { ...list.args, paginationOpts: { numItems: 1, cursor: null } },
        ...(journal !== undefined && { journal }),
      })),
    );
    const answers = () => client.transitions.flatMap(({ modifications }) => modifications);
    await client.until(
      () => new Set(answers().map(({ queryId }) => queryId)).size === subscriptions.length,
      TIMEOUT_MS,
    );
    return subscriptions.map((each, queryId) => {
      const answer = answers().find((one) => one.queryId === queryId)!;
      onReceived(each.list, JSON.stringify(answer));
      const { page } = (answer.value ?? {}) as { page?: unknown[] };
      const rows = JSON.stringify(
        page?.map(keyOf) ?? answer.errorMessage?.replace(/\[Request ID[^\]]*\]/, ""),
      );
      return { ...each, type: answer.type, rows, issued: answer.journal ?? "" };
    });
  } finally {
    client.close();
  }
}

async function subscribeAll(
  tenants: Tenants,
  subscriptions: readonly Subscription[],
  onReceived: Options["onReceived"],
): Promise<SubscriptionResult[]> {
  const all: SubscriptionResult[] = [];
  for (const persona of new Set(subscriptions.map(({ list }) => list.persona))) {
    const own = subscriptions.filter(({ list }) => list.persona === persona);
    for (let at = 0; at < own.length; at += QUERIES_PER_SOCKET)
      all.push(...(await subscribe(tenants, own.slice(at, at + QUERIES_PER_SOCKET), onReceived)));
  }
  return all;
}

/** Checks that a foreign or forged journal gives the same rows as no journal. */
export async function tryJournals(
  tenants: Tenants,
  lists: readonly List[],
  { share, random, onReceived }: Options,
): Promise<JournalTrial> {
  const expectedResults = await subscribeAll(
    tenants,
    lists.map((list) => ({ list })),
    onReceived,
  );
  const issued = expectedResults.map((answer) => answer.issued).filter((journal) => journal !== "");
  const sent = expectedResults.flatMap(({ list, issued: own }): Subscription[] => {
    const foreign = Array.from(
      { length: FOREIGN },
      () => issued[Math.floor(random() * issued.length)] ?? "none",
    );
    const forged = forgedCursors(own === "" ? "none" : own).filter(() => random() < share / 2);
    return [...foreign, ...forged].map((journal) => ({ list, journal }));
  });
  const answers = await subscribeAll(tenants, sent, onReceived);
  const faults = new Set<string>();
  const expected = new Map(expectedResults.map((answer) => [answer.list, answer]));
  for (const { list, journal, type, rows } of answers) {
    const expectedResult = expected.get(list);
    if (type !== expectedResult?.type || rows !== expectedResult.rows)
      faults.add(
        `${list.name} as ${list.persona} with ${String(journal).slice(0, 60)}: ${rows.slice(0, 200)}`,
      );
  }
  return { faults, tried: answers.length };
}
