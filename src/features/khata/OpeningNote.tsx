/** The opening balance that the distributor proposed, what became of it, and its answers. Nothing where none was, or where it was taken back. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatDate } from "../../../domain/dates";
import { OPENING_OBJECTION_DAYS, REASON_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import type { TradeRole } from "../../../domain/roles";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { TextPromptDialog } from "../../forms/TextPromptDialog";
import { type Khata, firstName } from "./khataTexts";
import { useTradeRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

type Opening = NonNullable<Khata["opening"]>;

/** Returns, for example, "₹1,250.00 to pay since 11 May 2026", or as an advance. */
function sumText({ paise, day }: Opening, role: TradeRole): string {
  const values = { sum: formatRupees(Math.abs(paise)), day: formatDate(day) };
  if (paise < 0) return t("{sum} paid in advance since {day}", values);
  return role === "retailer"
    ? t("{sum} to pay since {day}", values)
    : t("{sum} to collect since {day}", values);
}

/** Returns null where nothing is shown. */
function stateText({ opening, partnerName }: Khata, role: TradeRole): string | null {
  if (opening === undefined) return null;
  const { state, countsAt, answeredAt = countsAt } = opening;
  const day = formatDate(answeredAt);
  switch (state) {
    case "proposed":
      return role === "retailer"
        ? t("Proposed by {distributor}. It counts on {day} unless you object.", {
            distributor: firstName(partnerName),
            day: formatDate(countsAt),
          })
        : t("Proposed. It counts once {retailer} agrees, or on {day} without an objection.", {
            retailer: firstName(partnerName),
            day: formatDate(countsAt),
          });
    case "agreed":
      return t("Agreed to on {day}.", { day });
    case "unopposed":
      return t("Counts since {day}: no objection came within {days} days.", {
        day,
        days: OPENING_OBJECTION_DAYS,
      });
    case "objected":
      return t("Objected to on {day}. It does not count.", { day });
    case "withdrawn":
      return null;
    default:
      return state satisfies never;
  }
}

export function OpeningNote({ khata }: { khata: Khata }) {
  const role = useTradeRole();
  const { opening } = khata;
  const text = stateText(khata, role);
  if (opening === undefined || text === null) return null;
  return (
    <Card as="section" aria-label={t("Opening balance")} className="flex flex-col gap-2 p-4">
      <h2 className="text-md font-semibold">{t("Opening balance")}</h2>
      <p className="tabular-nums">{sumText(opening, role)}</p>
      <p className="text-sm text-muted">{text}</p>
      {opening.objection !== undefined && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-negative">
          {t("Objection: “{objection}”", { objection: opening.objection })}
        </p>
      )}
      {role === "retailer" ? <Answers opening={opening} /> : <Withdrawal opening={opening} />}
    </Card>
  );
}

function Answers({ opening }: { opening: Opening }) {
  const { _id: openingId, state, objection } = opening;
  const [isObjecting, setIsObjecting] = useState(false);
  const agree = useServerAction(useMutation(api.khata.agreeToOpening), {
    failure: t("The opening balance could not be agreed to. Please try again."),
    success: t("The opening balance counts now."),
  });
  const object = useMutation(api.khata.objectToOpening);
  const isWaiting = state === "proposed";
  const mayObject = isWaiting || (state === "unopposed" && objection === undefined);
  return (
    <>
      {mayObject && (
        <div className="flex flex-wrap gap-2">
          {isWaiting && (
            <Button
              variant="primary"
              busy={agree.isBusy}
              onClick={() => void agree.run({ openingId })}
            >
              {t("Agree")}
            </Button>
          )}
          <Button onClick={() => setIsObjecting(true)}>{t("Object")}</Button>
        </div>
      )}
      {agree.error !== null && <ErrorNotice message={agree.error} />}
      {isObjecting && (
        <TextPromptDialog
          subjectId={openingId}
          title={t("Object to this opening balance")}
          description={sumText(opening, "retailer")}
          label={isWaiting ? t("Your objection") : t("Your objection. It changes no balance")}
          maxLength={REASON_MAX}
          emptyMessage={t("Please give a reason.")}
          submitLabel={t("Object")}
          dismissLabel={t("Cancel")}
          failure={t("The objection could not be sent. Please try again.")}
          onSubmit={(reason) => object({ openingId, reason })}
          onClose={() => setIsObjecting(false)}
        />
      )}
    </>
  );
}

function Withdrawal({ opening: { _id: openingId, state } }: { opening: Opening }) {
  const withdraw = useServerAction(useMutation(api.khata.withdrawOpening), {
    failure: t("The opening balance could not be taken back. Please try again."),
  });
  if (state !== "proposed") return null;
  return (
    <>
      <Button
        size="sm"
        className="self-start"
        busy={withdraw.isBusy}
        onClick={() => void withdraw.run({ openingId })}
      >
        {t("Take back")}
      </Button>
      {withdraw.error !== null && <ErrorNotice message={withdraw.error} />}
    </>
  );
}
