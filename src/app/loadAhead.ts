/** Fetches what the first page needs before anything is drawn over what index.html shows of it. */
import { readStoredUser } from "../lib/userdata";
import { loadBars } from "./bar/LazyBars";
import { codeOf, pageAt } from "./pageAt";

/** Resolves when it is there, and also when it can't be had: that is met, and told, where it is drawn. */
export async function loadAhead(pathname: string): Promise<void> {
  const page = pageAt(pathname);
  const hasBar = page?.frame !== "bare" && readStoredUser() !== null;
  await Promise.all([
    page === undefined ? undefined : codeOf(page).coming,
    hasBar ? loadBars().catch(() => undefined) : undefined,
  ]);
}
