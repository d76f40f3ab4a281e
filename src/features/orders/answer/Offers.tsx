/** The retailer's open offers of fewer pieces, and what became of those that were answered here. Live. */
import * as links from "../../../../domain/links";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { useLiveList } from "../../../live/useLiveList";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useNow } from "../../../lib/useNow";
import { Button } from "../../../ui/Button";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Notice } from "../../../ui/Notice";
import { OfferCard } from "./OfferCard";
import { OFFER_DECLINED, type OfferAnswer } from "./useOfferAnswer";
import { t } from "../../../../domain/language/texts";

/** The latest answer of an offer. */
type Answered = { readonly offerId: string; readonly answer: OfferAnswer };

/** @param orderId - If there is one, the offer of that order alone. */
export function Offers({ orderId }: { orderId?: string }) {
  const offers = useLiveList(api.offers.mine, orderId === undefined ? {} : { orderId }, {
    isKeptOffline: true,
  });
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const now = useNow();
  const put = (offerId: string, answer: OfferAnswer | null) =>
    setAnswered((answers) => [
      ...answers.filter((one) => one.offerId !== offerId),
      ...(answer === null ? [] : [{ offerId, answer }]),
    ]);
  const { results, status, error, retry, loadMore } = offers;
  if (results.length === 0 && answered.length === 0 && error === null)
    return status === "LoadingFirstPage" ? <span data-awaited hidden /> : null;
  return (
    <section aria-label={t("Offers")} className="mb-4 flex flex-col gap-3">
      {error !== null && (
        <ErrorNotice message={t("The offers could not be loaded.")} onRetry={retry} />
      )}
      {answered.map(({ offerId, answer }) => (
        <AnswerNotice key={offerId} answer={answer} onClose={() => put(offerId, null)} />
      ))}
      {results.map((offer) => (
        <OfferCard
          key={offer._id}
          offer={offer}
          now={now}
          onAnswered={(answer) => put(offer._id, answer)}
        />
      ))}
      {status === "CanLoadMore" && (
        <Button className="self-start" onClick={() => loadMore()}>
          {t("More offers")}
        </Button>
      )}
    </section>
  );
}

function AnswerNotice({ answer, onClose }: { answer: OfferAnswer; onClose: () => void }) {
  switch (answer.at) {
    case "agreed":
      return (
        <Notice
          kind="success"
          message={<Agreed invoiceId={answer.invoiceId} />}
          onClose={onClose}
        />
      );
    case "declined":
      return <Notice kind="info" message={OFFER_DECLINED} onClose={onClose} />;
    case "refused":
      return <Notice kind="warning" message={answer.text} onClose={onClose} />;
    default:
      return answer satisfies never;
  }
}

/** "Agreed. Invoice SWD/26-27/00011", whose number is read from the invoice. */
function Agreed({ invoiceId }: { invoiceId: string | null }) {
  const { value: invoice } = useLiveQuery(
    api.invoices.one,
    invoiceId === null ? "skip" : { invoiceId },
  );
  if (invoiceId === null) return t("Agreed.");
  return (
    <>
      {t("Agreed.")}{" "}
      <Link to={links.invoice(invoiceId)} className="font-medium underline underline-offset-2">
        {t("Invoice {number}", { number: invoice?.printedNumber ?? "" })}
      </Link>
    </>
  );
}
