/** The service worker: serves the app's own files, so that the app starts without a connection. It keeps no answers of the server, and one picture that was shared with the app. */
import { Builds, type BuildFile } from "./builds";
import { CLAIM, TAKE_OVER } from "./messages";
import { isPage } from "./paths";
import { handlePushes } from "./push";
import { receiveShare, SHARE_PATH } from "./shared";

declare const self: ServiceWorkerGlobalScope;
/** The build replaces it by the list of its files. */
declare const BUILD_FILES: readonly BuildFile[];

const builds = new Builds(BUILD_FILES, self.caches, (input, init) => fetch(input, init));

self.addEventListener("install", (event) => event.waitUntil(builds.install()));

self.addEventListener("activate", (event) => {
  // The first build takes the page that registered it; a later one waits until a person wants it.
  event.waitUntil(builds.activate().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(self.skipWaiting());
  if (event.data === CLAIM) event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "POST" && pathname === SHARE_PATH && origin === self.location.origin)
    event.respondWith(receiveShare(request, self.caches));
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(pathname)) event.respondWith(builds.page(request));
  else if (request.mode !== "navigate" && builds.mayHave(pathname))
    event.respondWith(builds.file(request));
});

handlePushes(self);
