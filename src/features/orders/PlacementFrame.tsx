/**
 * Around every page: sends the orders that were clicked, keeps them over reloads and page changes until they are answered, and
 * says what became of those that no page is showing. What may happen to an order is in `placement.ts`.
 */
import { useMutation } from "convex/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Outlet } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { isErrorData } from "../../../domain/errors";
import { forgetDrafts } from "../../lib/accountStorage";
import { refusalOf, tryAgainAfter } from "../../lib/convexError";
import { useAccountId, useMarketClient } from "../../lib/useMarketClient";
import { useConnectionStatus } from "../../lib/useConnectionStatus";
import { useSession } from "../../lib/useSession";
import { useToast } from "../../ui/Toast";
import {
  newPlacementKey,
  nextBox,
  placedCount,
  placementOf,
  unanswered,
  type Placement,
  type PlacementBox,
  type PlacementEvent,
  type PlacementRequest,
  type Refusal,
} from "./placement";
import { ORDER_PLACED, refusalNotice } from "./orderMessages";
import { readBox, writeBox } from "./placementStorage";
import { PlacementContext, type PlacementDesk } from "./usePlacement";

/** An admin's or a distributor's box is always empty. */
const NOBODY = "";

function useRetailerId(): string {
  const session = useSession();
  return session.state === "signedIn" && session.me.role === "retailer" ? session.me._id : NOBODY;
}

function whyRefused(error: unknown): Refusal {
  const refusal = refusalOf(error);
  return isErrorData(refusal) ? refusal : null;
}

/** Sends whatever is unanswered, each once per page load; the Convex client resends over cuts by itself. */
function useSending(
  box: PlacementBox,
  dispatch: (event: PlacementEvent) => void,
  tellUnlessWatched: (placement: Placement, refusal: Refusal | "placed") => void,
) {
  const place = useMutation(api.orders.place);
  const retailerId = useRetailerId();
  const { canSend } = useConnectionStatus();
  const underWay = useRef(new Set<string>());

  useEffect(() => {
    async function send(placement: Placement) {
      const { key, msg, productId, quantity, pricePaise } = placement;
      try {
        await place({ placementKey: key, msg, lines: [{ productId, quantity, pricePaise }] });
        forgetDrafts(retailerId, `order-message:${productId}:`);
        forgetDrafts(retailerId, `order-quantity:${productId}:`);
        dispatch({ type: "placed", key });
        tellUnlessWatched(placement, "placed");
      } catch (error) {
        const wait = tryAgainAfter(error);
        // Too many at once: it stays sent, and goes out again when it may.
        if (wait !== null) {
          setTimeout(() => void send(placement), wait);
          return;
        }
        const refusal = whyRefused(error);
        dispatch({ type: "refused", key, refusal });
        tellUnlessWatched(placement, refusal);
      }
      underWay.current.delete(key);
    }

    if (!canSend || retailerId === NOBODY) return;
    for (const placement of unanswered(box, retailerId)) {
      if (underWay.current.has(placement.key)) continue;
      underWay.current.add(placement.key);
      dispatch({ type: "sent", key: placement.key });
      void send(placement);
    }
  }, [box, dispatch, place, canSend, retailerId, tellUnlessWatched]);
}

/** Which products' pages are open, and a note for an answer that none of them shows. */
function useWatchers() {
  const toast = useToast();
  const watched = useRef(new Set<string>());
  const watch = useCallback((productId: string) => {
    watched.current.add(productId);
    return () => {
      watched.current.delete(productId);
    };
  }, []);
  const tellUnlessWatched = useCallback(
    ({ productId, productName }: Placement, refusal: Refusal | "placed") => {
      if (watched.current.has(productId)) return;
      const { kind, title, message } = refusal === "placed" ? ORDER_PLACED : refusalNotice(refusal);
      toast({ kind, title: `${title}: ${productName}`, message });
    },
    [toast],
  );
  return { watch, tellUnlessWatched };
}

/** The account's box: another one, as it was kept, as soon as another account signs in. */
function useBox() {
  const client = useMarketClient();
  const accountId = useAccountId();
  const [kept, setKept] = useState(() => ({ accountId, box: readBox(accountId) }));
  if (kept.accountId !== accountId) setKept({ accountId, box: readBox(accountId) });
  const dispatch = useCallback(
    (event: PlacementEvent) => setKept((now) => ({ ...now, box: nextBox(now.box, event) })),
    [],
  );
  // Before the effect that sends: a key is kept before it is used.
  useEffect(() => {
    // What was discarded with a sign-out is not written back.
    if (!client.isClosed) writeBox(kept.accountId, kept.box);
  }, [client, kept]);
  return { box: kept.box, dispatch };
}

export function PlacementFrame() {
  const { box, dispatch } = useBox();
  const retailerId = useRetailerId();
  const { watch, tellUnlessWatched } = useWatchers();
  useSending(box, dispatch, tellUnlessWatched);

  const desk = useMemo<PlacementDesk>(
    () => ({
      find: (productId) => placementOf(box, retailerId, productId),
      placedCount: (productId) => placedCount(box, productId),
      click: (request: PlacementRequest) =>
        dispatch({ type: "clicked", request, newKey: newPlacementKey() }),
      drop: (key) => dispatch({ type: "dropped", key }),
      watch,
    }),
    [box, dispatch, retailerId, watch],
  );
  return (
    <PlacementContext value={desk}>
      <Outlet />
    </PlacementContext>
  );
}
