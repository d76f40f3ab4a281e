/** Chooses a picture for the next message, from the disk or the camera. */
import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { MESSAGE_PICTURE_TYPES } from "../../../domain/messagePicture";
import { Button } from "../../ui/Button";
import { t } from "../../../domain/language/texts";

export type PictureButtonProps = { busy: boolean; onChoose: (file: File) => void };

export function PictureButton({ busy, onChoose }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="icon"
        variant="quiet"
        title={t("Add a picture")}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (!busy) input.current?.click();
        }}
      >
        <ImagePlus aria-hidden />
        <span className="sr-only">{t("Add a picture")}</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept={MESSAGE_PICTURE_TYPES.join()}
        aria-label={t("Picture")}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again after it was removed.
          target.value = "";
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
