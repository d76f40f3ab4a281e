/**
 * The REST interface: every documented call, for callers who never see the app's screens. It holds no rules; it turns a request
 * into a call of the same functions that the screens' public functions call, and their answer into documented fields and words.
 */
import { OpenAPIHono } from "@hono/zod-openapi";
import { serveDocument } from "./document";
import type { RestApp, RestContext, RestEnv } from "./env";
import { guard } from "./guard";
import { OPERATIONS } from "./operations";
import { answerError, refuse } from "./respond";
import { serve } from "./serve";
import { describeWebhooks } from "./webhooks";

/** True if a route's pattern, with `:parameters`, matches the path. */
function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(":") ? given[at] !== "" : part === given[at]))
  );
}

/** A known address asked in the wrong way is another mistake than an unknown one. */
function answerUnknown(app: RestApp, c: RestContext): Response {
  const routes = app.routes.filter(
    ({ method, path }) => method !== "ALL" && fits(path, c.req.path),
  );
  const fixed = routes.filter(({ path }) => path === c.req.path);
  const methods = (fixed.length > 0 ? fixed : routes).map(({ method }) => method);
  if (methods.length === 0) return refuse(c, { code: "NOT_FOUND" });
  const allowed = new Set([...methods, "OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])]);
  c.header("Allow", [...allowed].sort().join(", "));
  return refuse(c, { code: "NO_SUCH_METHOD" });
}

function newApp(): RestApp {
  const app: RestApp = new OpenAPIHono<RestEnv>();
  app.use("*", guard);
  app.onError(answerError);
  app.notFound((c) => answerUnknown(app, c));
  return app;
}

export const app = newApp();
serve(app, OPERATIONS);
describeWebhooks(app);
serveDocument(app);
