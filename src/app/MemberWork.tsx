/** Does what goes on for a signed-in user on every page: the outbox and its answers, deliveries of messages, kept results, prefetching. */
import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "../../convex/_generated/api";
import { useDelivering } from "../features/chat/useMessenger";
import { ClaimAnswers } from "../features/khata/ClaimAnswers";
import { OrderAnswers } from "../features/orders/basket/OrderAnswers";
import { useOutbox } from "../outbox/useOutbox";
import { openLastResults } from "../live/lastResults/open";
import { useAccountId, useMarketClient } from "../live/useMarketClient";
import { useSession, useShownUser } from "../live/useSession";
import { beginIn, isPseudoLanguage, storedLanguage } from "../device/language";
import { serveUnsentCounts, unsentOf } from "./unsent";
import { usePrefetchPages } from "./usePrefetchPages";
import { useNavigate } from "react-router-dom";
import { keepPush } from "../live/push";
import { isOpenPath, isSubscriptionChanged } from "../worker/pushMessages";

export function MemberWork() {
  useServeUnsentCounts();
  useDelivering();
  usePushes();
  useKeptResults();
  usePrefetchPages(useShownUser()?.role);
  useAccountLanguage();
  return (
    <>
      <OrderAnswers />
      <ClaimAnswers />
    </>
  );
}

/** Takes the account's language over once it is known, or gives the account that of this browser where it has none. */
function useAccountLanguage() {
  const session = useSession();
  const me = session.state === "signedIn" ? session.me : null;
  const save = useMutation(api.account.chooseLanguage);
  const compared = useRef<string | null>(null);
  useEffect(() => {
    // Once for each account: a choice on another device does not begin this one anew while somebody types.
    if (me === null || compared.current === me._id || isPseudoLanguage()) return;
    compared.current = me._id;
    const stored = storedLanguage();
    if (me.language !== undefined) beginIn(me.language, { isUndoable: false });
    else if (stored !== "en") void save({ language: stored }).catch(() => undefined);
  }, [me, save]);
}

function useServeUnsentCounts() {
  const accountId = useAccountId();
  const { outbox } = useOutbox();
  useEffect(() => {
    if (accountId === null || outbox === null) return;
    return serveUnsentCounts(accountId, async () => {
      await outbox.open();
      return unsentOf(accountId, outbox.snapshot().entries);
    });
  }, [accountId, outbox]);
}

function useKeptResults() {
  const client = useMarketClient();
  useEffect(() => openLastResults(client), [client]);
}

/** Keeps this browser's pushes on for the account that turned them on, and opens what a clicked notification leads to. */
function usePushes(): void {
  const client = useMarketClient();
  const navigate = useNavigate();
  useEffect(() => {
    // Without a connection it waits; a refusal is shown where pushes are turned on.
    const keep = () => void keepPush(client).catch(() => undefined);
    keep();
    if (!("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      if (isSubscriptionChanged(data)) keep();
      if (!isOpenPath(data)) return;
      ports[0]?.postMessage("opened");
      void navigate(data.path);
    };
    serviceWorker.addEventListener("message", hear);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener("message", hear);
  }, [client, navigate]);
}
