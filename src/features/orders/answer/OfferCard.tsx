/** An offer of fewer pieces than were asked for, or at another GST: each line that changes, the new total, and Agree or Decline. */
import type { FunctionReturnType } from "convex/server";
import { useId } from "react";
import type { api } from "../../../../convex/_generated/api";
import { formatRupees } from "../../../../domain/money";
import { tradeName } from "../../../../domain/names";
import { gstText, totalWithTax } from "../../../../domain/price";
import { endText } from "../../../lib/waiting";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { DateText } from "../../../ui/DateText";
import { Money } from "../../../ui/Money";
import { WaitingNotice } from "../../../ui/WaitingNotice";
import { type OfferAnswer, useOfferAnswer } from "./useOfferAnswer";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

type Offer = FunctionReturnType<typeof api.offers.mine>["page"][number];
type Line = Offer["lines"][number];

export type OfferCardProps = {
  offer: Offer;
  now: number;
  onAnswered: (answer: OfferAnswer) => void;
};

export function OfferCard({ offer, now, onAnswered }: OfferCardProps) {
  const titleId = useId();
  const { lines, expiresAt, deliveryBefore } = offer;
  const total = lines.reduce((sum, line) => sum + totalWithTax(line, line.quantity), 0);
  return (
    <Card
      as="section"
      aria-labelledby={titleId}
      className="flex flex-col gap-3 border-l-3 border-l-accent p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="font-semibold">
          {titleOf(offer)} {t("Agree or decline?")}
        </h2>
        <p className="text-sm text-caution">{endText(expiresAt, now)}</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <OfferedLine key={line.lineId} line={line} />
        ))}
      </ul>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-sm text-muted">
          {rich("Delivery before {day}", { day: <DateText date={deliveryBefore} /> })}
        </p>
        <p>
          {rich("New total {sum}", {
            sum: <Money paise={total} className="text-md font-semibold" />,
          })}
        </p>
      </div>
      <Answers offerId={offer._id} onAnswered={onAnswered} />
    </Card>
  );
}

function titleOf({ companyName, distributorName, lines }: Offer): string {
  const distributor = tradeName({ name: distributorName, business: companyName });
  return lines.some(isShortLine)
    ? t("{distributor} can send less.", { distributor })
    : t("The GST on your order to {distributor} has changed.", { distributor });
}

function isShortLine({ quantity, askedQuantity }: Line): boolean {
  return quantity < askedQuantity;
}

function OfferedLine({ line }: { line: Line }) {
  const { productName, askedQuantity, placedPrice } = line;
  const isChanged = isShortLine(line) || placedPrice !== undefined;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 py-2 tabular-nums">
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{productName}</span>
      <span className={isChanged ? "font-medium" : "text-muted"}>{piecesText(line)}</span>
      <span className="ml-auto text-right sm:min-w-56">
        {isChanged && (
          <span className="text-muted">
            {formatRupees(totalWithTax(placedPrice ?? line, askedQuantity))} →{" "}
          </span>
        )}
        <Money paise={totalWithTax(line, line.quantity)} />
      </span>
    </li>
  );
}

/** Returns, for example, "asked 10 → 6", "asked 10 → not available", or "all 10", and "all 10 + 18% GST" where that is new. */
function piecesText(line: Line): string {
  const { askedQuantity, quantity, placedPrice } = line;
  const asked = askedQuantity.toLocaleString("en-IN");
  const gst = placedPrice === undefined ? "" : gstText(line);
  if (quantity === askedQuantity) return t("all {pieces}{gst}", { pieces: asked, gst });
  if (quantity === 0) return t("asked {asked} → not available", { asked });
  const offered = quantity.toLocaleString("en-IN");
  return t("asked {asked} → {offered}{gst}", { asked, offered, gst });
}

function Answers({
  offerId,
  onAnswered,
}: Pick<OfferCardProps, "onAnswered"> & { offerId: string }) {
  const { agree, decline } = useOfferAnswer(offerId, onAnswered);
  const isBusy = agree.isBusy || decline.isBusy;
  return (
    <>
      {(agree.isWaiting || decline.isWaiting) && <WaitingNotice />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          className="flex-1 sm:flex-none"
          busy={agree.isBusy}
          disabled={isBusy}
          onClick={() => void agree.run()}
        >
          {t("Agree")}
        </Button>
        <Button
          className="flex-1 sm:flex-none"
          busy={decline.isBusy}
          disabled={isBusy}
          onClick={() => void decline.run()}
        >
          {t("Decline")}
        </Button>
      </div>
    </>
  );
}
