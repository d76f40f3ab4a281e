/** Products: the distributor's own, and what retailers choose from. */
import { type Entry, constant, rule, screen } from "../entry";

const WORDS = "e2e/words.spec.ts";
const PRODUCTS = "convex/products/products.test.ts";
const SEARCH = "convex/products/grams.test.ts";
const FORM = "src/features/products/productForm.test.ts";
const STOCK = "src/features/products/stock.test.ts";
const UPLOAD = "src/lib/upload.test.ts";

const CATEGORIES = [
  "All",
  "Beauty",
  "Electronics",
  "Fashion",
  "Home Goods",
  "Health and Wellness",
  "Food and Beverage",
  "Sports and Outdoor Equipment",
  "Automotive",
  "Toys and Games",
  "Furniture",
];
const SORTS = ["Sort: Default", "Sort: Type", "Sort: Latest", "Sort: In Stock"];
const MORE_INFO = ["Distributor", "Email", "Stock", "Price", "Registered on", "Close"];

const ADD: readonly Entry[] = screen("Add product", "/addproduct", [
  "Product image",
  "Product type",
  "Product name",
  "Description",
  "Quantity",
  "Price",
  "Stock",
  "Distributor name",
  "Distributor email",
  "Add Product",
  "Adding Product...",
  "Product added successfully!",
  "Please select an image file",
  "Please upload an image file (JPEG, PNG, GIF)",
  "Image file must be smaller than 5MB",
  "Please choose a product type.",
  "Please enter the product name.",
  "Please enter a description.",
  "Please enter the quantity.",
  "Please enter the price.",
  "Please enter the stock.",
  rule(
    "Name and e-mail of the distributor are the account's, and can't be typed",
    `${WORDS} › adding a product asks for everything, refuses what is no picture, and empties the form`,
  ),
  rule(
    "After a success all fields are empty",
    `${WORDS} › adding a product asks for everything, refuses what is no picture, and empties the form`,
  ),
  rule("All fields are required", `${FORM} › names every empty field at once`),
  rule("The type is one of the list", `${FORM} › is of a type from the list, and All is none`),
  constant(
    "Quantity, price and stock are 0 at least",
    `${FORM} › may not have a stock or a pack size of %s`,
    `${FORM} › may not cost %j`,
    `${PRODUCTS} › accepts zero for pack, price and stock, and the largest of each`,
  ),
  constant(
    "A picture has 5 MB at most",
    `${UPLOAD} › may have 5 MB and no byte more`,
    `${WORDS} › adding a product asks for everything, refuses what is no picture, and empties the form`,
  ),
]);

const OWN: readonly Entry[] = screen("Own products", "/productlist", [
  "Quantity",
  "Price",
  "Stock",
  "Edit",
  "Delete",
  "Insufficient stock {n} Pcs",
  "{n} Pcs",
  "Product name",
  "Product type",
  "Description",
  "Update Product",
  "Cancel",
  "Product updated successfully.",
  "Are you sure you want to delete this product?",
  "Product deleted successfully.",
  "No products found.",
  rule(
    "A card has picture, name, type, description, quantity, price and stock",
    `${WORDS} › one's own products can be seen, edited and deleted, and low stock is red`,
  ),
  rule(
    "A deleted product leaves the list",
    `${WORDS} › one's own products can be seen, edited and deleted, and low stock is red`,
    `${PRODUCTS} › removes it from every list and page; the second time it is not found`,
  ),
  rule(
    "Only changed fields are sent; stock is edited against the figure that was seen",
    "src/features/products/productForm.test.ts › are the changed fields only",
    `${PRODUCTS} › sets the stock only if it still is what was seen, and tells the live figure otherwise`,
  ),
  constant(
    "Stock of 10 or less is low, and red",
    `${STOCK} › is low at 10 and below, and says so`,
    `${WORDS} › one's own products can be seen, edited and deleted, and low stock is red`,
  ),
  constant(
    "Stock has no decimals and the word Pcs",
    `${STOCK} › has no decimals, Indian grouping and the word Pcs`,
  ),
  constant("Prices have the rupee sign and 2 decimals", "domain/money.test.ts › %d paise are %s"),
]);

const MARKET: readonly Entry[] = [
  ...screen("All products", "/productlistall", [
    "Search products...",
    ...CATEGORIES,
    ...SORTS,
    "Quantity",
    "More Info",
    "Order",
    ...MORE_INFO,
    "No products found.",
    "No products found matching your criteria.",
    rule(
      "Order leads to /orderinfo/{product}",
      `${WORDS} › retailers search, filter and sort all products, and look closer`,
    ),
    rule(
      "The search finds any part of a name, in any case",
      `${PRODUCTS} › finds any part of the name, in any case, and nothing else`,
      `${SEARCH} › finds what a look at all products finds, before, while and after rows are filled in`,
    ),
    rule(
      "The category is exact; All lifts it",
      `${PRODUCTS} › filters by exactly one type, also together with a search`,
    ),
    rule(
      "Type sorts by the alphabet, Latest by date, the newest first; In Stock keeps what there is",
      `${PRODUCTS} › sorts by type in alphabetical order, by newest, and keeps what is in stock`,
    ),
  ]),
  ...screen("Latest products", "/latestproduct", [
    "Product",
    "Type",
    "Price",
    "Quantity",
    "Added on",
    "No products found.",
    rule("All products, the newest first", `${WORDS} › the latest products stand newest first`),
  ]),
  ...screen("Products of one distributor", "/distributor-products/:distributorEmail", [
    "Search products...",
    "Category",
    ...SORTS,
    "Quantity",
    "More Info",
    "Order",
    ...MORE_INFO,
    "Distributor email is missing",
    rule(
      "Order leads to /orderinfo/{product}",
      `${WORDS} › the products of one distributor can be filtered, sorted and ordered`,
    ),
    rule(
      "Only this distributor's products",
      `${PRODUCTS} › shows one distributor's products, whatever the case of the e-mail`,
    ),
  ]),
];

export const CATALOGUE_ENTRIES: readonly Entry[] = [...ADD, ...OWN, ...MARKET];
