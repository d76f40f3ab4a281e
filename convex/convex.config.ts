/** The components that the app mounts, and the deployment variables that its functions read. */
import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({
  env: {
    /** Origins of other pages that may call REST with credentials, separated by spaces. */
    ALLOWED_ORIGINS: v.optional(v.string()),
    /** "1": mails stay in the outbox, where everybody may read them. For one machine only. */
    DEV_MAILBOX: v.optional(v.literal("1")),
    /** Sender of mails. */
    MAIL_FROM: v.optional(v.string()),
    /** Articles as JSON in NewsAPI's shape, and the key that is sent along. */
    NEWS_API_URL: v.optional(v.string()),
    NEWS_API_KEY: v.optional(v.string()),
    /** RSS or Atom feeds, separated by spaces. */
    NEWS_FEEDS: v.optional(v.string()),
    /** "off" for benchmarks and load tests. */
    RATE_LIMITS: v.optional(v.literal("off")),
    /** The key of Resend. Without it mails stay in the outbox. */
    RESEND_API_KEY: v.optional(v.string()),
    /** Address of the market's pages, as users type it. */
    SITE_URL: v.optional(v.string()),
    /** The pair of keys with which pushes are signed (RFC 8292), each base64url. Without them there is no push. */
    VAPID_PUBLIC_KEY: v.optional(v.string()),
    VAPID_PRIVATE_KEY: v.optional(v.string()),
    /** "1": webhooks, pushes and addresses of pictures may lead into private networks, without https too. Where only trusted people have accounts. */
    WEBHOOKS_ALLOW_PRIVATE: v.optional(v.literal("1")),
  },
});
app.use(rateLimiter);

export default app;
