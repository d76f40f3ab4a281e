/** Ids of requests, as they stand in errors, logs and the request's metadata. */
import { randomUUID } from "node:crypto";

/** Sixteen hexadecimal digits, as on Convex. Cut from a UUID, whose bytes Node draws in advance. */
export function newRequestId(): string {
  return randomUUID().replaceAll("-", "").slice(-16);
}
