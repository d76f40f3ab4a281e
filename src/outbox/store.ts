/**
 * Keeps each account's entries, as one record: every change is one transaction over all tabs. A browser that does not store them keeps
 * them in memory, and `isKept` tells the screens to say so.
 */
import { accountStore } from "../accountStore/accountStore";
import { FallbackValue, type Update } from "../accountStore/fallback";
import type { TokenSession } from "../session/tokens";
import { picturesIn, type Entries } from "./entry";
import { parseEntries } from "./parse";

/** Returns the entries as they are stored. Rejects where the database fails. */
export function storedEntries(session: TokenSession): Update<Entries> {
  return (change) =>
    accountStore.update(session, "outbox", (stored) => change(parseEntries(stored)));
}

/** Drops the bytes of pictures whose entries are gone: sent, withdrawn or dismissed. */
function droppingPictures(session: TokenSession, update: Update<Entries>): Update<Entries> {
  let before: readonly string[] = [];
  return async (change) => {
    const entries = await update(change);
    const ids = picturesIn(entries).map(({ id }) => id);
    const gone = before.filter((id) => !ids.includes(id));
    before = ids;
    if (gone.length > 0) void dropPictures(session, gone);
    return entries;
  };
}

/** Removes pictures, if their code can be fetched. Those that stay give way to later ones. */
async function dropPictures(session: TokenSession, ids: readonly string[]): Promise<void> {
  await import("./pictures/kept").then(
    ({ outboxPictures }) => outboxPictures.remove(session, ids),
    () => undefined,
  );
}

/** Returns the entries without added ones, for a database that was given up: it learns what is withdrawn, and this tab sends what is new. */
function withoutNew(before: Entries, after: Entries): Entries {
  const keys = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => keys.has(key));
}

export function withMemory(update: Update<Entries>): FallbackValue<Entries> {
  return new FallbackValue<Entries>([], update, withoutNew);
}

export function outboxStore(session: TokenSession): FallbackValue<Entries> {
  return withMemory(droppingPictures(session, storedEntries(session)));
}
