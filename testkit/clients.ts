/** Clients without a browser, to prepare the data of a test. */
import { ConvexHttpClient } from "convex/browser";
import {
  type PaginationOptions,
  type PaginationResult,
  makeFunctionReference,
} from "convex/server";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { adminClient } from "../scripts/adminClient";
import { type Market, type Site, instanceOf, readAgain, until } from "./market";
import { type Login, type Person, oneTimeCode, pictureForm } from "./people";

export async function logIn(
  market: Site,
  { email, password, role }: Login,
): Promise<{ http: ConvexHttpClient; token: string; refreshToken: string }> {
  const http = new ConvexHttpClient(market.url, { logger: false });
  const answer = await http.action(api.auth.signIn, {
    provider: "password",
    params: { email, password, role },
  });
  const { tokens } = answer as { tokens: { token: string; refreshToken: string } };
  http.setAuth(tokens.token);
  return { http, ...tokens };
}

export async function clientOf(market: Site, who: Login): Promise<ConvexHttpClient> {
  return (await logIn(market, who)).http;
}

/** Uploads an image and returns its storage id. */
export async function uploadImage(
  { url }: Pick<Site, "url">,
  headers: Readonly<Record<string, string>>,
): Promise<Id<"_storage">> {
  const sent = { method: "POST", body: pictureForm(), headers };
  const answer = await fetch(`${url}/api/upload/image`, sent);
  return ((await answer.json()) as { imageId: Id<"_storage"> }).imageId;
}

/** Registers an account as the sign-up page does. */
export async function register(market: Site, person: Person): Promise<void> {
  const { name, email, phone, password, address } = person;
  const client = new ConvexHttpClient(market.url, { logger: false });
  await client.action(api.auth.sendOtp, { email, purpose: "signup" });
  const otp = await oneTimeCode(market, email);
  const { ticket } = await client.action(api.auth.verifyOtp, { email, otp, purpose: "signup" });
  const imageId = await uploadImage(market, { "X-Signup-Ticket": ticket });
  const business =
    person.role === "retailer"
      ? { role: person.role, shopName: person.shopName }
      : { role: person.role, companyName: person.companyName };
  const account = { ticket, email, name, phone, password, address, imageId, ...business };
  await client.action(api.auth.register, account);
}

type Rows = PaginationResult<{ readonly _id: string }>;

const tableData = makeFunctionReference<
  "query",
  { table: string; order: "asc"; paginationOpts: PaginationOptions },
  Rows
>("_system/cli/tableData");

/** More than effects may be late, on a busy machine. */
const FOLDED_MS = 5_000;

/** A market whose admin key is in its data folder. */
type AtFolder = Pick<Market, "dataDir">;

async function isEmpty(market: AtFolder, table: string): Promise<boolean> {
  const paginationOpts = { numItems: 1, cursor: null };
  const rows = { table, order: "asc", paginationOpts } as const;
  const { page } = await readAgain(() => operatorOf(market).query(tableData, rows));
  return page.length === 0;
}

/** Returns the ids of all rows of a table, in the order of their creation. */
export async function idsIn(market: AtFolder, table: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const rows = { table, order: "asc", paginationOpts: { numItems: 1_000, cursor } } as const;
    const result: Rows = await operatorOf(market).query(tableData, rows);
    ids.push(...result.page.map(({ _id }) => _id));
    ({ continueCursor: cursor, isDone } = result);
  }
  return ids;
}

/** Waits until figures and notifications include every earlier change. */
export function untilFolded(market: AtFolder): Promise<void> {
  return until("the effects are folded", () => isEmpty(market, "effects"), FOLDED_MS);
}

/** Waits until the fold has ended, and writes nothing any more. */
export function untilFoldEnds(market: AtFolder): Promise<void> {
  return until("the fold has ended", () => isEmpty(market, "foldsAtWork"), FOLDED_MS);
}

/** Returns a client with the admin key, which may call internal functions. */
export function operatorOf(market: AtFolder): ConvexHttpClient {
  return adminClient(instanceOf(market));
}
