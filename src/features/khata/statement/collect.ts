/** Reads all that a statement shows, once. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { PAGE_ROWS_MAX } from "../../../../domain/limits";
import type { Entry } from "../../../lib/entryText";
import type { Period } from "../../../files/period/periods";
import type { Me } from "../../../session/userdata";
import { t } from "../../../../domain/language/texts";

/** Says that a statement has not all entries of its period. */
export function cutText(rows: number): string {
  return t("Only the first {count} entries are listed: please choose a shorter period.", {
    count: rows.toLocaleString("en-IN"),
  });
}

/** Entries of one statement: some two hundred sheets. */
export const STATEMENT_ROWS_MAX = 10_000;

export type Party = {
  readonly business: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
};

export type Statement = Period & {
  readonly distributor: Party;
  readonly retailer: Party;
  /** The party of the two that is not the caller. */
  readonly partner: Party;
  readonly openingPaise: number;
  readonly closingPaise: number;
  /** The oldest first. */
  readonly entries: readonly Entry[];
  /** True: the period has more entries than these. */
  readonly isCut: boolean;
};

type Client = Pick<ConvexReactClient, "query">;
export type StatementArgs = Period & { readonly partnerId: string };
type Account = FunctionReturnType<typeof api.khata.account>;

async function entriesOf(
  client: Client,
  args: StatementArgs,
): Promise<Pick<Statement, "entries" | "isCut">> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  for (;;) {
    const numItems = Math.min(PAGE_ROWS_MAX, STATEMENT_ROWS_MAX - entries.length);
    const answer: FunctionReturnType<typeof api.khata.statementEntries> = await client.query(
      api.khata.statementEntries,
      { ...args, paginationOpts: { numItems, cursor } },
    );
    entries.push(...answer.page);
    if (answer.isDone) return { entries, isCut: false };
    if (entries.length >= STATEMENT_ROWS_MAX) return { entries, isCut: true };
    cursor = answer.continueCursor;
  }
}

function ownParty({ name, phone, email, companyName, shopName }: Me): Party {
  return { business: companyName ?? shopName ?? "", name, phone, email };
}

function partnerParty({ business, partnerName, partnerPhone, partnerEmail }: Account): Party {
  return { business, name: partnerName, phone: partnerPhone, email: partnerEmail };
}

/** Errors: those of the server, and of a session that ended. */
export async function collectStatement(client: Client, args: StatementArgs): Promise<Statement> {
  const { partnerId, from, to } = args;
  const [me, account, balances] = await Promise.all([
    client.query(api.users.me, {}),
    client.query(api.khata.account, { partnerId }),
    client.query(api.khata.statement, args),
  ]);
  if (me === null) throw new Error("The session has ended.");
  const { entries, isCut } = await entriesOf(client, args);
  const [own, partner] = [ownParty(me), partnerParty(account)];
  const sides =
    me.role === "retailer"
      ? { retailer: own, distributor: partner, partner }
      : { retailer: partner, distributor: own, partner };
  // An entry that came while the pages were read is among the rows: it is in the balance too.
  const last = isCut ? undefined : entries.at(-1);
  const closingPaise = last?.balanceAfterPaise ?? balances.closingPaise;
  return { from, to, ...sides, openingPaise: balances.openingPaise, closingPaise, entries, isCut };
}
