/** The picture that goes with the next message: chosen here, or shared with the app from elsewhere. */
import { useEffect, useRef, useState } from "react";
import { DRAFT, readFor, watchFor, writeFor } from "../../lib/accountStorage";
import { errorMessage } from "../../lib/convexError";
import { useAccountId } from "../../lib/useMarketClient";
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

const loadDrafts = () => import("../../lib/pictures/drafts");

/** A picture may be chosen when the connection is gone, and the code of choosing and keeping one is then here. */
function fetchCode(): void {
  const parts = [
    import("../../lib/pictures/prepare"),
    import("../../lib/pictures/kept"),
    loadDrafts(),
  ];
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

/** Storage that fails loses the picture with the page, and nothing else. */
async function drop(accountId: string, id: string): Promise<void> {
  await loadDrafts()
    .then(({ dropDraft }) => dropDraft(accountId, id))
    .catch(() => undefined);
}

/** Returns the picture that was chosen before, here or in another tab, and not sent, and functions that keep and forget one under `draftKey`. */
function useKeptPicture(draftKey: string) {
  const accountId = useAccountId() ?? "";
  const name = `${DRAFT}picture:${draftKey}`;
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = () => {
      const id = readFor(accountId, name);
      void loadDrafts()
        .then(({ keptDraft }) => keptDraft(accountId, id))
        .catch(() => null)
        .then((kept) => {
          if (isCurrent && readFor(accountId, name) === id) setPicture(kept);
        });
    };
    load();
    const stopWatching = watchFor(accountId, name, load);
    return () => {
      isCurrent = false;
      stopWatching();
    };
  }, [accountId, name]);

  return {
    picture,
    /** Keeps the picture, if it is wanted still when it is stored. */
    async keep(chosen: Blob, isWanted: () => boolean): Promise<void> {
      const { keepDraft } = await loadDrafts();
      const id = await keepDraft(accountId, chosen);
      if (isWanted()) writeFor(accountId, name, id);
      else await drop(accountId, id);
    },
    forget() {
      setPicture(null);
      const id = readFor(accountId, name);
      writeFor(accountId, name, null);
      if (id !== null) void drop(accountId, id);
    },
  };
}

/**
 * A picture that is chosen here goes before a shared one, and that before one that was kept over a reload; each is taken up again
 * when the one before it is removed or sent.
 */
export function usePictureDraft(draftKey: string, shared: SharedPicture | null): PictureDraft {
  const kept = useKeptPicture(draftKey);
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const latest = useRef<File | null>(null);
  useEffect(fetchCode, []);
  const own = chosen.is === "ready" ? chosen.picture : null;
  return {
    picture: own ?? shared?.picture ?? kept.picture,
    isPreparing: chosen.is === "preparing",
    problem: chosen.is === "wrong" ? chosen.why : null,
    choose(file) {
      latest.current = file;
      kept.forget();
      setChosen({ is: "preparing" });
      void prepare(file).then((result) => {
        if (latest.current !== file) return;
        setChosen(result);
        if (result.is === "ready")
          kept.keep(result.picture, () => latest.current === file).catch(() => undefined);
      });
    },
    clear() {
      latest.current = null;
      setChosen(NOTHING);
      if (own === null && shared !== null) shared.discard();
      else kept.forget();
    },
  };
}
