/** The description of all calls, made from their routes: OpenAPI 3.1, with a command to try each call. */
import type { RestApp } from "./env";
import { curlOf, sourcesOf } from "./exampleCommands";
import { EXAMPLES } from "./examples";

const DESCRIPTION = [
  "A live wholesale market. Money is in rupees with at most two decimals; times are ISO 8601 in UTC; days are India's.",
  "Sign in with `POST /api/auth/login` and send its token as `Authorization: Bearer …`, or use a key made on the settings page.",
  "An order may have several lines. Lists have a row for each line, with its own `_id` and the order's `orderId`; calls with `/api/orders/{id}` take the whole order.",
  "Lists answer at most 1,000 rows; while more follow, the `Link` header names the next page.",
  "Addresses of pictures are good for seven days at least: ask again rather than keep them.",
  "Refusals carry `error` and `message` (the same sentence), a stable `code`, and a `requestId`.",
].join("\n\n");

const TAGS = {
  auth: "Signing up and in, and bringing pictures.",
  users: "Who trades here.",
  products: "What is on sale, and its stock.",
  network: "Connections between retailers and distributors.",
  basket: "What a retailer means to order.",
  orders: "From placing to completing.",
  invoices: "What accepted orders come with.",
  "credit notes": "What distributors give back of their invoices.",
  khata: "What retailers owe distributors, on which terms.",
  payments: "What was paid, as its two sides say. Mandi takes no money.",
  chat: "Talk between connected parties.",
  notifications: "What the caller was told.",
  feedback: "Complaints and reviews.",
  news: "What the day brought.",
  admin: "What administrators oversee.",
  system: "About the deployment.",
};

function describeAccess({ openAPIRegistry }: RestApp): void {
  openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The token of a login, or a key made on the settings page.",
  });
  openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "token",
    description: "Kept by browsers after a login.",
  });
}

/** With each operation, how to try it: `x-codeSamples` as several readers of OpenAPI show them, and `x-needs` in words. */
function withExamples(paths: Record<string, object>): Record<string, object> {
  const entries = Object.entries(paths).map(([path, operations]) => {
    const described = Object.entries(operations).map(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const example = EXAMPLES[call];
      if (example === undefined) return [method, operation as object];
      const samples = [{ lang: "Shell", label: "curl", source: curlOf(call, example) }];
      const added = { "x-codeSamples": samples, "x-needs": sourcesOf(example) };
      return [method, { ...(operation as object), ...added }];
    });
    return [path, Object.fromEntries(described) as object];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

/** `GET /api/openapi.json`. */
export function serveDocument(app: RestApp): void {
  describeAccess(app);
  app.get("/api/openapi.json", (c) => {
    const document = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "Mandi", version: "1", description: DESCRIPTION },
      servers: [{ url: new URL(c.req.url).origin }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    });
    c.header("Cache-Control", "public, max-age=60");
    return c.json({ ...document, paths: withExamples(document.paths ?? {}) });
  });
}
