/** The outbox's own sentences, the same for all commands. */

export const OUTBOX_FULL = "Too much is waiting to be sent. Please try again when it is sent.";
export const NOT_KEPT =
  "This browser stores nothing for later: keep this page open until it is sent.";
