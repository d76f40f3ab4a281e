/** Adds lines to the basket, and shows in a dialog what is otherwise than it was; a toast says it if everything is the same. */
import * as links from "../../../../domain/links";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router-dom";
import { useServerAction } from "../../../forms/useServerAction";
import { Button, LinkButton } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { type Added, addedTitle, hasChanges, changeText } from "./addedWords";
import { t } from "../../../../domain/language/texts";

type Adding<Input> = {
  /** Keeps its identity between renders. */
  readonly add: (input: Input) => Promise<boolean>;
  readonly isBusy: boolean;
  /** The report, which whoever adds renders once. */
  readonly report: ReactNode;
};

export function useAddToBasket<Input>(
  call: (input: Input) => Promise<{ added: Added }>,
): Adding<Input> {
  const [changed, setChanged] = useState<Added | null>(null);
  const { run, isBusy } = useServerAction(call, {
    failure: t("The basket could not be changed. Please try again."),
    onFailure: "toast",
    success: ({ added }) => (hasChanges(added) ? null : addedTitle(added)),
    onSuccess: ({ added }) => setChanged(hasChanges(added) ? added : null),
  });
  const report = changed !== null && (
    <AddedDialog added={changed} onClose={() => setChanged(null)} />
  );
  return { add: run, isBusy, report };
}

/** Lists what changed of lines that were added to the basket. */
function AddedDialog({ added, onClose }: { added: Added; onClose: () => void }) {
  const { pathname } = useLocation();
  const changed = added.filter(({ changes }) => changes.length > 0);
  return (
    <Dialog
      onClose={onClose}
      title={addedTitle(added)}
      description={t("This is not as it was:")}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t("Close")}</Button>
          {pathname !== links.BASKET && (
            <LinkButton variant="primary" to={links.BASKET}>
              {t("Open basket")}
            </LinkButton>
          )}
        </>
      }
    >
      <ul className="divide-y divide-line">
        {changed.map(({ productId, name, changes }) => (
          <li key={productId} className="py-2">
            <p className="font-medium wrap-anywhere">{name}</p>
            {changes.map((change) => (
              <p key={change.code} className="text-sm text-caution tabular-nums">
                {changeText(change)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
