/** One user's feedback with date and rating; long texts are cut until opened. */
import type { FunctionReturnType } from "convex/server";
import { useId, useState } from "react";
import type { api } from "../../../convex/_generated/api";
import { mailtoHref } from "../../device/contactLinks";
import { ROLE_WORDS } from "../../session/userdata";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { Stars } from "../../ui/Stars";
import { previewOf } from "./preview";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export type FeedbackRow = FunctionReturnType<typeof api.feedback.list>["page"][number];

export type FeedbackCardProps = {
  feedback: FeedbackRow;
  /** Came while the page was open. */
  arriving: boolean;
};

export function FeedbackCard({ feedback, arriving }: FeedbackCardProps) {
  const { name, email, role, rating, createdAt, complaint, review } = feedback;
  const id = useId();
  return (
    <Card as="article" arriving={arriving} aria-labelledby={id} className="flex flex-col gap-3 p-4">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Avatar name={name} />
        <div className="min-w-[min(8rem,100%)] flex-1">
          <h2 id={id} className="font-semibold wrap-anywhere">
            {name}
          </h2>
          <a
            href={mailtoHref(email)}
            className="tap block text-sm wrap-anywhere text-muted underline-offset-2 hover:underline touch:-my-3"
          >
            {email}
          </a>
        </div>
        <Badge>{ROLE_WORDS[role]}</Badge>
      </header>
      <p className="flex items-center justify-between gap-3 text-sm text-muted">
        <Stars rating={rating} />
        <DateText date={createdAt} />
      </p>
      <Words label={t("Complaint")} subject={t("of the complaint")} text={complaint} />
      <Words label={t("Review")} subject={t("of the review")} text={review} />
    </Card>
  );
}

function Words({ label, subject, text }: { label: string; subject: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const hidden = <span className="sr-only">{subject}</span>;
  const preview = previewOf(text);
  return (
    <section>
      <h3 className="text-xs font-medium text-muted">{label}</h3>
      {text === "" ? (
        <p className="text-muted">{t("None")}</p>
      ) : (
        <p className="whitespace-pre-line">
          {isOpen ? text : (preview ?? text)}
          {preview !== null && (
            <>
              {" "}
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="font-medium text-accent-ink hover:underline"
              >
                {isOpen
                  ? rich("Less {subject}", { subject: hidden })
                  : rich("More {subject}", { subject: hidden })}
              </button>
            </>
          )}
        </p>
      )}
    </section>
  );
}
