/**
 * The REST interface: every documented call, for callers who never see the app's screens. It holds no rules; it turns a request
 * into a call of the same functions that the screens' public functions call, and their answer into documented fields and words.
 */
import { OpenAPIHono } from "@hono/zod-openapi";
import { failWith } from "../errors";
import { addAdmin } from "./admin";
import { firstField } from "./call";
import { addBasket } from "./basket";
import { addCreditNotes } from "./creditNotes";
import { serveDocument } from "./document";
import type { RestApp, RestContext, RestEnv } from "./env";
import { guard } from "./guard";
import { addInvoices } from "./invoices";
import { addKhata } from "./khata";
import { addKhataTerms } from "./khataTerms";
import { addOffers } from "./offers";
import { addOrderMoves } from "./orderMoves";
import { addOrders } from "./orders";
import { addOrderTerms } from "./orderTerms";
import { addPayments } from "./payments";
import { addProductChanges } from "./productChanges";
import { addProducts } from "./products";
import { OPERATIONS } from "./operations";
import { answerError, refuse } from "./respond";
import { serve } from "./serve";
import { addStock } from "./stock";
import { addUploads } from "./uploads";
import { addUsers } from "./users";
import { describeWebhooks } from "./webhooks";
import { addWholeOrders } from "./wholeOrders";

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
  const app: RestApp = new OpenAPIHono<RestEnv>({
    defaultHook: (result, c) => {
      if (!result.success) failWith(c.get("invalid")(firstField(result.error.issues)));
    },
  });
  app.use("*", guard);
  app.onError(answerError);
  app.notFound((c) => answerUnknown(app, c));
  return app;
}

export const app = newApp();
serve(app, OPERATIONS);
addUploads(app);
addUsers(app);
addOrderTerms(app);
// Fixed paths come before those with a parameter in the same place.
addStock(app);
addProducts(app);
addProductChanges(app);
addOrders(app);
addOrderMoves(app);
addBasket(app);
addWholeOrders(app);
addOffers(app);
addInvoices(app);
addCreditNotes(app);
addKhata(app);
addKhataTerms(app);
addPayments(app);
addAdmin(app);
describeWebhooks(app);
serveDocument(app);
