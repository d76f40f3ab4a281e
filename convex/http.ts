/** HTTP routes beside Convex's own: everything under /api, and two paths that the specification puts elsewhere. */
import * as links from "../domain/links";
import { ROUTABLE_HTTP_METHODS, httpRouter } from "convex/server";
import { auth } from "./auth";
import { httpAction } from "./functions";
import { app } from "./rest/app";

const http = httpRouter();

auth.addHttpRoutes(http);

const answer = httpAction(async (ctx, request) => app.fetch(request, ctx));

/** The installed app's share target posts here. Its service worker takes the picture; a browser without one is led to the chat. */
const withoutWorker = httpAction(() =>
  Promise.resolve(new Response(null, { status: 303, headers: { Location: links.CHAT } })),
);
http.route({ path: "/share", method: "POST", handler: withoutWorker });

for (const method of ROUTABLE_HTTP_METHODS) {
  http.route({ pathPrefix: "/api/", method, handler: answer });
  http.route({ path: "/admin/orders", method, handler: answer });
  http.route({ path: "/admin/users", method, handler: answer });
}

export default http;
