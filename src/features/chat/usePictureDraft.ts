/** The picture that goes with the next message: chosen here, or shared with the app from elsewhere. */
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../lib/convexError";
import type { SharedPicture } from "./useSharedPicture";

export type PictureDraft = {
  readonly picture: Blob | null;
  /** A chosen file is being read and reduced. */
  readonly isPreparing: boolean;
  /** The chosen file can't be sent. */
  readonly problem: string | null;
  readonly choose: (file: File) => void;
  /** Without a picture again: it was removed or sent. */
  readonly clear: () => void;
};

type Chosen =
  | { readonly is: "nothing" }
  | { readonly is: "preparing" }
  | { readonly is: "wrong"; readonly why: string }
  | { readonly is: "ready"; readonly picture: Blob };

const NOTHING: Chosen = { is: "nothing" };
const UNREADABLE = "The picture could not be read. Please try again.";

/** A picture may be chosen when the connection is gone, and the code of choosing and keeping one is then here. */
function fetchCode(): void {
  const parts = [import("../../lib/pictures/prepare"), import("../../lib/pictures/kept")];
  for (const part of parts) part.catch(() => undefined);
}

async function prepare(file: File): Promise<Chosen> {
  try {
    const { preparePicture } = await import("../../lib/pictures/prepare");
    return { is: "ready", picture: await preparePicture(file) };
  } catch (error) {
    return { is: "wrong", why: errorMessage(error, UNREADABLE) };
  }
}

/** A picture that is chosen here goes before a shared one, which is taken up again when it is removed. */
export function usePictureDraft(shared: SharedPicture | null): PictureDraft {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const latest = useRef<File | null>(null);
  useEffect(fetchCode, []);
  const picture = chosen.is === "ready" ? chosen.picture : null;
  return {
    picture: picture ?? shared?.picture ?? null,
    isPreparing: chosen.is === "preparing",
    problem: chosen.is === "wrong" ? chosen.why : null,
    choose(file) {
      latest.current = file;
      setChosen({ is: "preparing" });
      void prepare(file).then((result) => {
        if (latest.current === file) setChosen(result);
      });
    },
    clear() {
      latest.current = null;
      setChosen(NOTHING);
      if (picture === null) shared?.discard();
    },
  };
}
