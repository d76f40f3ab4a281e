/** "A new version is ready", once nothing is being typed or sent. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useMarketClient } from "../../live/useMarketClient";
import { useOutbox } from "../../outbox/useOutbox";
import { isOpen } from "../../outbox/entry";
import { Button } from "../../ui/Button";
import type { Updates } from "./updates";
import { t } from "../../../domain/language/texts";

const LOOK_EVERY_MS = 500;

/** Returns true while a reload would lose typed text or interrupt something on its way. */
function useIsBusy(isReady: boolean): boolean {
  const client = useMarketClient();
  const { entries, canSend } = useOutbox();
  const isSending = canSend && entries.some(isOpen);
  const [isBusy, setBusy] = useState(true);
  useEffect(watchTyping, []);
  useEffect(() => {
    if (!isReady) return;
    const look = () => setBusy(isTyping() || client.hasUnsentCommands);
    look();
    const timer = window.setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("input", look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("input", look);
    };
  }, [isReady, client]);
  return isBusy || isSending;
}

export function UpdateBar({ updates }: { updates: Updates }) {
  const isReady = useSyncExternalStore(updates.subscribe, updates.state) !== "current";
  const isBusy = useIsBusy(isReady);
  const [isReloading, setReloading] = useState(false);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-6 print:hidden"
    >
      {isReady && !isBusy && (
        <p className="pointer-events-auto flex items-center gap-3 rounded-md border border-line bg-raised py-2 pr-2 pl-4 font-medium shadow-high">
          {t("A new version is ready.")}
          <Button
            variant="primary"
            size="sm"
            busy={isReloading}
            onClick={() => {
              setReloading(true);
              updates.reload();
            }}
          >
            {t("Reload")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Fields whose text would be lost by a reload. */
const TYPED = "input:not([type=search], [type=checkbox], [type=radio], [type=file]), textarea";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields that were typed into. */
const typedFields = new Set<Field>();

function note({ target }: Event): void {
  if (target instanceof Element && target.matches(TYPED)) typedFields.add(target as Field);
}

/** Notes the fields that are typed into from now on; returns the function that stops it. */
function watchTyping(): () => void {
  document.addEventListener("input", note, true);
  return () => document.removeEventListener("input", note, true);
}

/** Returns true while a field that was typed into, or that has the focus, holds text. */
function isTyping(): boolean {
  const { activeElement } = document;
  if (activeElement?.matches(TYPED) === true && (activeElement as Field).value !== "") return true;
  for (const field of typedFields) {
    if (!field.isConnected) typedFields.delete(field);
    else if (field.value !== "") return true;
  }
  return false;
}
