/** The button of an invoice's timeline: what happened to its order, its payments and credit notes, in the page's side panel. */
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { partyIn, timelineSteps } from "../../market/timeline";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useShownUser } from "../../live/useSession";
import { LiveTimeline, TimelineButton } from "../../ui/Timeline";
import type { Invoice } from "./invoiceChoice";

export function InvoiceTimeline({ invoice }: { invoice: Invoice }) {
  const subject = `Invoice ${invoice.printedNumber}`;
  return <TimelineButton subject={subject} body={<Steps invoice={invoice} />} look="button" />;
}

function Steps({ invoice }: { invoice: Invoice }) {
  const { _id: invoiceId, distributor, retailer } = invoice;
  const { value: events, ...answer } = useLiveQuery(api.invoices.timeline, { invoiceId });
  const party = partyIn(useShownUser()?.role);
  const value = useMemo(() => {
    const names = { retailer: retailer.name, distributor: distributor.name };
    return events && { steps: timelineSteps(events, { names, party }) };
  }, [events, distributor.name, retailer.name, party]);
  return <LiveTimeline answer={{ ...answer, value }} />;
}
