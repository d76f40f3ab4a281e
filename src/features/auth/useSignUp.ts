/** The state of the sign-up form. Its texts survive a reload, because codes come by e-mail; the password does not. */
import { useAction } from "convex/react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { invariant } from "../../../domain/invariant";
import { INVITER_PARAM, ROLE_PARAM } from "../../../domain/links";
import { isTradeRole, type TradeRole } from "../../../domain/roles";
import { useMarketClient } from "../../live/useMarketClient";
import { useUploadOnce } from "../../files/useUploadOnce";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { withTimeout } from "./withTimeout";
import { isTicketRefused, signUpProblems, type SignUpValues } from "./checks";
import { useBanner } from "./AuthShell";
import type { RegisteredLogin } from "./registeredLogin";
import { useOtp } from "./useOtp";
import { currentLanguage, t } from "../../../domain/language/texts";

/** As typed or kept: an earlier version's draft may name another role. */
type TypedValues = Omit<SignUpValues, "role"> & { readonly role: string };

const EMPTY = {
  name: "",
  email: "",
  phone: "",
  password: "",
  companyName: "",
  shopName: "",
  address: "",
};
const INITIAL: TypedValues = { ...EMPTY, role: "retailer", image: null };

const DRAFTS = {
  name: "sign-up:name",
  email: "sign-up:email",
  phone: "sign-up:phone",
  role: "sign-up:role",
  companyName: "sign-up:company",
  shopName: "sign-up:shop",
  address: "sign-up:address",
} as const;

function valuesOf(input: TypedValues): SignUpValues {
  return { ...input, role: isTradeRole(input.role) ? input.role : "retailer" };
}

export type SignUp = ReturnType<typeof useSignUp>;

export function useSignUp() {
  const [registered, setRegistered] = useState<RegisteredLogin | null>(null);
  const { banner, show, clear } = useBanner();
  const [params] = useSearchParams();
  const form = useForm<TypedValues>({
    initial: { ...INITIAL, role: params.get(ROLE_PARAM) ?? INITIAL.role },
    drafts: DRAFTS,
    validate: (input) => signUpProblems(valuesOf(input)),
  });
  const values = valuesOf(form.values);
  const otp = useOtp("signup", values.email, ({ kind, message }) => show(kind, message));
  const registration = useServerAction(useRegister(params.get(INVITER_PARAM)), {
    failure: t("An error occurred while signing up."),
    onFailure: (text, error) => {
      if (isTicketRefused(error)) otp.forget();
      // An upload without a good ticket is told to log in.
      show("error", isTicketRefused(error) ? t(ERRORS.EMAIL_NOT_VERIFIED.text) : text);
    },
    onSuccess: (_, { values: { email, role } }) => {
      form.reset(EMPTY);
      setRegistered({ email, role });
    },
  });

  function submit() {
    const { ticket } = otp;
    if (ticket === null) {
      show("error", t(ERRORS.EMAIL_NOT_VERIFIED.text));
      return;
    }
    form.submit(() => {
      clear();
      return registration.run({ values, ticket });
    });
  }
  return {
    form,
    values,
    /** Changing the role clears the other role's name. */
    chooseRole: (role: TradeRole) =>
      form.change({ role, ...(role === "retailer" ? { companyName: "" } : { shopName: "" }) }),
    otp,
    banner,
    isBusy: registration.isBusy,
    /** Null until the account is there. */
    registered,
    submit,
    show,
  };
}

type Registration = { readonly values: SignUpValues; readonly ticket: string };

function useRegister(inviterId: string | null) {
  const register = useAction(api.auth.register);
  const client = useMarketClient();
  const upload = useUploadOnce();
  return async ({ values, ticket }: Registration) => {
    const { image, role, companyName, shopName, ...person } = values;
    invariant(image !== null, "The form was submitted without a picture.");
    const imageId = await upload(image, ticket);
    const business = role === "distributor" ? { companyName } : { shopName };
    const invitation = inviterId === null ? {} : { invitedBy: inviterId };
    // English may be no choice: it is the default.
    const language = currentLanguage() === "en" ? {} : { language: currentLanguage() };
    const account = { ...person, role, ticket, imageId, ...business, ...invitation, ...language };
    return withTimeout(client, () => register(account));
  };
}
