/** The strip above the lists of orders: one link per list, with the live length of those that are open. */
import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import type { Role } from "../../../domain/roles";
import { stripItemsFor } from "../navigation";
import { ItemCount } from "./ItemCount";
import { useBadges, useOrderCounts } from "./useBadges";

export function StatusStrip({ role }: { role: Role }) {
  const badges = useBadges();
  const counts = useOrderCounts();
  const list = useCurrentInView();
  return (
    <ul ref={list} className="relative flex h-full gap-1 overflow-x-auto overscroll-x-contain">
      {stripItemsFor(role).map((item) => (
        <li key={item.to} className="shrink-0">
          <NavLink
            to={item.to}
            className="flex h-full items-center gap-1.5 border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 hover:text-ink aria-[current=page]:border-accent-ink aria-[current=page]:text-ink"
          >
            {item.stripLabel}
            <ItemCount item={item} badges={badges} counts={counts} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the current list's link into the strip, which scrolls within itself on phones: the page stays. */
function useCurrentInView() {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current != null)
      list.current?.scrollTo({ left: current.offsetLeft - current.offsetWidth / 2 });
  }, [pathname]);
  return list;
}
