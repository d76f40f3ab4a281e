/** The states that every live list has: loading, failed, refused, offline, empty and full of long texts. */
import { ConvexError } from "convex/values";
import type { FunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Me } from "../session/userdata";
import { type FakeClient, pageOf, serverError } from "./fakeClient.setup";
import { clientFor, expectNoSidewaysScroll, expectTexts, open, usePhone } from "./screen.setup";

type ListQuery = FunctionReference<"query", "public", { paginationOpts: { id?: number } }>;

export type ListCase = {
  readonly address: string;
  readonly me: Me | null;
  readonly query: ListQuery;
  /** A row, and a text by which it is known. */
  readonly row: { readonly _id: string };
  readonly shown: string;
  /** Rows with words as long as the limits allow. */
  readonly longRows: readonly { readonly _id: string }[];
  /** The sentence of a failure. */
  readonly failure: string;
  /** The sentence of an empty list, and the address of the way on, where there is one. */
  readonly empty: string;
  readonly wayOn?: string;
  /** The words before the sentence, in lists whose refusals are not said on their own. */
  readonly refusal?: string;
};

const main = page.getByRole("main");

function answer(client: FakeClient, query: ListQuery, rows: readonly unknown[] | Error): void {
  client.answer(query, rows instanceof Error ? rows : pageOf([...rows]));
}

/** Makes the list fail until Retry asks again: a new question has an id of its own. */
function failUntilAskedAgain(client: FakeClient, query: ListQuery, row: unknown): () => void {
  const failed = new Set<number | undefined>();
  let isMended = false;
  client.answer(query, ({ paginationOpts: { id } }) => {
    if (!isMended) failed.add(id);
    return failed.has(id) ? serverError() : pageOf([row]);
  });
  return () => (isMended = true);
}

export function testListStates(cases: readonly ListCase[]): void {
  describe.each(cases)("$address", (list) => {
    const { address, me, query, row, shown, failure } = list;
    const rowText = main.getByText(shown).first();
    const alert = main.getByRole("alert").filter({ hasText: failure });

    test("announces that it is loading, and does not look empty", async () => {
      const client = clientFor(me);
      await open(address, client);
      const waiting = main.getByRole("status").filter({ hasText: /Loading/ });
      await expect.element(waiting.first()).toBeInTheDocument();
      expect(main.getByText(list.empty).elements()).toEqual([]);
      answer(client, query, [row]);
      await expect.element(rowText).toBeVisible();
      await expect.element(waiting).not.toBeInTheDocument();
    });

    test("says that it failed, and recovers by Retry", async () => {
      const client = clientFor(me);
      const mend = failUntilAskedAgain(client, query, row);
      await open(address, client);
      await expect.element(alert).toBeVisible();
      expect(rowText.elements()).toEqual([]);
      expect(main.getByText(list.empty).elements()).toEqual([]);
      mend();
      await alert.getByRole("button", { name: "Retry" }).click();
      await expect.element(rowText).toBeVisible();
      await expect.element(alert).not.toBeInTheDocument();
    });

    test("keeps its rows below the failure of a later answer", async () => {
      const client = clientFor(me);
      answer(client, query, [row]);
      await open(address, client);
      await expect.element(rowText).toBeVisible();
      answer(client, query, serverError());
      await expect.element(alert).toBeVisible();
      await expect.element(rowText).toBeVisible();
      const top = (element: Element) => element.getBoundingClientRect().top;
      expect(top(alert.element())).toBeLessThan(top(rowText.element()));
    });

    test("says the server's own words when it refuses", async () => {
      const client = clientFor(me);
      answer(client, query, new ConvexError({ code: "TOO_MANY" }));
      await open(address, client);
      const words = "Too many attempts. Please try again later.";
      await expectTexts(main, `${list.refusal ?? ""}${words}`);
    });

    test("keeps its rows offline, and says so", async () => {
      const client = clientFor(me);
      answer(client, query, [row]);
      await open(address, client);
      await expect.element(rowText).toBeVisible();
      client.goOffline();
      const banner = page.getByText(/^You are offline\./);
      await expect.element(banner).toBeVisible();
      await expect.element(rowText).toBeVisible();
      client.goOnline();
      await expect.element(banner).not.toBeInTheDocument();
    });

    test("says when there is nothing, and shows the way on", async () => {
      const client = clientFor(me);
      answer(client, query, []);
      await open(address, client);
      const empty = main.getByRole("status").filter({ hasText: list.empty });
      await expectTexts(empty, list.empty);
      if (list.wayOn !== undefined)
        await expect.element(empty.getByRole("link")).toHaveAttribute("href", list.wayOn);
    });

    test("fits long words and Hindi on desktops and phones", async () => {
      const client = clientFor(me);
      answer(client, query, list.longRows);
      await open(address, client);
      const cards = main.getByRole("article").or(main.getByRole("row"));
      const drawn = cards.or(main.getByRole("listitem"));
      await expect.poll(() => drawn.elements().length).toBeGreaterThanOrEqual(list.longRows.length);
      await expectNoSidewaysScroll();
      await usePhone();
      await expectNoSidewaysScroll();
    });
  });
}
