/** Opens the order by text: by its button, or with a text that was shared with the installed app. */
import { useMutation } from "convex/react";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { orderTextIn } from "../../../worker/sharedText";
import { Button } from "../../../ui/Button";
import { lazyDialog } from "../../../ui/lazyPart";
import { useAddToBasket } from "../basket/useAddToBasket";
import { t } from "../../../../domain/language/texts";

const OrderTextDialog = lazyDialog(
  async () => (await import("./OrderTextDialog")).OrderTextDialog,
  t("The window for orders by text could not be loaded."),
);

export function OrderText() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const shared = orderTextIn(hash);
  const [isOpened, setOpened] = useState(false);
  const { add, isBusy, report } = useAddToBasket(useMutation(api.basket.add));
  const close = () => {
    setOpened(false);
    if (shared !== null) void navigate({ hash: "" }, { replace: true });
  };
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpened(true)}>
        <Pencil aria-hidden />
        {t("Order by text")}
      </Button>
      {(isOpened || shared !== null) && (
        <OrderTextDialog
          given={shared ?? ""}
          isAdding={isBusy}
          onAdd={(lines) => add({ lines: [...lines] })}
          onClose={close}
        />
      )}
      {report}
    </>
  );
}
