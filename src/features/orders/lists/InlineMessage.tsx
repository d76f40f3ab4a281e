/** The message of an accepted order, reworded on the spot: Update Message opens it, Submit sends it. */
import { type SyntheticEvent } from "react";
import { MESSAGE_MAX } from "../../../../domain/limits";
import { isComposing } from "../../../lib/isComposing";
import { useDraft } from "../../../forms/useDraft";
import { Button } from "../../../ui/Button";
import { Field } from "../../../ui/Field";
import { Textarea } from "../../../ui/Textarea";
import type { Order } from "../orderRow";
import { t } from "../../../../domain/language/texts";

export type InlineMessageProps = {
  order: Order;
  /** Answers whether the server took it. */
  onSubmit: (msg: string) => Promise<boolean>;
  onClose: () => void;
};

export function InlineMessage({ order, onSubmit, onClose }: InlineMessageProps) {
  const [msg, setMsg, clearMsg] = useDraft(`reword:${order._id}`, order.msg);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Nothing typed is nothing to send.
    if (msg.trim() === "") return;
    // What the server refused is there again when the message is opened again.
    void onSubmit(msg.trim()).then((isTaken) => {
      if (isTaken) clearMsg();
    });
    onClose();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 py-1 text-left rows:min-w-56">
      <Field label={t("New message")} hideLabel>
        <Textarea
          autoFocus
          rows={2}
          className="min-h-15"
          maxLength={MESSAGE_MAX}
          value={msg}
          onChange={(event) => setMsg(event.target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === "Escape" && !isComposing(nativeEvent)) onClose();
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm">
          {t("Submit")}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t("Close")}
        </Button>
      </div>
    </form>
  );
}
