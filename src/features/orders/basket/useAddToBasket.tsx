/** Adds lines to the basket, and shows in a dialog what is otherwise than it was; a toast says it if everything is the same. */
import { type ReactNode, useState } from "react";
import { useServerAction } from "../../../forms/useServerAction";
import { AddedDialog } from "./AddedDialog";
import { type Added, addedTitle, hasChanges } from "./addedWords";

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
    failure: "The basket could not be changed. Please try again.",
    onFailure: "toast",
    success: ({ added }) => (hasChanges(added) ? null : addedTitle(added)),
    onSuccess: ({ added }) => setChanged(hasChanges(added) ? added : null),
  });
  const report = changed !== null && (
    <AddedDialog added={changed} onClose={() => setChanged(null)} />
  );
  return { add: run, isBusy, report };
}
