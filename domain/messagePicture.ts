/** Pictures that a chat message may carry: photographs and screenshots, no animations. */

export const MESSAGE_PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

export function isMessagePictureType(type: string): boolean {
  return MESSAGE_PICTURE_TYPES.some((one) => one === type);
}
