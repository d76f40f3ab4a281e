/**
 * The one-time code of sign-up and password reset: ask for it, prove it, hold the ticket that the proof gives.
 *
 *   unsent ──send──▶ sent ──verify──▶ verified (for this e-mail only)
 */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { normalEmail } from "../../../domain/text";
import { errorMessage } from "../../lib/convexError";
import { deviceToken } from "../../lib/device";
import { answered } from "./answered";
import { emailProblem } from "../../lib/fieldProblems";
import { isVerifiedFor } from "./checks";

export type OtpPurpose = "signup" | "reset";

export type OtpNews = { kind: "success" | "error"; message: string };

type Proof = { email: string; ticket: string };

export type Otp = ReturnType<typeof useOtp>;

export function useOtp(purpose: OtpPurpose, email: string, tell: (news: OtpNews) => void) {
  const sendOtp = useAction(api.auth.sendOtp);
  const verifyOtp = useAction(api.auth.verifyOtp);
  const [code, setCode] = useState("");
  /** Of the code that was asked for last: the code is this form's alone. */
  const [handle, setHandle] = useState<string>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [proof, setProof] = useState<Proof | null>(null);
  const [busy, setBusy] = useState<"send" | "verify" | null>(null);
  const address = normalEmail(email) ?? null;

  async function during(what: "send" | "verify", work: () => Promise<void>, fallback: string) {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      tell({ kind: "error", message: errorMessage(error, fallback) });
    } finally {
      setBusy(null);
    }
  }

  async function send() {
    const problem = emailProblem(email);
    if (problem !== null || address === null) {
      tell({ kind: "error", message: problem ?? "" });
      return;
    }
    await during(
      "send",
      async () => {
        const device = purpose === "reset" ? deviceToken() : undefined;
        const asked = { email: address, purpose, handle, device };
        setHandle((await answered(sendOtp(asked))).handle);
        setSentTo(address);
        setCode("");
        tell({ kind: "success", message: `OTP sent to ${address}.` });
      },
      "Failed to send OTP. Please try again.",
    );
  }

  async function verify() {
    if (address === null) return;
    await during(
      "verify",
      async () => {
        const typed = { email: address, otp: code.trim(), purpose, handle };
        const { ticket } = await answered(verifyOtp(typed));
        setProof({ email: address, ticket });
        tell({ kind: "success", message: "OTP verified successfully." });
      },
      "An error occurred while verifying OTP.",
    );
  }

  const verified = isVerifiedFor(proof?.email ?? null, email);
  return {
    code,
    setCode,
    send,
    verify,
    busy,
    /** A code is on its way to the address that is typed now. */
    sent: sentTo !== null && sentTo === address,
    verified,
    ticket: verified && proof !== null ? proof.ticket : null,
  };
}
