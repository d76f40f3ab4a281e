/** /complaintandreview: a trader's complaint, review and rating. Admins get a link to the feedback instead. */
import * as links from "../../../domain/links";
import { MessageSquareText } from "lucide-react";
import { FEEDBACK_MAX } from "../../../domain/limits";
import { ROLE_WORDS, type Me } from "../../session/userdata";
import { useSession } from "../../live/useSession";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { EmptyState } from "../../ui/EmptyState";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { Textarea } from "../../ui/Textarea";
import { WaitingNotice } from "../../ui/WaitingNotice";
import { StarRating } from "./StarRating";
import { type FeedbackFormState, useFeedbackForm } from "./useFeedbackForm";
import { t } from "../../../domain/language/texts";

export function FeedbackPage() {
  const session = useSession();
  if (session.state !== "signedIn") return null;
  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={t("Complaint and Review")}
        lead={t(
          "Tell us what went wrong and what you like. It is read by the people who run the market.",
        )}
      />
      {session.me.role === "admin" ? <ForTraders /> : <FeedbackForm me={session.me} />}
    </div>
  );
}

function ForTraders() {
  return (
    <EmptyState
      icon={MessageSquareText}
      title={t("Feedback is written by retailers and distributors.")}
      hint={t("As an admin you read it.")}
      action={
        <LinkButton variant="primary" to={links.ADMIN_FEEDBACK}>
          {t("Read the feedback")}
        </LinkButton>
      }
    />
  );
}

function FeedbackForm({ me }: { me: Me }) {
  const feedback = useFeedbackForm(me._id);
  return (
    <Card className="p-4 md:p-5">
      <Form onSubmit={feedback.submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_8rem]">
          <Field label={t("Name")}>
            <Input value={me.name} readOnly />
          </Field>
          <Field label={t("Email")}>
            <Input value={me.email} readOnly />
          </Field>
          <Field label={t("Role")}>
            <Input value={ROLE_WORDS[me.role]} readOnly />
          </Field>
        </div>
        <Texts feedback={feedback} />
        <StarRating
          value={feedback.rating}
          onChange={feedback.setRating}
          error={feedback.form.errors.stars ?? null}
        />
        <Notices feedback={feedback} />
        <Button type="submit" variant="primary" size="lg" busy={feedback.isBusy}>
          {feedback.isBusy ? t("Submitting...") : t("Submit Feedback")}
        </Button>
      </Form>
    </Card>
  );
}

function Texts({ feedback: { form, isBusy } }: { feedback: FeedbackFormState }) {
  return (
    <>
      <Field label={t("Complaint")} hint={t("Leave it empty if there is none.")}>
        <Textarea maxLength={FEEDBACK_MAX} readOnly={isBusy} {...form.text("complaint")} />
      </Field>
      <Field label={t("Review")}>
        <Textarea maxLength={FEEDBACK_MAX} readOnly={isBusy} {...form.text("review")} />
      </Field>
    </>
  );
}

function Notices({ feedback }: { feedback: FeedbackFormState }) {
  const { error, confirmation, isWaiting } = feedback;
  return (
    <>
      {confirmation !== null && <Notice kind="success" message={confirmation} />}
      {error !== null && <Notice kind="error" message={error} />}
      {isWaiting && <WaitingNotice />}
    </>
  );
}
