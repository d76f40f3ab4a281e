/** /dev/mailbox: the mails that a system without a mail service keeps. Live, filtered by e-mail, codes big enough to copy. */
import type { FunctionReturnType } from "convex/server";
import { MailOpen } from "lucide-react";
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { Card } from "../../ui/Card";
import { CardGrid } from "../../ui/CardGrid";
import { CopyButton } from "../../ui/CopyButton";
import { DateText } from "../../ui/DateText";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { SearchInput } from "../../ui/SearchInput";
import { t } from "../../../domain/language/texts";

/** Returns the one-time code in a mail's text: six digits that stand alone, or null. */
export function codeIn(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}

type Mail = FunctionReturnType<typeof api.auth.mailbox>["page"][number];

/** Asks for a key to the mailbox, which the server gives to its own machine. */
function useMailboxKey() {
  const open = useAction(api.auth.openMailbox);
  const [opening, setOpening] = useState(0);
  const [key, setKey] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const fail = (error: unknown) =>
      setFailure(error instanceof Error ? error : new Error(String(error)));
    open({}).then(
      (opened) => isCurrent && setKey(opened.key),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => void (isCurrent = false);
  }, [open, opening]);
  const reopen = () => {
    setFailure(null);
    setOpening((count) => count + 1);
  };
  return { key, failure, reopen };
}

export function MailboxPage() {
  const [params, setParams] = useSearchParams();
  const email = params.get("email") ?? "";
  const { key, failure, reopen } = useMailboxKey();
  const filter = email.trim() === "" ? {} : { email: email.trim() };
  const mails = useLiveList(api.auth.mailbox, key === null ? "skip" : { ...filter, key });
  const list = failure === null ? mails : { ...mails, error: failure, retry: reopen };
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={t("Mailbox")}
        lead={t(
          "This system has no mail service: what it would send stays here, for whoever sits at this machine.",
        )}
        action={
          <SearchInput
            value={email}
            onChange={(text) => setParams(text === "" ? {} : { email: text }, { replace: true })}
            placeholder={t("Only mails to…")}
            label={t("Email")}
            className="w-full sm:w-64"
          />
        }
      />
      <LiveList
        list={list}
        skeleton="rows"
        errorMessage={t("There is no mailbox on this system.")}
        empty={
          <EmptyState
            icon={MailOpen}
            title={t("No mail yet.")}
            hint={t("A code asked for on the sign-up page appears here at once.")}
          />
        }
      >
        {(mails) => <CardGrid className="flex flex-col gap-3" rows={mails} card={mailCard} />}
      </LiveList>
    </div>
  );
}

function mailCard(mail: Mail) {
  return <MailCard mail={mail} />;
}

function MailCard({ mail }: { mail: Mail }) {
  const code = codeIn(mail.text);
  return (
    <Card as="article" aria-label={mail.subject} className="p-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-md font-semibold">{mail.subject}</h2>
        <DateText date={mail.createdAt} withTime className="ml-auto text-sm text-muted" />
      </div>
      <p className="text-muted">{t("To {address}", { address: mail.to })}</p>
      {code !== null && <Code code={code} />}
      <p className="mt-3 whitespace-pre-line">{mail.text}</p>
    </Card>
  );
}

function Code({ code }: { code: string }) {
  return (
    <div className="mt-3 flex items-center justify-between gap-3 rounded-sm bg-sunken px-4 py-2">
      <output
        aria-label={t("Code")}
        className="font-mono text-2xl font-semibold tracking-[0.2em] tabular-nums select-all"
      >
        {code}
      </output>
      <CopyButton label={t("Copy")} text={code} />
    </div>
  );
}
