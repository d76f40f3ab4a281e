/** What the settings page fetches apart: few people have programs. */
export { KeySettings } from "./KeySettings";
export { WebhookSettings } from "./WebhookSettings";
