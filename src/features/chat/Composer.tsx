/** The message field, with a picture if one is chosen. Enter sends, Shift+Enter starts a new line; the draft of both is kept until it is sent. */
import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { isComposing } from "../../lib/isComposing";
import { useDraft } from "../../forms/useDraft";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Textarea } from "../../ui/Textarea";
import { validateMessage } from "./outgoing";
import { PictureButton } from "./PictureButton";
import { PicturePreview } from "./PicturePreview";
import { usePictureDraft } from "./usePictureDraft";
import { SHARED_FROM, type SharedPicture } from "./useSharedPicture";
import { t } from "../../../domain/language/texts";

export type ComposerProps = {
  /** Names the draft: one per account and conversation. */
  draftKey: string;
  takesFocus: boolean;
  /** A picture that was shared with the app. */
  shared: SharedPicture | null;
  /** Returns why the message can not be taken, or null. */
  onSend: (content: string) => string | null;
  /** The same for a picture, with or without text. */
  onSendPicture: (content: string, picture: Blob) => Promise<string | null>;
};

function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && !shiftKey && !isComposing(nativeEvent);
}

/** Holds what is being written, and hands it over. */
function useMessageDraft({ draftKey, shared, onSend, onSendPicture }: ComposerProps) {
  const [text, setText] = useDraft(draftKey);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const draft = usePictureDraft(draftKey, shared);
  const [isKeeping, setKeeping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const check = validateMessage(text);
  const { picture } = draft;
  const isBusy = draft.isPreparing || isKeeping;
  const isSendable =
    !isBusy && (check.is === "sendable" || (check.is === "empty" && picture !== null));

  function finish(problem: string | null) {
    setProblem(problem);
    if (problem !== null) return;
    // While a picture is being kept, the next message may be begun.
    if (latest.current.startsWith(text)) setText(latest.current.slice(text.length));
    draft.clear();
  }
  async function sendPicture(content: string, picture: Blob) {
    setKeeping(true);
    const problem = await onSendPicture(content, picture);
    setKeeping(false);
    finish(problem);
  }
  function send() {
    if (!isSendable) return;
    const content = check.is === "sendable" ? check.content : "";
    if (picture === null) finish(onSend(content));
    else void sendPicture(content, picture);
  }
  const error = check.is === "wrong" ? check.why : (draft.problem ?? problem);
  return { text, setText, draft, isBusy, isSendable, error, send };
}

export function Composer(props: ComposerProps) {
  const { takesFocus, shared } = props;
  const { text, setText, draft, isBusy, isSendable, error, send } = useMessageDraft(props);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        send();
        box.current?.focus({ preventScroll: true });
      }}
      className="flex flex-col gap-2 border-t border-line bg-raised p-2 md:p-3"
    >
      {draft.isPreparing && (
        <p role="status" className="text-sm text-muted">
          {t("Preparing the picture...")}
        </p>
      )}
      {shared !== null && draft.picture === shared.picture && (
        <p className="text-sm text-muted">{SHARED_FROM}</p>
      )}
      {draft.picture !== null && <PicturePreview picture={draft.picture} onRemove={draft.clear} />}
      <div className="flex items-end gap-2">
        <PictureButton busy={isBusy} onChoose={draft.choose} />
        <Field label={t("Message")} hideLabel className="flex-1" error={error}>
          <Textarea
            ref={box}
            dir="auto"
            rows={1}
            value={text}
            placeholder={t("Type a message")}
            enterKeyHint="send"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return;
              event.preventDefault();
              send();
            }}
            className="max-h-40 min-h-10 resize-none touch:min-h-11"
          />
        </Field>
        <Button type="submit" variant="primary" aria-disabled={!isSendable || undefined}>
          <SendHorizontal aria-hidden />
          {t("Send")}
        </Button>
      </div>
    </form>
  );
}
