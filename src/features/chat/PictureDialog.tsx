/** A picture of the conversation, as large as the screen allows. */
import { Dialog } from "../../ui/Dialog";
import { t } from "../../../domain/language/texts";

export type PictureDialogProps = { url: string; alt: string; onClose: () => void };

export function PictureDialog({ url, alt, onClose }: PictureDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={alt}
      description={t("The picture at its full size.")}
      hideDescription
      size="lg"
    >
      <img src={url} alt={alt} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
    </Dialog>
  );
}
