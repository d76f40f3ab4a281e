/** Adding a product: what is typed, what is wrong with it, and the upload and the mutation behind the one button. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { pictureProblem } from "../../lib/upload";
import { useDraft } from "../../lib/useDraft";
import { useToast } from "../../ui/Toast";
import {
  draftFromText,
  readDraft,
  type DraftErrors,
  type ProductDraft,
  type ProductFigures,
} from "./productForm";
import { saveFailureText, useSendPicture } from "../../lib/useSendPicture";

type AddProductState = {
  readonly picture: File | null;
  readonly pictureError: string | null;
  readonly errors: DraftErrors;
  /** Why the last try failed, in a sentence, or null. */
  readonly failure: string | null;
  readonly busy: boolean;
  /** Products added since the page was opened: a new number empties the file chooser. */
  readonly added: number;
};

const START: AddProductState = {
  picture: null,
  pictureError: null,
  errors: {},
  failure: null,
  busy: false,
  added: 0,
};

export type AddProduct = AddProductState & {
  readonly draft: ProductDraft;
  readonly change: (part: Partial<ProductDraft>) => void;
  readonly choose: (picture: File | null, pictureError: string | null) => void;
  readonly submit: () => Promise<void>;
};

/** Uploads, then adds. */
function useSave(): (picture: File, product: ProductFigures) => Promise<void> {
  const sendPicture = useSendPicture();
  const add = useMutation(api.products.add);
  return async (picture, product) => {
    await add({ ...product, imageId: await sendPicture(picture) });
  };
}

export function useAddProduct(): AddProduct {
  // What was typed survives a reload; a chosen file can't.
  const [text, setText, clearText] = useDraft("new-product");
  const draft = draftFromText(text);
  const [state, setState] = useState(START);
  const save = useSave();
  const toast = useToast();
  const patch = (part: Partial<AddProductState>) => setState((now) => ({ ...now, ...part }));

  async function submit(): Promise<void> {
    const { picture } = state;
    const verdict = readDraft(draft);
    const pictureError = pictureProblem(picture);
    if (!verdict.ok || pictureError !== null || picture === null) {
      const errors = verdict.ok ? {} : verdict.errors;
      patch({ errors, pictureError, failure: null });
      return;
    }
    patch({ busy: true, errors: {}, pictureError: null, failure: null });
    try {
      await save(picture, verdict.product);
      clearText();
      setState({ ...START, added: state.added + 1 });
      toast({ kind: "success", message: "Product added successfully!" });
    } catch (error) {
      const failure = saveFailureText(error, "An error occurred while adding the product.");
      patch({ busy: false, failure });
    }
  }

  return {
    ...state,
    draft,
    change: (part) => {
      setText(JSON.stringify({ ...draft, ...part }));
      const mended = Object.fromEntries(Object.keys(part).map((field) => [field, undefined]));
      patch({ errors: { ...state.errors, ...mended } });
    },
    choose: (picture, pictureError) => patch({ picture, pictureError }),
    submit,
  };
}
