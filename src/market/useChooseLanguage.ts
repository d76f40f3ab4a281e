/** The reader's choice of a language: of a member's account, and of this browser. */
import { useMutation } from "convex/react";
import { api } from "../../convex/_generated/api";
import type { Language } from "../../domain/language/languages";
import { t } from "../../domain/language/texts";
import { beginIn } from "../device/language";
import { useServerAction } from "../forms/useServerAction";
import { useSession } from "../live/useSession";

/** Returns the function that begins the app anew in a language, once a member's account has it. */
export function useChooseLanguage(): (language: Language) => void {
  const isMember = useSession().state === "signedIn";
  const { run } = useServerAction(useMutation(api.account.chooseLanguage), {
    failure: t("The language could not be changed. Please try again."),
    onFailure: "toast",
    onSuccess: (_, { language }) => beginIn(language),
  });
  return (language) => {
    if (isMember) void run({ language });
    else beginIn(language);
  };
}
