/** The order of one product on its way to the server, as a page sees it. */
import { createContext, useContext, useEffect } from "react";
import type { Placement, PlacementRequest } from "./placement";

export type PlacementDesk = {
  /** The signed-in retailer's placement of a product that is not answered, or was refused. */
  readonly find: (productId: string) => Placement | undefined;
  /** How many orders of the product were placed from this tab. */
  readonly placedCount: (productId: string) => number;
  readonly click: (request: PlacementRequest) => void;
  /** Gives up a waiting order, or puts a refused one away. */
  readonly drop: (key: string) => void;
  /** Says that a page shows what becomes of the product's order; returns the word that it no longer does. */
  readonly watch: (productId: string) => () => void;
};

export const PlacementContext = createContext<PlacementDesk | null>(null);

export function usePlacement(productId: string) {
  const desk = useContext(PlacementContext);
  if (desk === null) throw new Error("usePlacement needs a PlacementFrame around it.");
  const { watch } = desk;
  useEffect(() => watch(productId), [watch, productId]);
  return {
    placement: desk.find(productId),
    placedCount: desk.placedCount(productId),
    click: desk.click,
    drop: desk.drop,
  };
}
