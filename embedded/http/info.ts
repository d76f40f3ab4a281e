/** Endpoints that tools check before they use a deployment. */
import { INSTANCE_NAME } from "../adminKey";
import { sendText } from "./exchange";
import type { Route } from "./routes";

/** Tools compare this with the version that a hosted backend would name. */
const VERSION = "embedded";

export const infoRoutes: readonly Route[] = [
  { method: "GET", path: "/version", handle: (exchange) => sendText(exchange, 200, VERSION) },
  {
    method: "GET",
    path: "/instance_version",
    handle: (exchange) => sendText(exchange, 200, VERSION),
  },
  {
    method: "GET",
    path: "/instance_name",
    handle: (exchange) => sendText(exchange, 200, INSTANCE_NAME),
  },
];
