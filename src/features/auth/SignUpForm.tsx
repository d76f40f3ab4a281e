/** The fields of the sign-up form. */
import { ERRORS } from "../../../domain/errors";
import { TRADE_ROLES, type TradeRole } from "../../../domain/roles";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import { Input } from "../../ui/Input";
import { PasswordInput } from "../../ui/PasswordInput";
import { Select } from "../../ui/Select";
import { Textarea } from "../../ui/Textarea";
import { TextLink } from "./AuthShell";
import { OtpFields } from "./OtpFields";
import type { SignUp } from "./useSignUp";

const ROLE_WORDS: Record<TradeRole, string> = { retailer: "Retailer", distributor: "Distributor" };
const ROLE_OPTIONS = TRADE_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));
const UNVERIFIED = "unverified";

export function SignUpForm({ signUp }: { signUp: SignUp }) {
  const { otp, banner, busy, submit, show } = signUp;
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // A disabled Register button would swallow the Enter key; the reason is said instead.
        if (event.key === "Enter" && event.target instanceof HTMLInputElement && !otp.verified) {
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
        busy={busy}
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
        <TextLink newTab to="/terms">
          Terms
        </TextLink>{" "}
        and the{" "}
        <TextLink newTab to="/privacy">
          Privacy page
        </TextLink>
        .
      </p>
    </form>
  );
}

function PersonFields({ signUp }: { signUp: SignUp }) {
  const { values, problems } = signUp;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" error={problems.name}>
        <Input
          name="name"
          autoComplete="name"
          value={values.name}
          onChange={(event) => signUp.setName(event.target.value)}
        />
      </Field>
      <Field label="Phone" error={problems.phone}>
        <Input
          type="tel"
          name="phone"
          autoComplete="tel"
          value={values.phone}
          onChange={(event) => signUp.setPhone(event.target.value)}
        />
      </Field>
      <Field label="Email" error={problems.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          value={values.email}
          onChange={(event) => signUp.setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" error={problems.password}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => signUp.setPassword(event.target.value)}
        />
      </Field>
    </div>
  );
}

function BusinessFields({ signUp }: { signUp: SignUp }) {
  const { values, problems } = signUp;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Role">
          <Select value={values.role} onChange={signUp.setRole} options={ROLE_OPTIONS} />
        </Field>
        {values.role === "distributor" ? (
          <Field label="Company name" error={problems.companyName}>
            <Input
              name="companyName"
              autoComplete="organization"
              value={values.companyName}
              onChange={(event) => signUp.setCompanyName(event.target.value)}
            />
          </Field>
        ) : (
          <Field label="Shop name" error={problems.shopName}>
            <Input
              name="shopName"
              autoComplete="organization"
              value={values.shopName}
              onChange={(event) => signUp.setShopName(event.target.value)}
            />
          </Field>
        )}
      </div>
      <Field label="Address" error={problems.address}>
        <Textarea
          name="address"
          autoComplete="street-address"
          value={values.address}
          onChange={(event) => signUp.setAddress(event.target.value)}
        />
      </Field>
      <Field label="Image" error={problems.image}>
        <FileInput
          name="image"
          file={values.image}
          onChange={signUp.setImage}
          previewAlt="The picture you chose"
          prompt="Your shop, your sign or yourself"
        />
      </Field>
    </>
  );
}
