/** The bottom bar of phones with the home and the most used pages. */
import { NavLink } from "react-router-dom";
import type { Role } from "../../../domain/roles";
import { bottomBarItemsFor } from "../navigation";
import { ItemCount } from "./ItemCount";
import { useBadges } from "./useBadges";
import { t } from "../../../domain/language/texts";

export function BottomBar({ role }: { role: Role }) {
  const badges = useBadges();
  const items = bottomBarItemsFor(role);
  return (
    <nav
      aria-label={t("Most used")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] [--spacing:4px] md:hidden print:hidden"
    >
      <ul className="relative mx-auto flex max-w-lg overflow-x-auto">
        {items.map((item) => (
          <li key={item.to} className="min-w-fit flex-1">
            <NavLink
              to={item.to}
              className="relative flex h-15 min-w-fit flex-col items-center justify-center gap-0.5 px-1 text-xs text-muted aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink"
            >
              <item.icon aria-hidden className="size-5" />
              {item.shortLabel}
              <ItemCount item={item} badges={badges} className="absolute top-1 left-1/2 ml-1.5" />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
