/** /addproduct: the form with which a distributor adds a product. */
import * as links from "../../../domain/links";
import { useSession } from "../../live/useSession";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { PageHeader } from "../../ui/PageHeader";
import { PictureField, ProductFields } from "./ProductFields";
import { useAddProduct } from "./useAddProduct";
import { t } from "../../../domain/language/texts";

export function AddProductPage() {
  return (
    <div className="mx-auto max-w-160">
      <PageHeader
        title={t("Add Product")}
        action={<LinkButton to={links.OWN_PRODUCTS}>{t("Your products")}</LinkButton>}
      />
      <AddProductForm />
    </div>
  );
}

function AddProductForm() {
  const product = useAddProduct();
  return (
    <Card className="p-4 sm:p-6">
      <Form onSubmit={product.submit} className="flex flex-col gap-4">
        <PictureField
          // The browser keeps a chosen file in its control; a new control has none.
          key={product.added}
          label={t("Product image")}
          form={product.form}
        />
        <ProductFields form={product.form} />
        <SellerFields />
        {product.failure !== null && <ErrorNotice message={product.failure} />}
        <Button variant="primary" type="submit" wide busy={product.isBusy}>
          {product.isBusy ? t("Adding Product...") : t("Add Product")}
        </Button>
      </Form>
    </Card>
  );
}

/** The distributor's name and e-mail, read-only, from the account. */
function SellerFields() {
  const session = useSession();
  const me = session.state === "signedIn" ? session.me : undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("Distributor name")}>
        <Input readOnly value={me?.name ?? ""} />
      </Field>
      <Field label={t("Distributor email")}>
        <Input readOnly value={me?.email ?? ""} />
      </Field>
    </div>
  );
}
