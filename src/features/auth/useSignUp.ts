/** The state of the sign-up form and its one outcome. What is typed (never the password) survives a reload: codes come by e-mail. */
import { useAction } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { ERRORS } from "../../../domain/errors";
import { isTradeRole, type TradeRole } from "../../../domain/roles";
import { errorMessage } from "../../lib/convexError";
import { UploadError, uploadPicture } from "../../lib/upload";
import { useDraft } from "../../lib/useDraft";
import { answered } from "./answered";
import { signUpProblems, type SignUpField, type SignUpValues } from "./checks";
import { focusFirstProblem } from "./focusFirstProblem";
import { useBanner } from "./useBanner";
import { useOtp } from "./useOtp";

const FAILED = "An error occurred while signing up.";

export type SignUp = ReturnType<typeof useSignUp>;

function useValues() {
  const [name, setName] = useDraft("sign-up:name");
  const [email, setEmail] = useDraft("sign-up:email");
  const [phone, setPhone] = useDraft("sign-up:phone");
  const [password, setPassword] = useState("");
  const [roleText, setRoleText] = useDraft("sign-up:role", "retailer");
  const [companyName, setCompanyName] = useDraft("sign-up:company");
  const [shopName, setShopName] = useDraft("sign-up:shop");
  const [address, setAddress] = useDraft("sign-up:address");
  const [image, setImage] = useState<File | null>(null);
  const role: TradeRole = isTradeRole(roleText) ? roleText : "retailer";

  /** Changing the role clears the other role's name. */
  function setRole(chosen: TradeRole) {
    setRoleText(chosen);
    if (chosen === "retailer") setCompanyName("");
    else setShopName("");
  }
  function forget() {
    for (const clear of [
      setName,
      setEmail,
      setPhone,
      setPassword,
      setCompanyName,
      setShopName,
      setAddress,
    ])
      clear("");
  }
  const values: SignUpValues = {
    name,
    email,
    phone,
    password,
    role,
    companyName,
    shopName,
    address,
    image,
  };
  const set = {
    setName,
    setEmail,
    setPhone,
    setPassword,
    setRole,
    setCompanyName,
    setShopName,
    setAddress,
    setImage,
  };
  return { values, set, forget };
}

/** Uploads the picture once per ticket: a registration that fails and is tried again brings the same picture. */
function usePictureOnce() {
  const [sent, setSent] = useState<{ file: File; ticket: string; imageId: Id<"_storage"> } | null>(
    null,
  );
  return async (file: File, ticket: string): Promise<Id<"_storage">> => {
    if (sent?.file === file && sent.ticket === ticket) return sent.imageId;
    const { imageId } = await uploadPicture(file, "image", { ticket });
    setSent({ file, ticket, imageId });
    return imageId;
  };
}

export function useSignUp() {
  const register = useAction(api.auth.register);
  const { values, set, forget } = useValues();
  const { banner, show, clear } = useBanner();
  const otp = useOtp("signup", values.email, ({ kind, message }) => show(kind, message));
  const bring = usePictureOnce();
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const problems = signUpProblems(values);

  async function registerNow(image: File, ticket: string) {
    setBusy(true);
    clear();
    try {
      const { name, email, phone, password, role, companyName, shopName, address } = values;
      const imageId = await bring(image, ticket);
      const business = role === "distributor" ? { companyName } : { shopName };
      const account = { ticket, email, name, phone, password, role, address, imageId, ...business };
      const { message } = await answered(register(account));
      forget();
      setDone(message);
    } catch (error) {
      show("error", error instanceof UploadError ? error.message : errorMessage(error, FAILED));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    if (otp.ticket === null) {
      show("error", ERRORS.EMAIL_NOT_VERIFIED.text);
      return;
    }
    setSubmitted(true);
    if (Object.keys(problems).length > 0 || values.image === null)
      focusFirstProblem(event.currentTarget);
    else void registerNow(values.image, otp.ticket);
  }

  const shown: Partial<Record<SignUpField, string>> = submitted ? problems : {};
  return { values, ...set, otp, banner, busy, done, submit, problems: shown, show };
}
