/**
 * Random queries over HTTP while data changes. Each answer must be the model's in a state that is at least as new as every change
 * acknowledged before the request, and no newer than those begun before its response: answers of earlier runs included.
 */
import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import type { QueryCall, Result, State } from "./notesModel";

interface SentRequest {
  readonly call: QueryCall;
  readonly who: string | null;
  readonly got: Result;
  /** Numbers of changes. */
  readonly oldest: number;
  readonly newest: number;
}

interface Caller {
  readonly who: string | null;
  readonly client: ConvexHttpClient;
}

/** The changes that are acknowledged without a gap, and those that were begun. */
export interface Progress {
  acknowledged(): number;
  begun(): number;
}

/** More rows than there are: a page is the whole list. */
const WHOLE_LIST = { numItems: 1_000, cursor: null };

export class Requests {
  readonly #callers: readonly Caller[];
  readonly #progress: Progress;
  readonly #requests: SentRequest[] = [];

  /** @param tokens - by owner; one more caller is anonymous. */
  constructor(url: string, tokens: ReadonlyMap<string, string>, progress: Progress) {
    const callerOf = (who: string | null, auth?: string): Caller => {
      const options = { logger: false, ...(auth !== undefined && { auth }) } as const;
      return { who, client: new ConvexHttpClient(url, options) };
    };
    this.#callers = [callerOf(null), ...[...tokens].map(([who, token]) => callerOf(who, token))];
    this.#progress = progress;
  }

  get count(): number {
    return this.#requests.length;
  }

  /** Asks as everybody, at once and then once more. */
  async ask(call: QueryCall): Promise<void> {
    await Promise.all(
      this.#callers.map(async (caller) => {
        await this.#ask(call, caller);
        await this.#ask(call, caller);
      }),
    );
  }

  async #ask(call: QueryCall, { who, client }: Caller): Promise<void> {
    const oldest = this.#progress.acknowledged();
    const got = await resultOf(call, client);
    this.#requests.push({ call, who, got, oldest, newest: this.#progress.begun() });
  }

  /** Returns what no state explains, as sentences. */
  faults(states: readonly State[]): string[] {
    return this.#requests
      .filter(({ call, who, got, oldest, newest }) => {
        const possible = states.slice(oldest, newest + 1);
        return !possible.some((state) => isDeepStrictEqual(call.expected(state, who), got));
      })
      .map(
        ({ call, who, got, oldest, newest }) =>
          `between changes ${oldest} and ${newest}, ${who ?? "an anonymous caller"} got over HTTP: ${call.name} ${JSON.stringify({ ...call.args, got }).slice(0, 400)}`,
      );
  }
}

async function resultOf(
  { name, args, isPaged }: QueryCall,
  client: ConvexHttpClient,
): Promise<Result> {
  const query = makeFunctionReference<"query">(`notes:${name}`);
  try {
    if (!isPaged) return { value: (await client.query(query, args)) as unknown };
    const { page } = (await client.query(query, { ...args, paginationOpts: WHOLE_LIST })) as {
      page: unknown;
    };
    return { value: page };
  } catch (error) {
    if (error instanceof ConvexError) return { error: error.data as unknown };
    throw error;
  }
}
