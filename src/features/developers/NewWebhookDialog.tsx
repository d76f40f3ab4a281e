/** Adds a webhook from an address and events, and shows its secret once. */
import { useAction } from "convex/react";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { WEBHOOK_URL_MAX } from "../../../domain/limits";
import type { TradeRole } from "../../../domain/roles";
import { EVENTS_OF_ROLE, type WebhookEvent } from "../../../domain/webhooks";
import { type FormState, useForm } from "../../forms/useForm";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field, FieldError } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { OnceShown } from "./OnceShown";
import { missingPassword, PasswordCheckField } from "../../ui/PasswordCheckField";
import { EVENT_WORDS, SECRET_WORDS } from "./webhookTexts";
import { t } from "../../../domain/language/texts";

type NewWebhook = { url: string; events: WebhookEvent[]; password: string };

function useNewWebhook(role: TradeRole) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<NewWebhook>({
    initial: { url: "", events: [...EVENTS_OF_ROLE[role]], password: "" },
    validate: ({ url, events, password }) => ({
      // Only the server knows which addresses are allowed.
      url: URL.canParse(url.trim()) ? null : t(ERRORS.BAD_WEBHOOK_URL.text),
      events: events.length === 0 ? t(ERRORS.NO_EVENTS.text) : null,
      password: missingPassword(password),
    }),
  });
  const create = useServerAction(useAction(api.developers.createWebhook), {
    failure: t("The webhook could not be added. Please try again."),
    onSuccess: (created) => setSecret(created.secret),
  });
  return { form, create, secret };
}

type Props = { role: TradeRole; onClose: () => void };

const ADDING = {
  title: t("Add a webhook"),
  description: t("Mandi posts a signed message to this address whenever one of these happens."),
};

export function NewWebhookDialog({ role, onClose }: Props) {
  const { form, create, secret } = useNewWebhook(role);
  return (
    <Dialog onClose={onClose} {...(secret === null ? ADDING : SECRET_WORDS)} size="sm">
      {secret === null ? (
        <NewWebhookForm form={form} create={create} role={role} onClose={onClose} />
      ) : (
        <OnceShown label={t("Secret")} secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = Props & { form: FormState<NewWebhook>; create: ServerAction<NewWebhook> };

function NewWebhookForm({ form, create, role, onClose }: FormProps) {
  return (
    <Form onSubmit={() => form.submit(create.run)} className="flex flex-col gap-4">
      <Field label={t("Address")} error={form.errors.url}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={WEBHOOK_URL_MAX}
          {...form.text("url")}
        />
      </Field>
      <EventChoice form={form} role={role} />
      <PasswordCheckField error={form.errors.password} {...form.text("password")} />
      {create.error !== null && <ErrorNotice message={create.error} />}
      <DialogFooter>
        <DismissButton busy={create.isBusy} onClick={onClose} />
        <Button type="submit" variant="primary" busy={create.isBusy}>
          {t("Add the webhook")}
        </Button>
      </DialogFooter>
    </Form>
  );
}

function EventChoice({ form, role }: Pick<FormProps, "form" | "role">) {
  const id = useId();
  const { events } = form.values;
  const problem = form.errors.events ?? null;
  const toggle = (event: WebhookEvent) =>
    form.change({
      events: events.includes(event)
        ? events.filter((other) => other !== event)
        : [...events, event],
    });
  return (
    <fieldset aria-describedby={problem === null ? undefined : id} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t("Events")}</legend>
      {EVENTS_OF_ROLE[role].map((event) => (
        <label
          key={event}
          className="flex min-h-9 items-center gap-2.5 touch:-ml-3.5 touch:min-h-11 touch:pl-3.5"
        >
          <input
            type="checkbox"
            checked={events.includes(event)}
            aria-invalid={problem === null ? undefined : true}
            onChange={() => toggle(event)}
            className="size-4 shrink-0 accent-accent"
          />
          {EVENT_WORDS[event]}
        </label>
      ))}
      {problem !== null && (
        <FieldError id={id} className="mt-1">
          {problem}
        </FieldError>
      )}
    </fieldset>
  );
}
