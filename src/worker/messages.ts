/** The messages of pages to the service worker. */

/** Asks a waiting worker to take over. */
export const TAKE_OVER = "take-over";

/** Asks the active worker to serve the page too. */
export const CLAIM = "claim";
