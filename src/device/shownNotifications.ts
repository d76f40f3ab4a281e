/** Closes the notifications that this browser shows: their texts are of the account that was signed in. */
export async function closeNotifications(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const found = await navigator.serviceWorker.getRegistration();
    for (const shown of (await found?.getNotifications()) ?? []) shown.close();
  } catch {
    // A browser that blocks service workers, or knows no notifications, shows none.
  }
}
