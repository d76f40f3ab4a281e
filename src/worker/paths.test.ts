import { expect, it } from "vitest";
import { isPage } from "./paths";

it.each([
  "/",
  "/dashboard",
  "/admin",
  "/apiary",
  "/dev/mailbox",
  "/khata/kd7fax2ewfhq3zbf3696gkdf6dbg5sjz",
  "/distributor-products/asha@mandi.test",
  "/no/such/page",
])("takes %s for a page of the app", (pathname) => {
  expect(isPage(pathname)).toBe(true);
});

it.each([
  "/api",
  "/api/health",
  "/api/1.48.0/sync",
  "/api/storage/021195e4-c205-463d",
  "/.well-known/openid-configuration",
  "/version",
  "/instance_name",
  "/metrics",
  "/admin/orders",
  "/admin/users",
  "/sw.js",
  "/assets/app-WoRWhPJH.js",
  "/manifest.webmanifest",
  "/icon-192.png",
])("leaves %s to the server", (pathname) => {
  expect(isPage(pathname)).toBe(false);
});
