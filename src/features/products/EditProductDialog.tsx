/** Editing one of the distributor's own products: a modal form with Update Product and Cancel. */
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Form } from "../../ui/Form";
import { Notice } from "../../ui/Notice";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { PictureField, ProductFields } from "./ProductFields";
import { StaleStockNotice } from "./StaleStockNotice";
import { pieces } from "./stock";
import { rich } from "../../lib/rich";
import { useEditProduct, type EditedProduct, type EditProduct } from "./useEditProduct";
import { t } from "../../../domain/language/texts";

export type EditProductDialogProps = { product: EditedProduct; onClose: () => void };

export function EditProductDialog({ product, onClose }: EditProductDialogProps) {
  return (
    <Dialog onClose={onClose} title={t("Edit product")} description={product.name}>
      <EditProductForm product={product} onClose={onClose} />
    </Dialog>
  );
}

function EditProductForm({ product, onClose }: EditProductDialogProps) {
  const edit = useEditProduct(product, onClose);
  return (
    <Form onSubmit={edit.submit} className="flex flex-col gap-4">
      <ProductFields form={edit.form} stockHint={<LiveStockHint edit={edit} />} />
      <PictureField label={t("Product image")} prompt={t("Replace the picture")} form={edit.form} />
      <EditNotices edit={edit} />
      <DialogFooter>
        <DismissButton busy={edit.isBusy} onClick={onClose} />
        <Button variant="primary" type="submit" busy={edit.isBusy} disabled={edit.isGone}>
          {edit.isBusy ? t("Updating Product...") : t("Update Product")}
        </Button>
      </DialogFooter>
    </Form>
  );
}

/** Below the stock field: the figure as it is now, once it has left what the form shows. */
function LiveStockHint({ edit }: { edit: EditProduct }) {
  if (edit.liveStock === edit.baseline.stock) return t("Pieces that can be ordered.");
  return (
    <span role="status">
      {rich("Right now: {stock}", {
        stock: (
          <FlashOnChange value={edit.liveStock} className="font-medium text-ink">
            {pieces(edit.liveStock)}
          </FlashOnChange>
        ),
      })}
    </span>
  );
}

function EditNotices({ edit }: { edit: EditProduct }) {
  if (edit.isGone) {
    return (
      <Notice kind="warning" message={t("This product was deleted. It can no longer be edited.")} />
    );
  }
  return (
    <>
      {edit.refusedStock !== null && (
        <div ref={bringIntoView}>
          <StaleStockNotice
            liveStock={edit.liveStock}
            typedStock={edit.form.values.stock}
            onKeepTyped={edit.keepTypedStock}
            onTakeLive={edit.takeLiveStock}
          />
        </div>
      )}
      {edit.failure !== null && <ErrorNotice message={edit.failure} />}
    </>
  );
}

/** Scrolls the question into view, which may stand below the fold on a small screen. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}
