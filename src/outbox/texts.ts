/** The outbox's own sentences, the same for all commands. */

export const OUTBOX_FULL = "Too much is waiting to be sent. Please try again when it is sent.";
export const PICTURES_FULL =
  "Too many pictures are waiting to be sent. Please try again when they are sent.";
export const NO_ROOM_FOR_PICTURE = "This browser has no room to keep the picture until it is sent.";
export const NOT_KEPT =
  "This browser stores nothing for later: keep this page open until it is sent.";
