/** Health and metrics endpoints for monitoring, on the api listener only. */
import type { Metrics } from "../metrics";
import type { Authenticate } from "./callers";
import { requireAdmin } from "./callers";
import { sendJson, sendText } from "./exchange";
import type { Route } from "./routes";

export function operatingRoutes(metrics: Metrics, authenticate: Authenticate): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/api/health",
      handle: (exchange) => sendJson(exchange, 200, { status: "ok" }),
    },
    {
      method: "GET",
      path: "/metrics",
      handle: async (exchange) => {
        // How much is traded, and when, is nobody's business but the operator's.
        await requireAdmin(exchange, authenticate);
        sendText(exchange, 200, await metrics.text(), metrics.contentType);
      },
    },
  ];
}
