/** The pages of each role, and the widths and themes in which they are checked and photographed. */
import { type Page, expect } from "@playwright/test";

export const WIDTHS = [375, 768, 1280] as const;
export const HEIGHT = 900;
export const THEMES = ["light", "dark"] as const;

export const PAGES = {
  visitor: [
    "/",
    "/getstartedpage",
    "/about",
    "/products",
    "/newsfeed",
    "/contact",
    "/terms",
    "/privacy",
    "/cookies",
    "/developers",
    "/auth/login",
    "/auth/signup",
    "/auth/reset",
  ],
  retailer: [
    "/homepageretailer",
    "/dashboard",
    "/distributorslist",
    "/productlistall",
    "/latestproduct",
    "/distributor-products/asha@mandi.test",
    "/retailerNetwork",
    "/basket",
    "/pendingretail",
    "/acceptedretail",
    "/rejectedretail",
    "/completedretail",
    "/invoicepage",
    "/khata",
    "/notifications",
    "/chat",
    "/complaintandreview",
    "/profile",
    "/nowhere",
  ],
  distributor: [
    "/homepage",
    "/addproduct",
    "/import-products",
    "/productlist",
    "/retailerslist",
    "/requests",
    "/mynetwork",
    "/pendingorders_dist",
    "/accepted_dist",
    "/rejected_dist",
    "/completed_dist",
    "/invoicepage",
    "/khata",
    "/notifications",
    "/chat",
    "/complaintandreview",
    "/profile",
    "/settings",
  ],
  admin: [
    "/adminhome",
    "/adminretailerlist",
    "/admindistributorslist",
    "/adminproductlist",
    "/admincomplaints",
    "/newsfeed",
  ],
} as const satisfies Record<string, readonly string[]>;

/** Waits until the app has replaced the first screen, the page has its heading, nothing is loading, and lists show what was asked for. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator("#root > [inert]")).toHaveCount(0);
  await expect(page.locator("h1:visible").first()).toBeVisible();
  await expect(page.locator(".animate-pulse-soft")).toHaveCount(0);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}
