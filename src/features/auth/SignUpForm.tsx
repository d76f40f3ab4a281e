/** The sign-up form. */
import * as links from "../../../domain/links";
import { ERRORS } from "../../../domain/errors";
import { BUSINESS_FIELDS, BUSINESS_NAMES, CONTACT_FIELDS } from "../../../domain/fields/account";
import { TRADE_ROLES } from "../../../domain/roles";
import { FormField } from "../../forms/FormField";
import { isComposing } from "../../lib/isComposing";
import { ROLE_WORDS } from "../../session/userdata";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { FileInput } from "../../ui/FileInput";
import { PasswordInput } from "../../ui/PasswordInput";
import { Select } from "../../ui/Select";
import { TextLink } from "./AuthShell";
import { OtpFields } from "./OtpFields";
import type { SignUp } from "./useSignUp";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const ROLE_OPTIONS = TRADE_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));
const UNVERIFIED = "unverified";

export function SignUpForm({ signUp }: { signUp: SignUp }) {
  const { otp, banner, isBusy, submit, show } = signUp;
  return (
    <Form
      onSubmit={submit}
      onKeyDown={({ key, target, nativeEvent }) => {
        if (key !== "Enter" || isComposing(nativeEvent)) return;
        // A disabled Register button would swallow the Enter key; the reason is shown instead.
        if (target instanceof HTMLInputElement && !otp.verified) {
          show("error", t(ERRORS.EMAIL_NOT_VERIFIED.text));
        }
      }}
      className="flex flex-col gap-4"
    >
      <PersonFields signUp={signUp} />
      <BusinessFields signUp={signUp} />
      <OtpFields otp={otp} email={signUp.values.email} />
      {banner}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        busy={isBusy}
        disabled={!otp.verified}
        aria-describedby={otp.verified ? undefined : UNVERIFIED}
      >
        {t("Register")}
      </Button>
      {!otp.verified && (
        <p id={UNVERIFIED} className="-mt-2 text-center text-sm text-muted">
          {t(ERRORS.EMAIL_NOT_VERIFIED.text)}
        </p>
      )}
      <p className="text-center text-sm text-muted">
        {rich("By registering you agree to the {terms} and the {privacy}.", {
          terms: (
            <TextLink newTab to={links.TERMS}>
              {t("Terms")}
            </TextLink>
          ),
          privacy: (
            <TextLink newTab to={links.PRIVACY}>
              {t("Privacy page")}
            </TextLink>
          ),
        })}
      </p>
    </Form>
  );
}

function PersonFields({ signUp: { form } }: { signUp: SignUp }) {
  const { errors, text } = form;
  const { name, phone, email } = CONTACT_FIELDS;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="name" field={name} />
      <FormField form={form} name="phone" field={phone} />
      <FormField form={form} name="email" field={email} />
      <Field label={t("Password")} error={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" {...text("password")} />
      </Field>
    </div>
  );
}

function BusinessFields({ signUp: { form, values, chooseRole } }: { signUp: SignUp }) {
  const business = BUSINESS_NAMES[values.role];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Role")}>
          <Select value={values.role} onChange={chooseRole} options={ROLE_OPTIONS} />
        </Field>
        <FormField key={business} form={form} name={business} field={BUSINESS_FIELDS[business]} />
      </div>
      <FormField form={form} name="address" field={CONTACT_FIELDS.address} />
      <Field label={t("Image")} error={form.errors.image}>
        <FileInput
          name="image"
          file={values.image}
          onChange={(image) => form.change({ image })}
          previewAlt={t("The picture you chose")}
          prompt={t("Your shop, your sign or yourself")}
        />
      </Field>
    </>
  );
}
