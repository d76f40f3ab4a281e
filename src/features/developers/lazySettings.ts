/** The parts of the settings page that are loaded separately, because few users have programs. */
export { KeySettings } from "./KeySettings";
export { WebhookSettings } from "./WebhookSettings";
