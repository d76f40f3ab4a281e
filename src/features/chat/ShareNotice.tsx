/** Asks for whom a shared picture is, above the list of conversations, or says why it can't be sent. */
import { Notice } from "../../ui/Notice";
import { PicturePreview } from "./PicturePreview";
import { SHARED_FROM, type Share } from "./useSharedPicture";

export type ShareNoticeProps = {
  share: Share;
  /** A conversation is open: the picture stands in its composer. */
  isChosen: boolean;
};

export function ShareNotice({ share, isChosen }: ShareNoticeProps) {
  const { shared, problem, dismiss } = share;
  if (problem !== null)
    return <Notice kind="warning" message={problem} onClose={dismiss} className="m-3" />;
  if (shared === null || isChosen) return null;
  return (
    <div className="border-b border-line p-3">
      <p role="status" className="pb-2 font-medium">
        Choose a conversation for the picture
      </p>
      <p className="pb-2 text-sm text-muted">{SHARED_FROM}</p>
      <PicturePreview picture={shared.picture} onRemove={shared.discard} />
    </div>
  );
}
