/** The picture of a message in a box of fixed size, so that nothing moves when it comes; larger in a dialog. */
import { useEffect, useState } from "react";
import { imageUrl, useFailedPicture } from "../../live/pictures";
import { useMarketClient } from "../../live/useMarketClient";
import { useObjectUrl } from "../../lib/useObjectUrl";
import { lazyDialog } from "../../ui/lazyPart";
import type { ThreadPicture } from "./thread";
import { t } from "../../../domain/language/texts";

const PictureDialog = lazyDialog(
  async () => (await import("./PictureDialog")).PictureDialog,
  t("The picture could not be opened."),
);

const BOX = "block h-45 w-60 max-w-full rounded-sm bg-sunken text-sm text-muted";

export type MessagePictureProps = {
  picture: ThreadPicture;
  /** The sender's name, or "you". */
  alt: string;
};

/** Returns the bytes that wait in the outbox. They stay after the server has them, so that the picture does not blink. */
function useKeptPicture(picture: ThreadPicture): { blob: Blob | null; isMissing: boolean } {
  const { session } = useMarketClient();
  const id = "keptId" in picture ? picture.keptId : null;
  const [found, setFound] = useState<{ id: string; blob: Blob | null } | null>(null);
  useEffect(() => {
    if (id === null || session === null) return;
    let isCurrent = true;
    void import("../../outbox/pictures/kept")
      .then(({ outboxPictures }) => outboxPictures.get(session, id))
      .catch(() => null)
      .then((blob) => isCurrent && setFound({ id, blob }));
    return () => {
      isCurrent = false;
    };
  }, [session, id]);
  return { blob: found?.blob ?? null, isMissing: found?.blob === null };
}

export function MessagePicture({ picture, alt }: MessagePictureProps) {
  const { blob, isMissing } = useKeptPicture(picture);
  const local = useObjectUrl(blob);
  const stored = "url" in picture ? imageUrl(picture.url) : null;
  const url = local ?? stored;
  const [failed, noteFailed] = useFailedPicture();
  const [isOpen, setOpen] = useState(false);
  const isGone = "url" in picture ? url === null || failed === url : isMissing;
  if (isGone)
    return (
      <p className={`${BOX} my-1 grid place-items-center p-3`}>{t("The picture is not there.")}</p>
    );
  // The bytes are read from the browser's store in a moment.
  if (url === null) return <div className={`${BOX} my-1`} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`${BOX} my-1 overflow-hidden`}
      >
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => noteFailed(url)}
          className="size-full object-cover dark:brightness-[.86]"
        />
      </button>
      {isOpen && <PictureDialog url={url} alt={alt} onClose={() => setOpen(false)} />}
    </>
  );
}
