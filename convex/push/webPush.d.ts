/** Declares the functions of web-push that `send.ts` uses. The published types would put Node's globals before every function, see `environment.d.ts`. */
declare module "web-push" {
  export type RequestDetails = {
    readonly headers: Readonly<Record<string, string | number>>;
    readonly body: Uint8Array;
  };
  const webPush: {
    generateRequestDetails(
      subscription: {
        readonly endpoint: string;
        readonly keys: { readonly p256dh: string; readonly auth: string };
      },
      payload: string,
      options: {
        readonly vapidDetails: null;
        readonly TTL: number;
        readonly urgency: "normal" | "high";
        readonly topic: string;
      },
    ): RequestDetails;
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: "aes128gcm",
    ): { readonly Authorization: string };
  };
  export default webPush;
}
