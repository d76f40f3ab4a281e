/** The form with which admins publish an announcement to all users. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX } from "../../../domain/limits";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Textarea } from "../../ui/Textarea";
import { t } from "../../../domain/language/texts";

export function AnnouncementForm() {
  const form = useForm({
    initial: { title: "", text: "" },
    drafts: { title: "announcement:title", text: "announcement:text" },
    validate: ({ title, text }) => ({
      title: title.trim() === "" ? t("Please enter a title.") : null,
      text: text.trim() === "" ? t("Please enter what you have to say.") : null,
    }),
  });
  const announce = useServerAction(useMutation(api.news.announce), {
    failure: t("The announcement could not be published."),
    onSuccess: () => form.reset(),
  });
  return (
    <Card as="section" aria-label={t("New announcement")} className="mb-6 max-w-2xl p-4">
      <Form onSubmit={() => form.submit(announce.run)} className="flex flex-col gap-3">
        <Field label={t("Announcement")} error={form.errors.title}>
          <Input maxLength={ANNOUNCEMENT_TITLE_MAX} {...form.text("title")} />
        </Field>
        <Field label={t("Text")} error={form.errors.text}>
          <Textarea maxLength={ANNOUNCEMENT_TEXT_MAX} {...form.text("text")} />
        </Field>
        {announce.error !== null && <ErrorNotice message={announce.error} />}
        <Button type="submit" variant="primary" busy={announce.isBusy} className="self-start">
          {t("Publish")}
        </Button>
      </Form>
    </Card>
  );
}
