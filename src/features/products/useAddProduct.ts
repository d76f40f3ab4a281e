/** The state of the form that adds a product. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { invariant } from "../../../domain/invariant";
import { saveFailureText, useUploadOnce } from "../../files/useUploadOnce";
import { type FormState, useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { pictureProblem } from "../../files/upload";
import { draftErrors, EMPTY_DRAFT, type ProductValues, readDraft } from "./productForm";
import { t } from "../../../domain/language/texts";

export type AddProduct = {
  readonly form: FormState<ProductValues>;
  /** The text of the last failure, or null. */
  readonly failure: string | null;
  readonly isBusy: boolean;
  /** The number of products added since the page was opened: a new number empties the file chooser. */
  readonly added: number;
  readonly submit: () => void;
};

export function useAddProduct(): AddProduct {
  const [added, setAdded] = useState(0);
  const upload = useUploadOnce();
  const add = useMutation(api.products.add);
  const form = useForm<ProductValues>({
    initial: { ...EMPTY_DRAFT, picture: null },
    // Texts survive a reload; a chosen file can't.
    drafts: "new-product",
    revalidateOn: "submit",
    validate: (values) => ({ ...draftErrors(values), picture: pictureProblem(values.picture) }),
  });
  const save = useServerAction(
    async ({ picture, ...draft }: ProductValues) => {
      const verdict = readDraft(draft);
      invariant(verdict.ok && picture !== null, "The form was submitted invalid.");
      const { tax, ...product } = verdict.product;
      await add({
        ...product,
        ...(Object.keys(tax).length > 0 && { tax }),
        imageId: await upload(picture),
      });
    },
    {
      failure: (error) => saveFailureText(error, t("An error occurred while adding the product.")),
      success: t("Product added successfully!"),
      onSuccess: () => {
        form.reset();
        setAdded((count) => count + 1);
      },
    },
  );
  return {
    form,
    failure: save.error,
    isBusy: save.isBusy,
    added,
    submit: () => {
      save.clearError();
      form.submit(save.run);
    },
  };
}
