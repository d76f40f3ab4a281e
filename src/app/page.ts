/** A page as data. */
import type { ComponentType } from "react";
import type { Role } from "../../domain/roles";

export type Access =
  | "public"
  /** Visitors only; signed-in users are redirected. */
  | "guest"
  | "member"
  /** Retailers and distributors. */
  | "trader"
  | Role;

export type Page = {
  readonly path: string;
  readonly title: string;
  readonly access: Access;
  /** market: bar and content; wide: bar, content from edge to edge, footer; bare: the page alone. */
  readonly layout: "market" | "wide" | "bare";
  /** The links to all lists of orders stand above the page. */
  readonly hasStrip?: true;
  /** The page starts with static text, so it may render for the cached role while the session is loading. */
  readonly hasStaticFirstPaint?: true;
  /** The specification's text for when the page's data fails to load. */
  readonly failure?: string;
  readonly load: () => Promise<ComponentType>;
};
