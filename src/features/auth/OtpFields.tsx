/** The code's box with its two buttons; once proved, a Verified badge takes their place. */
import * as links from "../../../domain/links";
import { BadgeCheck } from "lucide-react";
import { isComposing } from "../../lib/isComposing";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { TextLink } from "./AuthShell";
import type { Otp } from "./useOtp";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Leads to the system's mailbox, where mails stay on somebody's own machine; elsewhere there is no such page. */
function MailHint({ email }: { email: string }) {
  if (!LOOPBACK.has(window.location.hostname))
    return t("Enter the 6 digits that we sent to {email}.", { email });
  return rich("Enter the 6 digits. On this machine mails stay in the {mailbox}.", {
    mailbox: (
      <TextLink newTab to={links.mailbox(email)}>
        {t("mailbox")}
      </TextLink>
    ),
  });
}

export function OtpFields({ otp, email }: { otp: Otp; email: string }) {
  if (otp.verified) {
    return (
      <div role="status" className="flex items-center gap-2">
        <Badge tone="positive" icon={BadgeCheck}>
          {t("Verified")}
        </Badge>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("OTP")} className="min-w-32 flex-1">
          <Input
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            disabled={!otp.sent}
            value={otp.code}
            onChange={(event) => otp.setCode(event.target.value)}
            onKeyDown={(event) => {
              // Enter in this box means the code, not the form.
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              event.stopPropagation();
              if (otp.code.trim() !== "") otp.verify();
            }}
            className="font-mono tracking-[0.3em] tabular-nums"
          />
        </Field>
        <Button
          variant={otp.sent ? "primary" : "secondary"}
          busy={otp.isVerifying}
          disabled={otp.code.trim() === ""}
          onClick={otp.verify}
        >
          {t("Verify OTP")}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-36 flex-1 text-sm text-muted">
          {otp.sent ? (
            <MailHint email={email.trim()} />
          ) : (
            t("We confirm your email with a 6-digit code.")
          )}
        </p>
        <Button
          variant={otp.sent ? "secondary" : "primary"}
          size="sm"
          busy={otp.isSending}
          disabled={email.trim() === ""}
          onClick={otp.send}
        >
          {t("Send OTP")}
        </Button>
      </div>
    </div>
  );
}
