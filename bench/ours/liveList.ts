/** A live list over Convex's plain client, with the page splitting of our screens: a page that has doubled becomes two. */
import type { PaginationOptions } from "convex/server";
import { type PageResult, firstPages, mergePages, watchedPages } from "../../src/live/livePages";

type Page<Row> = PageResult & { readonly page: readonly Row[] };

/**
 * @param open - subscribes to one page, and returns its unsubscribe.
 * @param hear - receives all rows after each update.
 */
export function watchList<Row>(
  pageSize: number,
  open: (asked: PaginationOptions, hear: (answer: Page<Row>) => void) => () => void,
  hear: (rows: readonly Row[]) => void,
): void {
  // The first list of a browser, which numbers its lists.
  let pages = { ...firstPages(pageSize), id: 1 };
  const answers = new Map<string, Page<Row>>();
  const closers = new Map<string, () => void>();

  const follow = (): void => {
    const wanted = new Map(watchedPages(pages).map((page) => [page.key, page]));
    for (const [key, { cursor, endCursor, numItems }] of wanted) {
      if (closers.has(key)) continue;
      const asked = {
        numItems,
        cursor,
        id: pages.id,
        ...(endCursor !== undefined && { endCursor }),
      };
      const heard = (answer: Page<Row>) => {
        answers.set(key, answer);
        look();
      };
      closers.set(key, open(asked, heard));
    }
    for (const [key, close] of closers) {
      if (wanted.has(key)) continue;
      close();
      closers.delete(key);
      answers.delete(key);
    }
  };
  const look = (): void => {
    const { rows, status, next } = mergePages(pages, Object.fromEntries(answers));
    if (status !== "LoadingFirstPage") hear(rows as readonly Row[]);
    if (next === null) return;
    pages = next;
    follow();
  };
  follow();
}
