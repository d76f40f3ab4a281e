import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useServerAction, type ServerAction } from "../../lib/useServerAction";

/** Confirms a claim; a failure is a toast, because the claim may have left the list meanwhile. */
export function useConfirmPayment(): ServerAction<{ paymentId: string }> {
  return useServerAction(useMutation(api.payments.confirm), {
    failure: "The payment could not be confirmed. Please try again.",
    success: "Payment confirmed.",
    onFailure: "toast",
  });
}
