/** Makes a chosen file ready for a message: checked, and reduced if it is large, so that the bytes that are kept are those that are sent. */
import { isMessagePictureType } from "../../../domain/messagePicture";
import { pictureProblem, shrink, UploadError } from "../../files/upload";
import { t } from "../../../domain/language/texts";

const WRONG_TYPE = t("Please choose a JPEG, PNG or WebP picture.");

/** @throws UploadError, whose message is the text to show. */
export async function preparePicture(file: File): Promise<Blob> {
  const problem = isMessagePictureType(file.type) ? pictureProblem(file) : WRONG_TYPE;
  if (problem !== null) throw new UploadError(problem);
  const picture = await shrink(file);
  // A copy: the file on the disk may be changed or deleted before it is sent.
  return new Blob([await picture.arrayBuffer()], { type: picture.type });
}
