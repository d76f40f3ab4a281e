/** Claims of the outbox: those that wait for the connection, and those that the server refused. */
import { errorText } from "../../../domain/errors";
import { formatRupees } from "../../../domain/money";
import { paymentText } from "../../../domain/paymentLifecycle";
import { isClaim, shownState, type ClaimCommand, type Entry, NOT_KEPT } from "../../outbox/entry";
import type { Outbox } from "../../outbox/outbox";
import { useOutbox } from "../../outbox/useOutbox";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { useCorrection } from "./pageContext";
import { t } from "../../../domain/language/texts";

/** Those to one partner, or to all. */
export function UnsentClaims({ partnerId }: { partnerId?: string }) {
  const { entries, outbox } = useOutbox();
  const claims = entries
    .filter(isClaim)
    .filter(({ command }) => partnerId === undefined || command.partnerId === partnerId);
  if (claims.length === 0 || outbox === null) return null;
  return (
    <div className="mb-4 flex flex-col gap-3">
      {claims.map((claim) => (
        <UnsentClaim key={claim.key} claim={claim} outbox={outbox} />
      ))}
    </div>
  );
}

function subjectText({ amountPaise, partnerName, ...payment }: ClaimCommand): string {
  return t("{sum} to {distributor}, {payment}.", {
    sum: formatRupees(amountPaise),
    distributor: partnerName,
    payment: paymentText(payment),
  });
}

type UnsentClaimProps = { claim: Entry<ClaimCommand>; outbox: Outbox };

function UnsentClaim({ claim, outbox }: UnsentClaimProps) {
  const { isKept, ...conditions } = useOutbox();
  const { state, command, key } = claim;
  if (state.at === "refused") return <RefusedClaim claim={claim} outbox={outbox} />;
  const isSent = shownState(claim, conditions) === "sending" || state.at === "sending";
  const sentences = [
    subjectText(command),
    t("It is sent once, as soon as the server answers."),
    ...(isKept ? [] : [NOT_KEPT]),
  ];
  return (
    <Notice
      kind="info"
      title={isSent ? t("Sending") : t("Waiting to send")}
      message={sentences.join(" ")}
      actions={
        isSent ? undefined : (
          <Button size="sm" onClick={() => outbox.remove(key)}>
            {t("Don’t send")}
          </Button>
        )
      }
    />
  );
}

function RefusedClaim({ claim: { state, command, key }, outbox }: UnsentClaimProps) {
  const correct = useCorrection();
  if (state.at !== "refused") return null;
  const { refusal } = state;
  const reason =
    refusal === null ? t("The server did not answer as expected.") : errorText(refusal);
  const isAdvance = refusal?.code === "ADVANCE_NOT_MEANT";
  const goOn = () => {
    // The server refused it, so that no payment has its key.
    outbox.remove(key);
    outbox.add({ ...command, isAdvanceMeant: true });
  };
  return (
    <Notice
      kind="error"
      title={t("Not sent")}
      message={`${subjectText(command)} ${reason}`}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={isAdvance ? goOn : () => outbox.retry(key)}>
            {isAdvance ? t("Go on") : t("Send again")}
          </Button>
          {correct !== null && (
            <Button size="sm" onClick={() => correct({ ...command, outboxKey: key })}>
              {t("Correct")}
            </Button>
          )}
          <Button size="sm" onClick={() => outbox.remove(key)}>
            {t("Discard")}
          </Button>
        </>
      }
    />
  );
}
