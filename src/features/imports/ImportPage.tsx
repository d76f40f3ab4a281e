/** /import-products: a distributor's products out of a CSV or XLSX file. */
import * as links from "../../../domain/links";
import { LinkButton } from "../../ui/Button";
import { PageHeader } from "../../ui/PageHeader";
import { ChooseStep } from "./ChooseStep";
import { ColumnsStep } from "./ColumnsStep";
import { DoneStep } from "./DoneStep";
import { PreviewStep } from "./PreviewStep";
import { SendingStep } from "./SendingStep";
import { type Import, useImport } from "./useImport";
import { t } from "../../../domain/language/texts";

export function ImportPage() {
  const products = useImport();
  const isWide = products.step.name === "preview";
  return (
    <div className={isWide ? undefined : "mx-auto max-w-160"}>
      <PageHeader
        title={t("Import products")}
        action={<LinkButton to={links.OWN_PRODUCTS}>{t("Your products")}</LinkButton>}
      />
      <CurrentStep products={products} />
    </div>
  );
}

function CurrentStep({ products }: { products: Import }) {
  const { step } = products;
  switch (step.name) {
    case "choose":
    case "reading":
      return <ChooseStep products={products} step={step} />;
    case "columns":
      return <ColumnsStep products={products} opened={step.opened} />;
    case "preview":
      return <PreviewStep products={products} opened={step.opened} rows={step.rows} />;
    case "sending":
      return <SendingStep products={products} job={step.job} />;
    case "done":
      return <DoneStep products={products} job={step.job} outcomes={step.outcomes} />;
  }
}
