/** The admin's part of the list of pages. */
import type { Page } from "./page";

export const ADMIN_PAGES: readonly Page[] = [
  {
    path: "/adminhome",
    title: "Admin Dashboard",
    access: "admin",
    layout: "market",
    failure: "Failed to fetch data.",
    load: async () => (await import("../features/admin/AdminHomePage")).AdminHomePage,
  },
  {
    path: "/adminretailerlist",
    title: "Retailers",
    access: "admin",
    layout: "market",
    failure: "An error occurred while fetching retailers.",
    load: async () => (await import("../features/admin/RetailersPage")).RetailersPage,
  },
  {
    path: "/admindistributorslist",
    title: "Distributors",
    access: "admin",
    layout: "market",
    failure: "An error occurred while fetching distributors.",
    load: async () => (await import("../features/admin/DistributorsPage")).DistributorsPage,
  },
  {
    path: "/adminproductlist",
    title: "Products",
    access: "admin",
    layout: "market",
    failure: "An error occurred while fetching products.",
    load: async () => (await import("../features/admin/ProductsPage")).ProductsPage,
  },
  {
    path: "/admincomplaints",
    title: "User Feedback",
    access: "admin",
    layout: "market",
    failure: "Error fetching feedback. Please try again later.",
    load: async () =>
      (await import("../features/feedback/FeedbackDashboardPage")).FeedbackDashboardPage,
  },
];
