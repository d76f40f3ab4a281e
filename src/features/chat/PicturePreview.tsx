/** The picture that goes with the next message, before it is sent. */
import { X } from "lucide-react";
import { useObjectUrl } from "../../lib/useObjectUrl";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { SHARED_FROM, type Share } from "./useSharedPicture";
import { t } from "../../../domain/language/texts";

export type PicturePreviewProps = { picture: Blob; onRemove: () => void };

export function PicturePreview({ picture, onRemove }: PicturePreviewProps) {
  const url = useObjectUrl(picture);
  return (
    <div className="flex items-start gap-1">
      {url !== null && (
        <img
          src={url}
          alt={t("The picture to send")}
          className="h-20 w-28 rounded-sm border border-line bg-sunken object-cover"
        />
      )}
      <Button size="icon" variant="quiet" title={t("Remove the picture")} onClick={onRemove}>
        <X aria-hidden />
        <span className="sr-only">{t("Remove the picture")}</span>
      </Button>
    </div>
  );
}

export type ShareNoticeProps = {
  share: Share;
  /** A conversation is open: the picture stands in its composer. */
  isChosen: boolean;
};

/** Asks for whom a shared picture is, above the list of conversations, or says why it can't be sent. */
export function ShareNotice({ share, isChosen }: ShareNoticeProps) {
  const { shared, problem, dismiss } = share;
  if (problem !== null)
    return <Notice kind="warning" message={problem} onClose={dismiss} className="m-3" />;
  if (shared === null || isChosen) return null;
  return (
    <div className="border-b border-line p-3">
      <p role="status" className="pb-2 font-medium">
        {t("Choose a conversation for the picture")}
      </p>
      <p className="pb-2 text-sm text-muted">{SHARED_FROM}</p>
      <PicturePreview picture={shared.picture} onRemove={shared.discard} />
    </div>
  );
}
