/** Bundles what members need on every page into one chunk, which visitors never load. */
export { MarketBar } from "./MarketBar";
export { BottomBar } from "./BottomBar";
export { StatusStrip } from "./StatusStrip";
export { MemberWork } from "../MemberWork";
