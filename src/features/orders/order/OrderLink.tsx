/** The link on an order's title in a list, which opens it beside the list, or on narrower screens in the list's place. */
import { type ReactNode, useSyncExternalStore } from "react";
import { Link, type To, useLocation } from "react-router-dom";
import { ORDER_PARAM } from "../../../../domain/links";
import { cx } from "../../../lib/cx";

/** The width from which on an order stands beside its list: that of the `xl` variant. */
const BESIDE = "(width >= 80rem)";

function subscribe(changed: () => void): () => void {
  const width = window.matchMedia(BESIDE);
  width.addEventListener("change", changed);
  return () => width.removeEventListener("change", changed);
}

export function useIsBeside(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(BESIDE).matches);
}

/** The state of a history entry that was opened from the list: "pushed" after the list's own entry, or "replaced" it. */
export type OpenedFromList = { readonly openedFromList: "pushed" | "replaced" };

/** Returns the parameters of a list's address with another order, or without one. */
export function withOrder(search: string, orderId?: string): To {
  const params = new URLSearchParams(search);
  if (orderId === undefined) params.delete(ORDER_PARAM);
  else params.set(ORDER_PARAM, orderId);
  return { search: params.toString() };
}

export type OrderLinkProps = { orderId: string; className?: string; children: ReactNode };

export function OrderLink({ orderId, className, children }: OrderLinkProps) {
  const { search } = useLocation();
  const isBeside = useIsBeside();
  const isOpen = new URLSearchParams(search).get(ORDER_PARAM) === orderId;
  const state: OpenedFromList = { openedFromList: isBeside ? "replaced" : "pushed" };
  return (
    <Link
      to={withOrder(search, orderId)}
      // Beside its list the address follows; in its place Back leads to the list.
      replace={isBeside}
      state={state}
      data-opens={orderId}
      aria-current={isOpen || undefined}
      // A finger wide without taking the room.
      className={cx(
        "wrap-anywhere hover:underline touch:relative touch:-my-3.5 touch:py-3.5",
        className,
      )}
    >
      {children}
    </Link>
  );
}
