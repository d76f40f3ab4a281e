/** Bundles the member's bars into one chunk, which visitors never load. */
export { MarketBar } from "./MarketBar";
export { BottomBar } from "./BottomBar";
