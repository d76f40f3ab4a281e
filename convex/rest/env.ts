/** Types of a handler's context: Convex's action context as `c.env`, facts about the request as `c.var`. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ErrorCode, ErrorData } from "../../domain/errors";
import type { ActionCtx } from "../_generated/server";
import type { CallerArg } from "./caller";
import type { OnceArg } from "./once";

/** A call's own words for some refusals, where the specification has others than the product at large. */
export type Words = Partial<Record<ErrorCode, string>>;

export type RestEnv = {
  Bindings: ActionCtx;
  Variables: {
    requestId: string;
    caller: CallerArg;
    words: Words;
    /** Returns the error for a field that does not fit the call. */
    invalid: (field: string) => ErrorData;
    once: OnceArg | undefined;
    /** The caller, once it is known. */
    userId: string | undefined;
    /** Length of the JSON body that was read. */
    bodyLength: number | undefined;
  };
};

export type RestContext = Context<RestEnv>;
export type RestApp = OpenAPIHono<RestEnv>;
