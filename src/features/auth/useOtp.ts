/**
 * The one-time code of sign-up and password reset: ask for it, prove it, hold the ticket that the proof gives.
 *
 *   unsent ──send──▶ sent ──verify──▶ verified (for this e-mail only)
 *      └──────────── forget ◀──────────────┘ (the server no longer knows the ticket)
 */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { EMAIL_FIELD } from "../../../domain/fields/email";
import { textProblem } from "../../../domain/fields/text";
import { normalEmail } from "../../../domain/text";
import { deviceToken } from "../../device/device";
import { useMarketClient } from "../../live/useMarketClient";
import { useServerAction } from "../../forms/useServerAction";
import { withTimeout } from "./withTimeout";
import { isVerifiedFor } from "./checks";
import { currentLanguage, t } from "../../../domain/language/texts";

export type OtpPurpose = "signup" | "reset";

export type OtpNews = { kind: "success" | "error"; message: string };

type Proof = { email: string; ticket: string };

export type Otp = ReturnType<typeof useOtp>;

export function useOtp(purpose: OtpPurpose, email: string, tell: (news: OtpNews) => void) {
  const sendOtp = useAction(api.auth.sendOtp);
  const verifyOtp = useAction(api.auth.verifyOtp);
  const client = useMarketClient();
  const [code, setCode] = useState("");
  /** The handle of the code that was requested last: the code is this form's alone. */
  const [handle, setHandle] = useState<string>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [proof, setProof] = useState<Proof | null>(null);
  const address = normalEmail(email) ?? null;

  const fail = (message: string) => tell({ kind: "error", message });
  const sending = useServerAction(
    (to: string) => {
      const device = purpose === "reset" ? deviceToken() : undefined;
      const language = currentLanguage();
      const request = { email: to, purpose, handle, device, language };
      return withTimeout(client, () => sendOtp(request));
    },
    {
      failure: t("Failed to send OTP. Please try again."),
      onFailure: fail,
      onSuccess: (sent, to) => {
        setHandle(sent.handle);
        setSentTo(to);
        setCode("");
        tell({ kind: "success", message: t("OTP sent to {email}.", { email: to }) });
      },
    },
  );
  const verifying = useServerAction(
    (of: string) =>
      withTimeout(client, () => verifyOtp({ email: of, otp: code.trim(), purpose, handle })),
    {
      failure: t("An error occurred while verifying OTP."),
      onFailure: fail,
      onSuccess: ({ ticket }, of) => {
        setProof({ email: of, ticket });
        tell({ kind: "success", message: t("OTP verified successfully.") });
      },
    },
  );

  function send() {
    const problem = textProblem(EMAIL_FIELD, email);
    if (problem === null && address !== null) void sending.run(address);
    else fail(problem ?? "");
  }
  function verify() {
    if (address !== null) void verifying.run(address);
  }

  /** Begins anew: otherwise "Verified" would stand where the code has to be asked for again. */
  function forget() {
    setProof(null);
    setSentTo(null);
    setCode("");
  }

  const verified = isVerifiedFor(proof?.email ?? null, email);
  return {
    code,
    setCode,
    send,
    verify,
    forget,
    isSending: sending.isBusy,
    isVerifying: verifying.isBusy,
    /** A code is on its way to the address that is typed now. */
    sent: sentTo !== null && sentTo === address,
    verified,
    ticket: verified && proof !== null ? proof.ticket : null,
  };
}
