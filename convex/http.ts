/** What answers over plain HTTP, beside Convex's own paths. */
import { httpRouter } from "convex/server";
import { auth } from "./auth";
import { httpAction } from "./functions";
import { readMailbox } from "./rest/mailbox";
import { answer } from "./rest/respond";
import { uploadImage, uploadQrCode } from "./rest/uploads";

const http = httpRouter();

auth.addHttpRoutes(http);

http.route({
  path: "/api/health",
  method: "GET",
  handler: httpAction(() => Promise.resolve(answer({ status: "ok" }))),
});
http.route({ path: "/api/dev/mailbox", method: "GET", handler: readMailbox });
http.route({ path: "/api/upload/image", method: "POST", handler: uploadImage });
http.route({ path: "/api/upload/qr-code", method: "POST", handler: uploadQrCode });

export default http;
