/** Does what goes on for a signed-in user on every page: the outbox and its answers, deliveries of messages, kept results, prefetching. */
import { useEffect } from "react";
import { useDelivering } from "../features/chat/useMessenger";
import { ClaimAnswers } from "../features/khata/ClaimAnswers";
import { OrderAnswers } from "../features/orders/basket/OrderAnswers";
import { useOutbox } from "../outbox/useOutbox";
import { openLastResults } from "../live/lastResults/open";
import { useAccountId, useMarketClient } from "../live/useMarketClient";
import { useShownUser } from "../live/useShownUser";
import { usePushes } from "./usePushes";
import { serveUnsentCounts, unsentOf } from "./unsent";
import { usePrefetchPages } from "./usePrefetchPages";

export function MemberWork() {
  useServeUnsentCounts();
  useDelivering();
  usePushes();
  useKeptResults();
  usePrefetchPages(useShownUser()?.role);
  return (
    <>
      <OrderAnswers />
      <ClaimAnswers />
    </>
  );
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
