/** The picture that goes with the next message, before it is sent. */
import { X } from "lucide-react";
import { useObjectUrl } from "../../lib/useObjectUrl";
import { Button } from "../../ui/Button";

export type PicturePreviewProps = { picture: Blob; onRemove: () => void };

export function PicturePreview({ picture, onRemove }: PicturePreviewProps) {
  const url = useObjectUrl(picture);
  return (
    <div className="flex items-start gap-1">
      {url !== null && (
        <img
          src={url}
          alt="The picture to send"
          className="h-20 w-28 rounded-sm border border-line bg-sunken object-cover"
        />
      )}
      <Button size="icon" variant="quiet" title="Remove the picture" onClick={onRemove}>
        <X aria-hidden />
        <span className="sr-only">Remove the picture</span>
      </Button>
    </div>
  );
}
