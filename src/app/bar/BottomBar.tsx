/** The bottom bar of phones with the home and the most used pages. */
import { NavLink } from "react-router-dom";
import type { Role } from "../../../domain/roles";
import { bottomBarItemsFor } from "../navigation";
import { Count } from "./Count";
import type { Badges } from "./useBadges";

export function BottomBar({ role, badges }: { role: Role; badges: Badges }) {
  const items = bottomBarItemsFor(role);
  return (
    <nav
      aria-label="Most used"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {items.map(({ to, shortLabel, icon: Icon, badge }) => (
          <li key={to} className="flex-1">
            <NavLink
              to={to}
              className="relative flex h-15 flex-col items-center justify-center gap-0.5 text-xs text-muted aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink"
            >
              <Icon aria-hidden className="size-5" />
              {shortLabel}
              {badge !== undefined && (
                <Count
                  value={badges[badge]}
                  what="waiting"
                  className="absolute top-1 left-1/2 ml-1.5"
                />
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
