/** Everybody who listens to what happens in the market (`events.ts`), in the order in which they hear. */
import { programs } from "./account/listener";
import type { Listener } from "./events";
import { figures } from "./figures/listener";
import { pictureRequests } from "./imports/listener";
import { notifications } from "./notifications/listener";
import { deliveries, holds, orderTimeline } from "./orders/listener";
import { paymentTimeline } from "./payments/listener";
import { pushes } from "./push/listener";
import { searchIndex } from "./searchIndex/listener";
import { webhooks } from "./webhooks/listener";

export const LISTENERS: readonly Listener[] = [
  holds,
  orderTimeline,
  deliveries,
  paymentTimeline,
  figures,
  webhooks,
  notifications,
  pushes,
  pictureRequests,
  programs,
  searchIndex,
];
