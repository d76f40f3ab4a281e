/** The sign-up form. */
import * as links from "../../../domain/links";
import { ERRORS } from "../../../domain/errors";
import { TRADE_ROLES } from "../../../domain/roles";
import { isComposing } from "../../lib/isComposing";
import { ROLE_WORDS } from "../../session/userdata";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { FileInput } from "../../ui/FileInput";
import { Input } from "../../ui/Input";
import { PasswordInput } from "../../ui/PasswordInput";
import { Select } from "../../ui/Select";
import { Textarea } from "../../ui/Textarea";
import { TextLink } from "./AuthShell";
import { OtpFields } from "./OtpFields";
import type { SignUp } from "./useSignUp";

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
          show("error", ERRORS.EMAIL_NOT_VERIFIED.text);
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
        Register
      </Button>
      {!otp.verified && (
        <p id={UNVERIFIED} className="-mt-2 text-center text-sm text-muted">
          {ERRORS.EMAIL_NOT_VERIFIED.text}
        </p>
      )}
      <p className="text-center text-sm text-muted">
        By registering you agree to the{" "}
        <TextLink newTab to={links.TERMS}>
          Terms
        </TextLink>{" "}
        and the{" "}
        <TextLink newTab to={links.PRIVACY}>
          Privacy page
        </TextLink>
        .
      </p>
    </Form>
  );
}

function PersonFields({ signUp: { form } }: { signUp: SignUp }) {
  const { errors, text } = form;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" error={errors.name}>
        <Input name="name" autoComplete="name" {...text("name")} />
      </Field>
      <Field label="Phone" error={errors.phone}>
        <Input type="tel" name="phone" autoComplete="tel" {...text("phone")} />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input type="email" name="email" autoComplete="username" {...text("email")} />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" {...text("password")} />
      </Field>
    </div>
  );
}

function BusinessFields({ signUp: { form, values, chooseRole } }: { signUp: SignUp }) {
  const { errors, text, change } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Role">
          <Select value={values.role} onChange={chooseRole} options={ROLE_OPTIONS} />
        </Field>
        {values.role === "distributor" ? (
          <Field label="Company name" error={errors.companyName}>
            <Input name="companyName" autoComplete="organization" {...text("companyName")} />
          </Field>
        ) : (
          <Field label="Shop name" error={errors.shopName}>
            <Input name="shopName" autoComplete="organization" {...text("shopName")} />
          </Field>
        )}
      </div>
      <Field label="Address" error={errors.address}>
        <Textarea name="address" autoComplete="street-address" {...text("address")} />
      </Field>
      <Field label="Image" error={errors.image}>
        <FileInput
          name="image"
          file={values.image}
          onChange={(image) => change({ image })}
          previewAlt="The picture you chose"
          prompt="Your shop, your sign or yourself"
        />
      </Field>
    </>
  );
}
