/** The message field. Enter sends, Shift+Enter starts a new line; a draft is kept until it is sent. */
import { SendHorizontal } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { useDraft } from "../../lib/useDraft";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Textarea } from "../../ui/Textarea";
import { judgeText } from "./messageText";

export type ComposerProps = {
  /** Names the draft: one per account and conversation. */
  draftKey: string;
  takesFocus: boolean;
  /** Returns why the message can not be taken, or null. */
  onSend: (content: string) => string | null;
};

/** Enter also ends the choice of a word in Hindi, Tamil or Japanese keyboards: that Enter sends nothing. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && !shiftKey && !nativeEvent.isComposing;
}

export function Composer({ draftKey, takesFocus, onSend }: ComposerProps) {
  const [text, setText, clear] = useDraft(draftKey);
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const judged = judgeText(text);
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  function send() {
    if (judged.is !== "sendable") return;
    const problem = onSend(judged.content);
    setProblem(problem);
    if (problem === null) clear();
  }
  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        send();
        box.current?.focus({ preventScroll: true });
      }}
      className="flex items-end gap-2 border-t border-line bg-raised p-2 md:p-3"
    >
      <Field
        label="Message"
        hideLabel
        className="flex-1"
        error={judged.is === "wrong" ? judged.why : problem}
      >
        <Textarea
          ref={box}
          rows={1}
          value={text}
          placeholder="Type a message"
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
      <Button type="submit" variant="primary" aria-disabled={judged.is !== "sendable" || undefined}>
        <SendHorizontal aria-hidden />
        Send
      </Button>
    </form>
  );
}
