/** The baskets that the retailer saved: to add, rename or delete. Nothing without one. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { useServerAction } from "../../../forms/useServerAction";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { DateText } from "../../../ui/DateText";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { RenameBasketDialog } from "./basketDialogs";
import { useAddToBasket } from "./useAddToBasket";
import { t } from "../../../../domain/language/texts";

type Saved = FunctionReturnType<typeof api.basket.saved>[number];
type OpenDialog = { readonly kind: "rename" | "delete"; readonly saved: Saved };

export function SavedBaskets() {
  const {
    value: all = [],
    error,
    retry,
  } = useLiveQuery(api.basket.saved, {}, { isKeptOffline: true });
  const titleId = useId();
  const { add, report } = useAddToBasket(useMutation(api.basket.addSaved));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  if (error !== null && all.length === 0)
    return <ErrorNotice message={t("The saved baskets could not be loaded.")} onRetry={retry} />;
  if (all.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId} className="p-4">
      <h2 id={titleId} className="text-md font-semibold">
        {t("Saved baskets")}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {all.map((saved) => (
          <SavedRow
            key={saved._id}
            saved={saved}
            onAdd={() => void add({ savedBasketId: saved._id })}
            onOpen={(kind) => setDialog({ kind, saved })}
          />
        ))}
      </ul>
      {dialog?.kind === "rename" && <RenameBasketDialog {...dialog} onClose={close} />}
      {dialog?.kind === "delete" && <DeleteDialog {...dialog} onClose={close} />}
      {report}
    </Card>
  );
}

type SavedRowProps = {
  saved: Saved;
  onAdd: () => void;
  onOpen: (kind: OpenDialog["kind"]) => void;
};

function SavedRow({ saved: { name, lines, savedAt }, onAdd, onOpen }: SavedRowProps) {
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <div className="min-w-32 flex-1">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="text-sm text-muted">
          {t("{count, plural, one {# product} other {# products}}", { count: lines })} ·{" "}
          <DateText date={savedAt} />
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" onClick={onAdd}>
          {t("Add to basket")}
        </Button>
        <Button
          size="icon"
          variant="quiet"
          aria-label={t("Rename {name}", { name })}
          onClick={() => onOpen("rename")}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          size="icon"
          variant="quiet"
          aria-label={t("Delete {name}", { name })}
          onClick={() => onOpen("delete")}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

function DeleteDialog({ saved, onClose }: { saved: Saved; onClose: () => void }) {
  const { run, isBusy, error } = useServerAction(useMutation(api.basket.deleteSaved), {
    failure: t("The basket could not be deleted. Please try again."),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Delete {name}?", { name: saved.name })}
      description={t("The saved basket is deleted. What is in your basket now stays.")}
      confirmLabel={t("Delete basket")}
      danger
      busy={isBusy}
      error={error}
      onConfirm={() => void run({ savedBasketId: saved._id })}
    />
  );
}
