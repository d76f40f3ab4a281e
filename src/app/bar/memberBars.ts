/** The bars of those who are signed in, as one piece of code of its own: visitors never fetch it. */
export { MarketBar } from "./MarketBar";
export { ThumbBar } from "./ThumbBar";
