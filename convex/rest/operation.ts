/**
 * The definition of a REST call, called an operation as in OpenAPI: its address, who may call, what comes in and goes out, which
 * errors, an example, and the code that runs. `serve.ts` validates and dispatches from it, `run.ts` runs it in one transaction,
 * `document.ts` describes it.
 */
import { z } from "@hono/zod-openapi";
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { ErrorCode, ErrorData, FieldCode } from "../../domain/errors";
import { PAGE_ROWS_MAX } from "../../domain/limits";
import type { Role } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { RestContext, Words } from "./env";
import type { Example } from "./exampleCommands";
import type { onceFor } from "./once";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A successful answer: its status, the schema of its body, and for OpenAPI a sentence. */
export type Answer<Schema extends z.ZodType = z.ZodType> = {
  readonly status: 200 | 201;
  readonly description: string;
  readonly schema: Schema;
  /** A sentence about status 200, where a call that creates may find its row there already: see `existing`. */
  readonly existing?: string;
  /** Has the headers of a page, `Link` and `X-Limit`. */
  readonly isPage?: boolean;
};

export function ok<Schema extends z.ZodType>(
  schema: Schema,
  description = "Done.",
): Answer<Schema> {
  return { status: 200, description, schema };
}

/** The answer of a call that created something. */
export function created<Schema extends z.ZodType>(schema: Schema): Answer<Schema> {
  return { status: 201, description: "Created.", schema };
}

/** The body of an answer of status 200 by a call that creates. An object of its own, so that a kept answer still says so. */
export type Existing<Body> = { readonly existing: Body };

export function existing<Body>(body: Body): Existing<Body> {
  return { existing: body };
}

/** A page of a list: `run` answers it by `toPage`. */
export function pageAnswer<Schema extends z.ZodType>(row: Schema): Answer<z.ZodArray<Schema>> {
  const description = "A list; empty when there is nothing.";
  return { status: 200, description, schema: z.array(row), isPage: true };
}

/** Query parameters of a paginated list. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_ROWS_MAX)
    .optional()
    .openapi({
      description: `Rows of one answer; without it ${PAGE_ROWS_MAX}. A page of long rows, such as invoices with their lines, ends earlier.`,
      example: 50,
    }),
  cursor: z
    .string()
    .max(4_096)
    .optional()
    .openapi({ description: 'From the `Link` header of the answer before: `rel="next"`.' }),
};

export type PageQuery = {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Set by the dispatcher after `FewerRows`. */
  readonly fewerRows?: number | undefined;
};

/** Returns the pagination options of the database query behind a page. */
export function pageOf({
  limit = PAGE_ROWS_MAX,
  cursor,
  fewerRows = limit,
}: PageQuery): PaginationOptions {
  return { numItems: fewerRows, cursor: cursor ?? null };
}

/** An answer with the place where the list goes on. */
export class Page<Body> {
  readonly body: Body;
  /** The cursor of the next page; null at the end of the list. */
  readonly next: string | null;

  constructor(body: Body, { isDone, continueCursor }: Omit<PaginationResult<unknown>, "page">) {
    this.body = body;
    this.next = isDone ? null : continueCursor;
  }
}

/** Returns a page of rows as REST shows them. */
export function toPage<Row, Shown>(
  result: PaginationResult<Row>,
  toShown: (row: Row) => Shown,
): Page<Shown[]> {
  return new Page(result.page.map(toShown), result);
}

/** The answer of a list that read more than it may show: the call is made again for so many rows, because a query paginates once. */
export class FewerRows {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }
}

/** The answer of a mutation that works in batches and has some left: the call is made again until none is. */
export class Unfinished {
  readonly isUnfinished = true;
}

type Shape = Record<string, z.ZodType>;
// oxlint-disable-next-line @typescript-eslint/no-empty-object-type -- The shape of an operation without such input.
type NoShape = {};

type Call = `${Method} /${string}`;

/** The parameters of a path, `{id}`: each is a text. */
type PathShape<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, z.ZodString> & PathShape<Rest>
  : NoShape;

/** The validated input of an operation. */
export type Input<Params extends Shape, Query extends Shape, Body extends z.ZodType> = {
  readonly params: z.output<z.ZodObject<Params>>;
  readonly query: z.output<z.ZodObject<Query>>;
  readonly body: z.output<Body>;
};

/** "anyone" includes visitors. */
export type Who = readonly Role[] | "anyone";

/** The caller; null for a visitor, where one may call. */
type UserOf<Callers extends Who> = Callers extends "anyone" ? Doc<"users"> | null : Doc<"users">;

export type ReadCtx<Callers extends Who = readonly Role[]> = QueryCtx & {
  readonly user: UserOf<Callers>;
  /** The day of the request in India, YYYY-MM-DD: a query has no clock. */
  readonly today: string;
};

export type WriteCtx = MutationCtx & { readonly user: Doc<"users"> } & Pick<
    ReturnType<typeof onceFor>,
    "once" | "rowOnce" | "onceForGood"
  >;

type Described = {
  readonly call: Call;
  /** The noun of the path, if left out. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly who: Who;
  /** Scope that an API key must have; by default "read" for GET and "write" for everything else. */
  readonly needs?: "read" | "write";
  /** Codes that the call may answer, besides those of its kind: authentication, role, body, key and rate. */
  readonly errors?: readonly ErrorCode[];
  /** Sentences for OpenAPI about refusals of a status, in place of the usual ones. */
  readonly refusals?: Readonly<Partial<Record<number, string>>>;
  /** Bodies of refusals of a status that say more than others. */
  readonly refusalSchemas?: Readonly<Partial<Record<number, z.ZodType>>>;
  /** The authentication that OpenAPI shows, where it is not the usual one of `who`. */
  readonly security?: readonly Record<string, string[]>[];
  /** Texts of this call for some error codes. */
  readonly words?: Words;
  /** The error for a field that does not fit, or the codes of some fields; BAD_REQUEST by default. */
  readonly invalid?:
    FieldCode | Readonly<Record<string, FieldCode>> | ((field: string) => ErrorData);
  /** A request that works on the demo data: what `exampleOf` does not say. */
  readonly example?: Example;
};

/** An operation as the dispatcher sees it, whatever its types. */
export type Operation = Described & {
  readonly example: Example;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** The JSON body, or undefined if the call takes none. */
  readonly body: z.ZodType | undefined;
  /** The multipart form, of which OpenAPI shows the schema; the handler reads it. */
  readonly form: z.ZodType | undefined;
  readonly answer: Answer;
  /** Honours `Idempotency-Key`: by an answer kept for a day, "inRun" by what `run` keeps, or "forGood" by the row of the command. */
  readonly once: boolean | "inRun" | "forGood";
} & (
    | {
        readonly kind: "query";
        /** The limit of visitors' reads, per network. */
        readonly readLimit?: "landingReads" | "newsReads";
        readonly cacheControl?: string;
        readonly run: (ctx: ReadCtx, input: never) => Promise<unknown>;
      }
    | {
        readonly kind: "mutation";
        /** May write while the disk is nearly full: see `essentialFunctions.ts`. */
        readonly isEssential?: true;
        readonly run: (ctx: WriteCtx, input: never) => Promise<unknown>;
      }
    | {
        readonly kind: "action";
        readonly handle: (c: RestContext, input: never) => Promise<unknown>;
      }
  );

type Shapes<Params extends Shape, Query extends Shape, Body extends z.ZodType> = {
  /** Texts, if left out. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
};

type Shown<Schema extends z.ZodType> = z.input<Schema>;

function paramsIn(call: Call): readonly string[] {
  return call.match(/(?<=\{)\w+/g) ?? [];
}

/** Returns the example, by default as the first role that may call, and of the first rows of a list. */
function exampleOf({ call, who, answer, example }: Described & { readonly answer: Answer }) {
  const isList = answer.isPage === true && !call.includes("{");
  return {
    ...(who !== "anyone" && { as: who[0] }),
    ...(isList && { path: `${addressOf({ call }).path}?limit=2` }),
    ...example,
  };
}

type Defined = Pick<Operation, "params" | "query" | "body" | "form" | "once" | "example">;

/** Returns the parts of an operation that may be left out. */
function completed(
  definition: Described &
    Shapes<Shape, Shape, z.ZodType> &
    Partial<Pick<Operation, "form" | "once">> & { readonly answer: Answer },
): Defined {
  const { call, body, form, once = false, query = {} } = definition;
  const names = paramsIn(call);
  const { params = Object.fromEntries(names.map((name) => [name, z.string()])) } = definition;
  const example = exampleOf(definition);
  return { params: z.object(params), query: z.object(query), body, form, once, example };
}

/** Defines an operation that reads, in one query. `run` returns the body of the answer, or a `Page`. */
export function query<
  const Of extends Call,
  const Callers extends Who,
  Schema extends z.ZodType,
  Params extends Shape = PathShape<Of>,
  Query extends Shape = NoShape,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Described &
    Shapes<Params, Query, Body> & {
      readonly call: Of;
      readonly who: Callers;
      readonly answer: Answer<Schema>;
      readonly readLimit?: "landingReads" | "newsReads";
      readonly cacheControl?: string;
      readonly run: (
        ctx: ReadCtx<Callers>,
        input: Input<Params, Query, Body>,
      ) => Promise<Shown<Schema> | Page<Shown<Schema>> | FewerRows>;
    },
): Operation {
  const run = definition.run as (ctx: ReadCtx, input: never) => Promise<unknown>;
  return { ...definition, ...completed(definition), kind: "query", run };
}

/** Defines an operation that lists rows, a page at a time: `rows` reads a page, and `toRow` returns a row as REST shows it. */
export function list<
  const Of extends Call,
  const Callers extends Who,
  Row,
  Schema extends z.ZodType,
  Params extends Shape = PathShape<Of>,
  Query extends Shape = NoShape,
>(
  definition: Described &
    Shapes<Params, Query, z.ZodUndefined> & {
      readonly call: Of;
      readonly who: Callers;
      readonly row: Schema;
      readonly rows: (
        ctx: ReadCtx<Callers>,
        page: PaginationOptions,
        input: Input<Params, Query, z.ZodUndefined>,
      ) => Promise<PaginationResult<Row>>;
      readonly toRow: (row: Row) => Shown<Schema>;
    },
): Operation {
  const { row, rows, toRow, ...described } = definition;
  const shape = { ...pageQuery, ...definition.query };
  const paged = { ...described, answer: pageAnswer(row), query: shape };
  const run = async (ctx: ReadCtx<Callers>, input: Input<Params, Query, z.ZodUndefined>) =>
    toPage(await rows(ctx, pageOf(input.query), input), toRow);
  return { ...paged, ...completed(paged), kind: "query", run };
}

/**
 * Defines an operation of signed-in callers that writes, in one mutation. With `once: true` the answer to an `Idempotency-Key` is
 * kept for a day; with `once: "inRun"` that of `ctx.once` is, for answers that repeat much; with `once: "forGood"` the command itself
 * asks `ctx.onceForGood`.
 */
export function mutation<
  const Of extends Call,
  Schema extends z.ZodType,
  Params extends Shape = PathShape<Of>,
  Query extends Shape = NoShape,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Described &
    Shapes<Params, Query, Body> & {
      readonly call: Of;
      readonly who: readonly Role[];
      readonly answer: Answer<Schema>;
      readonly once?: boolean | "inRun" | "forGood";
      readonly isEssential?: true;
      readonly run: (
        ctx: WriteCtx,
        input: Input<Params, Query, Body>,
      ) => Promise<Shown<Schema> | Existing<Shown<Schema>> | Unfinished>;
    },
): Operation {
  return { ...definition, ...completed(definition), kind: "mutation" };
}

/** Defines an operation that does what no transaction can: cookies, files, passwords, other hosts. */
export function action<
  const Of extends Call,
  Schema extends z.ZodType,
  Params extends Shape = PathShape<Of>,
  Query extends Shape = NoShape,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Described &
    Shapes<Params, Query, Body> & {
      readonly call: Of;
      readonly answer: Answer<Schema>;
      /** The schema of a multipart form, which `handle` reads itself. */
      readonly form?: z.ZodType;
      /** Its header is in the description; the handler notes the key itself. */
      readonly once?: boolean;
      readonly handle: (
        c: RestContext,
        input: Input<Params, Query, Body>,
      ) => Promise<Shown<Schema>>;
    },
): Operation {
  return { ...definition, ...completed(definition), kind: "action" };
}

/** Splits "GET /api/khata/{partnerId}". */
export function addressOf({ call }: Pick<Operation, "call">): { method: Method; path: string } {
  const [method, path = ""] = call.split(" ");
  return { method: method as Method, path };
}
