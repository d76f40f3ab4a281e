/** Collects all data about the account, page by page, into one file. */
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { RECORD_SECTIONS, type RecordSection } from "../../../domain/recordSections";

const PAGE_SIZE = 100;

type Client = Pick<ConvexReactClient, "query">;

async function rowsOf(client: Client, section: RecordSection): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (;;) {
    const answer: { page: unknown[]; isDone: boolean; continueCursor: string } = await client.query(
      api.account.records,
      {
        section,
        paginationOpts: { numItems: PAGE_SIZE, cursor },
      },
    );
    rows.push(...answer.page);
    if (answer.isDone) return rows;
    cursor = answer.continueCursor;
  }
}

/** JSON with a list per section. */
export async function collectRecords(client: Client): Promise<string> {
  const collected: Record<string, unknown[]> = {};
  for (const section of RECORD_SECTIONS) collected[section] = await rowsOf(client, section);
  return JSON.stringify(collected, null, 2);
}
