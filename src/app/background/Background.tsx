/** The work that begins once the page has settled: the way back after an outage, the service worker and its new versions. */
import { useEffect, useRef, useState } from "react";
import { LANGUAGE_NAMES } from "../../../domain/language/languages";
import { currentLanguage, t } from "../../../domain/language/texts";
import { accountStore } from "../../accountStore/accountStore";
import { connectionOf } from "../../live/connection";
import { watchForReturn } from "../../live/returnWatch";
import { takeLanguageBefore } from "../../device/language";
import { useChooseLanguage } from "../../market/useChooseLanguage";
import { useToast } from "../../ui/Toast";
import { closeNotifications } from "../../device/shownNotifications";
import { useAccountId, useMarketClient } from "../../live/useMarketClient";
import { UpdateBar } from "./UpdateBar";
import { workerUpdates } from "./updates";

const LANGUAGE_UNDO_MS = 4_000;

export function Background() {
  const client = useMarketClient();
  const isVisitor = useAccountId() === null;
  // Vite's development server has no build to serve.
  const [updates] = useState(() => (import.meta.env.PROD ? workerUpdates() : null));
  useEffect(() => watchForReturn(client), [client]);
  useEffect(() => updates?.watch(connectionOf(client)), [updates, client]);
  useEffect(() => {
    // A session may end without a sign-out, as by clearing its tokens.
    if (!isVisitor) return;
    void accountStore.discard(null);
    void closeNotifications();
  }, [isVisitor]);
  useLanguageNews();
  return updates === null ? null : <UpdateBar updates={updates} />;
}

/** Says in which language the app has begun anew, with the way back. */
function useLanguageNews(): void {
  const toast = useToast();
  const choose = useChooseLanguage();
  const goBack = useRef(choose);
  useEffect(() => {
    goBack.current = choose;
  });
  useEffect(() => {
    const before = takeLanguageBefore();
    if (before === null) return;
    toast({
      kind: "info",
      message: t("Mandi speaks {language} now.", { language: LANGUAGE_NAMES[currentLanguage()] }),
      stayMs: LANGUAGE_UNDO_MS,
      isOfNoPage: true,
      undo: () => goBack.current(before),
    });
  }, [toast]);
}
