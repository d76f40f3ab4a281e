/** Health and metrics endpoints for monitoring, on the api listener only. */
import type { DiskReserve } from "../diskReserve";
import type { Metrics } from "../metrics";
import type { Authenticate } from "./callers";
import { requireAdmin } from "./callers";
import { sendJson, sendText } from "./exchange";
import type { Route } from "./routes";

export function operatingRoutes(
  metrics: Metrics,
  authenticate: Authenticate,
  disk: DiskReserve,
): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/api/health",
      // What is read goes on, so that the address stays a healthy one to a load balancer.
      handle: (exchange) =>
        sendJson(exchange, 200, { status: "ok", ...(disk.isLow && { diskFull: true }) }),
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
