/** Loads what the first page needs before React replaces the prerendered HTML. */
import { readStoredUser } from "../session/userdata";
import { loadBars } from "./bar/LazyBars";
import { pageCodeOf, pageAt } from "./pageAt";

/** Resolves when all is loaded or has failed; a failure is reported when the page renders. */
export async function preload(pathname: string): Promise<void> {
  const page = pageAt(pathname);
  const hasBar = page?.layout !== "bare" && readStoredUser() !== null;
  await Promise.all([
    page === undefined ? undefined : pageCodeOf(page),
    hasBar ? loadBars().catch(() => undefined) : undefined,
  ]);
}
