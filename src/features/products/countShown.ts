/** Words the length of a paginated list for the page's heading. */
import type { LiveListSource } from "../../ui/LiveList";

/** "24+" while there is more, "37" when that is all, nothing while it is not known. */
export function countShown(list: LiveListSource<unknown>): string | undefined {
  if (list.status === "LoadingFirstPage" || list.isStale === true) return undefined;
  const count = String(list.results.length);
  return list.status === "Exhausted" ? count : `${count}+`;
}
