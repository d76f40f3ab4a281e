/** Prepares what the browser keeps for the current session. The database follows at its first use: its code comes later. */
import { readItem, writeItem } from "../device/deviceStorage";
import type { TokenSession } from "../session/tokens";
import { openDrafts } from "./drafts";

/** The account that was last signed in in this tab. */
const LAST_ACCOUNT = "last-account";

export function openAccountStore(session: TokenSession | null): void {
  openDrafts(session);
  if (session !== null) writeItem(LAST_ACCOUNT, session.accountId, "session");
}

/** Returns the id of the account that was last signed in in this tab; null if there was none. */
export function lastAccountOfTab(): string | null {
  return readItem(LAST_ACCOUNT, "session");
}
