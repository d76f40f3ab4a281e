/** The admin's part of the list of pages. */
import * as links from "../../domain/links";
import type { Page } from "./page";
import { t } from "../../domain/language/texts";

export const ADMIN_PAGES: readonly Page[] = [
  {
    path: links.ADMIN_HOME,
    title: t("Admin Dashboard"),
    access: "admin",
    layout: "market",
    failure: t("Failed to fetch data."),
    load: async () => (await import("../features/admin/AdminHomePage")).AdminHomePage,
  },
  {
    path: links.ADMIN_RETAILERS,
    title: t("Retailers"),
    access: "admin",
    layout: "market",
    failure: t("An error occurred while fetching retailers."),
    load: async () => (await import("../features/admin/RetailersPage")).RetailersPage,
  },
  {
    path: links.ADMIN_DISTRIBUTORS,
    title: t("Distributors"),
    access: "admin",
    layout: "market",
    failure: t("An error occurred while fetching distributors."),
    load: async () => (await import("../features/admin/DistributorsPage")).DistributorsPage,
  },
  {
    path: links.ADMIN_PRODUCTS,
    title: t("Products"),
    access: "admin",
    layout: "market",
    failure: t("An error occurred while fetching products."),
    load: async () => (await import("../features/admin/ProductsPage")).ProductsPage,
  },
  {
    path: links.ADMIN_FEEDBACK,
    title: t("User Feedback"),
    access: "admin",
    layout: "market",
    failure: t("Error fetching feedback. Please try again later."),
    load: async () =>
      (await import("../features/feedback/FeedbackDashboardPage")).FeedbackDashboardPage,
  },
];
