/** The picture that was shared with the installed app, until it is sent or discarded. */
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useMarketClient } from "../../live/useMarketClient";
import { SHARE_PARAMETER, type ShareResult } from "../../worker/shared";
import { t } from "../../../domain/language/texts";

export type SharedPicture = {
  readonly picture: Blob;
  /** It was sent, or is not wanted. */
  readonly discard: () => void;
};

/** Shown with it until it is sent: no browser tells a worker which app it was. */
export const SHARED_FROM = t(
  "Another app on this device shared this picture. Remove it if you did not.",
);

export type Share = {
  /** The address says that a picture was shared. */
  readonly isSharing: boolean;
  readonly shared: SharedPicture | null;
  /** It can't be sent, or is gone. */
  readonly problem: string | null;
  readonly dismiss: () => void;
};

const REFUSED = t("That can't be sent: share one JPEG, PNG or WebP picture of at most 5 MB.");
const REFUSALS: Partial<Record<string, string>> = {
  refused: REFUSED,
  foreign: t("A page of another site tried to put a picture here. It was not taken."),
};
const GONE = t("The shared picture is no longer there. Please share it again.");

type Found = { readonly picture: Blob } | { readonly problem: string };

async function find(session: string): Promise<Found> {
  const [worker, { preparePicture }] = await Promise.all([
    import("../../worker/shared"),
    import("../../outbox/pictures/prepare"),
  ]);
  const shared = await worker.claimShared(session, caches);
  if (shared === null) return { problem: GONE };
  const file = new File([shared], "picture", { type: shared.type });
  try {
    return { picture: await preparePicture(file) };
  } catch {
    await worker.discardShared(caches);
    return { problem: REFUSED };
  }
}

export function useSharedPicture(): Share {
  const [search, setSearch] = useSearchParams();
  const result = search.get(SHARE_PARAMETER) as ShareResult | null;
  const session = useMarketClient().session?.id ?? null;
  const [found, setFound] = useState<Found | null>(null);
  const isSharing = result === "picture";
  useEffect(() => {
    if (!isSharing || session === null) return;
    let isCurrent = true;
    void find(session)
      .catch(() => ({ problem: GONE }))
      .then((value) => isCurrent && setFound(value));
    return () => {
      isCurrent = false;
    };
  }, [isSharing, session]);

  const dismiss = useCallback(() => {
    setFound(null);
    setSearch(
      (now) => {
        now.delete(SHARE_PARAMETER);
        return now;
      },
      { replace: true },
    );
  }, [setSearch]);
  const discard = useCallback(() => {
    dismiss();
    void import("../../worker/shared")
      .then(({ discardShared }) => discardShared(caches))
      .catch(() => undefined);
  }, [dismiss]);

  const current = isSharing ? found : null;
  const shared =
    current !== null && "picture" in current ? { picture: current.picture, discard } : null;
  const problem = current !== null && "problem" in current ? current.problem : null;
  const refusal = result === null || result === "picture" ? null : REFUSALS[result];
  return { isSharing, shared, problem: refusal ?? problem, dismiss };
}
