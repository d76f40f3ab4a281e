/** Announces what became of a claim that was sent from here, on whatever page the user is. */
import { useEffect } from "react";
import { errorText } from "../../../domain/errors";
import { formatRupees } from "../../../domain/money";
import { useOutbox } from "../../outbox/useOutbox";
import { useToast } from "../../ui/Toast";
import { t } from "../../../domain/language/texts";

export function ClaimAnswers(): null {
  const toast = useToast();
  const { outbox } = useOutbox();
  useEffect(
    () =>
      outbox?.listen(null, ({ entry: { command }, refusal }) => {
        if (command.kind !== "claim") return;
        const claim = {
          sum: formatRupees(command.amountPaise),
          distributor: command.partnerName,
        };
        if (refusal === undefined) {
          toast({
            kind: "success",
            title: t("Payment told"),
            message: t("{sum} to {distributor} waits to be confirmed.", claim),
            isOfNoPage: true,
          });
          return;
        }
        const reason = refusal === null ? t("Please send it again.") : errorText(refusal);
        const message = `${t("{sum} to {distributor}.", claim)} ${reason}`;
        toast({ kind: "error", title: t("Payment not sent"), message });
      }),
    [outbox, toast],
  );
  return null;
}
