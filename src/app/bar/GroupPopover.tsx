/** A group of the bar with several pages: its button, and its links below it, open at first. */
import { Popover } from "radix-ui";
import { useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { cx } from "../../lib/cx";
import { leaveFocusInPage } from "../../ui/focusHeading";
import type { NavItem } from "../navigation";
import { GroupFace, type GroupMenuProps, groupLook } from "./GroupFace";
import { ItemCount } from "./ItemCount";
import { type Badges, type OrderCounts, useOrderCounts } from "./useBadges";

export function GroupPopover({ group, badges }: GroupMenuProps) {
  const { pathname } = useLocation();
  // The path at which it was opened; it closes when a link leads elsewhere.
  const [openAt, setOpenAt] = useState<string | null>(pathname);
  const isOpen = openAt === pathname;
  const hasCounts = group.items.some(({ counts }) => counts !== undefined);
  const counts = useOrderCounts(isOpen && hasCounts);
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => setOpenAt(next ? pathname : null)}>
      {/* Radix marks this as a dialog; it is a list of links, so its roles are overridden. */}
      <Popover.Trigger
        aria-haspopup={undefined}
        className={cx(groupLook(group, pathname), "data-[state=open]:bg-hover")}
      >
        <GroupFace group={group} badges={badges} />
      </Popover.Trigger>
      <Popover.Content
        role="group"
        aria-label={group.label}
        align="start"
        sideOffset={6}
        onCloseAutoFocus={leaveFocusInPage}
        className="z-40 w-56 animate-pop rounded-md border border-line bg-raised p-1 shadow-high outline-none"
      >
        <ul>
          {group.items.map((item) => (
            <li key={item.to}>
              <GroupLink
                item={item}
                badges={badges}
                counts={counts}
                onClick={() => setOpenAt(null)}
              />
            </li>
          ))}
          {group.narrowItems?.map((item) => (
            <li key={item.to} className="lg:hidden">
              <GroupLink
                item={item}
                badges={badges}
                counts={counts}
                onClick={() => setOpenAt(null)}
              />
            </li>
          ))}
        </ul>
      </Popover.Content>
    </Popover.Root>
  );
}

type GroupLinkProps = {
  item: NavItem;
  badges: Badges;
  counts: OrderCounts;
  onClick: () => void;
};

function GroupLink({ item, badges, counts, onClick }: GroupLinkProps) {
  const { to, label, icon: Icon } = item;
  return (
    <NavLink
      to={to}
      onClick={onClick}
      className="flex h-10 items-center gap-2.5 rounded-sm px-2.5 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
    >
      <Icon aria-hidden className="size-4 text-muted" />
      {label}
      <ItemCount item={item} badges={badges} counts={counts} className="ml-auto" />
    </NavLink>
  );
}
