/** The picture that goes with the next message: chosen here, or shared with the app from elsewhere. */
import { useEffect, useRef, useState } from "react";
import { readDraft, watchDraft, writeDraft } from "../../accountStore/drafts";
import { errorMessage } from "../../live/convexError";
import { newKey } from "../../outbox/entry";
import type { TokenSession } from "../../session/tokens";
import { useMarketClient } from "../../live/useMarketClient";
import type { SharedPicture } from "./useSharedPicture";
import { t } from "../../../domain/language/texts";

export type PictureDraft = {
  readonly picture: Blob | null;
  /** A chosen file is being read and reduced. */
  readonly isPreparing: boolean;
  /** The chosen file can't be sent. */
  readonly problem: string | null;
  readonly choose: (file: File) => void;
  /** Removes the picture, which was taken out or sent. */
  readonly clear: () => void;
};

type Chosen =
  | { readonly is: "nothing" }
  | { readonly is: "preparing" }
  | { readonly is: "wrong"; readonly why: string }
  | { readonly is: "ready"; readonly picture: Blob };

const NOTHING: Chosen = { is: "nothing" };
const UNREADABLE = t("The picture could not be read. Please try again.");

const loadKept = () => import("../../outbox/pictures/kept");

/** A picture may be chosen when the connection is gone, and the code of choosing and keeping one is then here. */
function fetchCode(): void {
  for (const part of [import("../../outbox/pictures/prepare"), loadKept()])
    part.catch(() => undefined);
}

async function prepare(file: File): Promise<Chosen> {
  try {
    const { preparePicture } = await import("../../outbox/pictures/prepare");
    return { is: "ready", picture: await preparePicture(file) };
  } catch (error) {
    return { is: "wrong", why: errorMessage(error, UNREADABLE) };
  }
}

/** Returns the picture that was chosen before, here or in another tab, and not sent, and functions that keep and forget one under `draftKey`. */
function useKeptPicture(draftKey: string) {
  const { session } = useMarketClient();
  const accountId = session?.accountId ?? null;
  const name = `picture:${draftKey}`;
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const id = readDraft(accountId, name);
      const stored = id === null ? null : await keptPicture(session, id);
      if (isCurrent && readDraft(accountId, name) === id) setPicture(stored);
    };
    void load();
    const stopWatching = watchDraft(accountId, name, () => void load());
    return () => {
      isCurrent = false;
      stopWatching();
    };
  }, [session, accountId, name]);

  return {
    picture,
    /** Keeps the picture, unless another one was chosen when it is stored. */
    async keep(chosen: Blob, isCurrent: () => boolean): Promise<void> {
      if (session === null) return;
      const { draftPictures } = await loadKept();
      const id = newKey();
      await draftPictures.put(session, id, chosen);
      if (isCurrent()) writeDraft(accountId, name, id);
      else await draftPictures.remove(session, [id]);
    },
    forget() {
      setPicture(null);
      const id = readDraft(accountId, name);
      writeDraft(accountId, name, null);
      if (id !== null && session !== null) void dropPicture(session, id);
    },
  };
}

async function keptPicture(session: TokenSession | null, id: string): Promise<Blob | null> {
  if (session === null) return null;
  return loadKept().then(
    ({ draftPictures }) => draftPictures.get(session, id),
    () => null,
  );
}

async function dropPicture(session: TokenSession, id: string): Promise<void> {
  await loadKept().then(
    ({ draftPictures }) => draftPictures.remove(session, [id]),
    () => undefined,
  );
}

/**
 * A picture that is chosen here goes before a shared one, and that before one that was kept over a reload; each is taken up again
 * when the one before it is removed or sent.
 */
export function usePictureDraft(draftKey: string, shared: SharedPicture | null): PictureDraft {
  const stored = useKeptPicture(draftKey);
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const latest = useRef<File | null>(null);
  useEffect(fetchCode, []);
  const own = chosen.is === "ready" ? chosen.picture : null;
  return {
    picture: own ?? shared?.picture ?? stored.picture,
    isPreparing: chosen.is === "preparing",
    problem: chosen.is === "wrong" ? chosen.why : null,
    choose(file) {
      latest.current = file;
      stored.forget();
      setChosen({ is: "preparing" });
      void prepare(file).then((result) => {
        if (latest.current !== file) return;
        setChosen(result);
        if (result.is === "ready")
          stored.keep(result.picture, () => latest.current === file).catch(() => undefined);
      });
    },
    clear() {
      latest.current = null;
      setChosen(NOTHING);
      if (own === null && shared !== null) shared.discard();
      else stored.forget();
    },
  };
}
