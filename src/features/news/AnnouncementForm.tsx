/** What administrators have to say to everybody. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useDraft } from "../../lib/useDraft";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Textarea } from "../../ui/Textarea";

const TITLE_MAX = 120;
const TEXT_MAX = 2_000;

function useAnnouncement() {
  const announce = useMutation(api.news.announce);
  const [title, setTitle, clearTitle] = useDraft("announcement:title");
  const [text, setText, clearText] = useDraft("announcement:text");
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = {
    title: title.trim() === "" ? "Please enter a title." : null,
    text: text.trim() === "" ? "Please enter what you have to say." : null,
  };

  async function send(): Promise<void> {
    setAsked(true);
    if (missing.title !== null || missing.text !== null) return;
    setBusy(true);
    setFailure(null);
    try {
      await announce({ title, text });
      clearTitle();
      clearText();
      setAsked(false);
    } catch (error) {
      setFailure(errorMessage(error, "The announcement could not be published."));
    } finally {
      setBusy(false);
    }
  }
  const problems = asked ? missing : { title: null, text: null };
  return { title, setTitle, text, setText, busy, failure, problems, send };
}

export function AnnouncementForm() {
  const form = useAnnouncement();
  return (
    <Card as="section" aria-label="New announcement" className="mb-6 max-w-2xl p-4">
      <Form onSubmit={() => void form.send()} className="flex flex-col gap-3">
        <Field label="Announcement" error={form.problems.title}>
          <Input
            value={form.title}
            maxLength={TITLE_MAX}
            onChange={(event) => form.setTitle(event.target.value)}
          />
        </Field>
        <Field label="Text" error={form.problems.text}>
          <Textarea
            value={form.text}
            maxLength={TEXT_MAX}
            onChange={(event) => form.setText(event.target.value)}
          />
        </Field>
        {form.failure !== null && <ErrorNotice message={form.failure} />}
        <Button type="submit" variant="primary" busy={form.busy} className="self-start">
          Publish
        </Button>
      </Form>
    </Card>
  );
}
