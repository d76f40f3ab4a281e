/** Adding a webhook: where it leads and what it is told; then its secret, once. */
import { useAction } from "convex/react";
import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { WEBHOOK_URL_MAX } from "../../../domain/limits";
import type { TradeRole } from "../../../domain/roles";
import { EVENTS_OF_ROLE, type WebhookEvent } from "../../../domain/webhooks";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { OnceShown } from "./OnceShown";
import { PasswordCheckField, usePasswordCheck } from "./passwordCheck";
import { useStep } from "./useStep";
import { EVENT_WORDS, SECRET_WORDS } from "./webhookWords";

function useNewWebhook(role: TradeRole) {
  const create = useAction(api.developers.createWebhook);
  const step = useStep("The webhook could not be added. Please try again.");
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(EVENTS_OF_ROLE[role]);
  const [asked, setAsked] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const check = usePasswordCheck();
  const problems = {
    // Whether it may lead there, the server knows.
    url: URL.canParse(url.trim()) ? null : ERRORS.BAD_WEBHOOK_URL.text,
    events: events.length === 0 ? ERRORS.NO_EVENTS.text : null,
  };

  async function add(): Promise<void> {
    setAsked(true);
    const isTyped = check.isTyped();
    if (problems.url !== null || problems.events !== null || !isTyped) return;
    const wanted = { url, events: [...events], password: check.password };
    await step.run(async () => setSecret((await create(wanted)).secret));
  }
  function toggle(event: WebhookEvent): void {
    setEvents((now) =>
      now.includes(event) ? now.filter((other) => other !== event) : [...now, event],
    );
  }
  const shown = asked ? problems : { url: null, events: null };
  return { ...step, url, setUrl, events, toggle, secret, check, add, problems: shown };
}

type NewWebhook = ReturnType<typeof useNewWebhook>;
type Props = { role: TradeRole; onClose: () => void };

const ADDING = {
  title: "Add a webhook",
  description: "Mandi posts a signed message to this address whenever one of these happens.",
};

export function NewWebhookDialog({ role, onClose }: Props) {
  const form = useNewWebhook(role);
  const { secret } = form;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...(secret === null ? ADDING : SECRET_WORDS)}
      size="sm"
    >
      {secret === null ? (
        <NewWebhookForm form={form} role={role} onClose={onClose} />
      ) : (
        <OnceShown label="Secret" secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

function NewWebhookForm({ form, role, onClose }: Props & { form: NewWebhook }) {
  return (
    <Form onSubmit={() => void form.add()} className="flex flex-col gap-4">
      <Field label="Address" error={form.problems.url}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={WEBHOOK_URL_MAX}
          value={form.url}
          onChange={(event) => form.setUrl(event.target.value)}
        />
      </Field>
      <EventChoice form={form} role={role} />
      <PasswordCheckField check={form.check} />
      {form.failure !== null && <ErrorNotice message={form.failure} />}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Add the webhook
        </Button>
      </DialogFooter>
    </Form>
  );
}

function EventChoice({ form, role }: { form: NewWebhook; role: TradeRole }) {
  const id = useId();
  const problem = form.problems.events;
  return (
    <fieldset aria-describedby={problem === null ? undefined : id} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Events</legend>
      {EVENTS_OF_ROLE[role].map((event) => (
        <label
          key={event}
          className="flex min-h-9 items-center gap-2.5 touch:-ml-3.5 touch:min-h-11 touch:pl-3.5"
        >
          <input
            type="checkbox"
            checked={form.events.includes(event)}
            aria-invalid={problem === null ? undefined : true}
            onChange={() => form.toggle(event)}
            className="size-4 shrink-0 accent-accent"
          />
          {EVENT_WORDS[event]}
        </label>
      ))}
      {problem !== null && (
        <p id={id} role="alert" className="mt-1 flex items-start gap-1.5 text-sm text-negative">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </fieldset>
  );
}
