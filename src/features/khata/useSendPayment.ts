/**
 * Sends the form of a payment: of a retailer as a claim, through the outbox, which sends it once and without a connection later; of a
 * distributor as a record, under a key that is made once for the form.
 */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf, UserFacingError } from "../../live/convexError";
import { newKey, OUTBOX_FULL } from "../../outbox/entry";
import { useOutbox } from "../../outbox/useOutbox";
import { saveFailureText, useUploadOnce } from "../../files/useUploadOnce";
import { useServerAction } from "../../forms/useServerAction";
import { type Correction, useTradeRole } from "./pageContext";
import type { Khata } from "./khataTexts";
import { type ADVANCE_MEANT, paymentOf, type PaymentValues } from "./paymentForm";
import { t } from "../../../domain/language/texts";

type Sending = { readonly values: PaymentValues; readonly meant: Partial<typeof ADVANCE_MEANT> };

function useRecord(partnerId: Id<"users">) {
  const record = useMutation(api.payments.record);
  const [paymentKey] = useState(newKey);
  return async ({ values, meant }: Sending) => {
    await record({ partnerId, paymentKey, ...paymentOf(values), ...meant });
  };
}

function useClaim({ partnerId, company }: Khata, correction: Correction | null) {
  const { outbox } = useOutbox();
  const upload = useUploadOnce();
  return async ({ values, meant }: Sending) => {
    const { file } = values;
    const earlierProofId = correction?.proofImageId;
    const proofImageId = file === null ? earlierProofId : await upload(file);
    const proof = proofImageId === undefined ? {} : { proofImageId };
    const claim = { kind: "claim", partnerId, partnerName: company } as const;
    if (outbox?.add({ ...claim, ...paymentOf(values), ...proof, ...meant }) !== true)
      throw new UserFacingError(OUTBOX_FULL);
    // The server refused it, so that no payment has its key.
    if (correction?.outboxKey !== undefined) outbox.remove(correction.outboxKey);
  };
}

type SendOptions = {
  readonly correction: Correction | null;
  readonly onSent: () => void;
  readonly onAdvance: (paise: number) => void;
};

/** `onAdvance` hears how much goes beyond the balance, where the server knows it better than the page. */
export function useSendPayment(khata: Khata, { correction, onSent, onAdvance }: SendOptions) {
  const isRetailer = useTradeRole() === "retailer";
  const [record, claim] = [useRecord(khata.partnerId), useClaim(khata, correction)];
  const [problem, setProblem] = useState<string | null>(null);
  const action = useServerAction(isRetailer ? claim : record, {
    failure: (error) =>
      saveFailureText(error, t("The payment could not be sent. Please try again.")),
    ...(!isRetailer && { success: t("Payment recorded.") }),
    onDone: onSent,
    onFailure: (text, error) => {
      const refusal = refusalOf(error);
      if (refusal?.code === "ADVANCE_NOT_MEANT") onAdvance(refusal.advancePaise);
      else setProblem(text);
    },
  });
  const send = (values: PaymentValues, meant: Sending["meant"]) => {
    setProblem(null);
    void action.run({ values, meant });
  };
  return { send, isBusy: action.isBusy, problem };
}
