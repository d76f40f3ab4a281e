/** One group of the bar: a plain link if it holds one page, else a button that opens its links. */
import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { cx } from "../../lib/cx";
import { Count } from "../../ui/Count";
import { leaveFocusInPage } from "../../ui/focusHeading";
import type { NavGroup, NavItem } from "../navigation";
import { ItemCount } from "./ItemCount";
import { type Badges, badgeOfGroup, type OrderCounts, useOrderCounts } from "./useBadges";

const ENTRY =
  "flex h-9 items-center gap-1.5 rounded-sm px-2 text-base font-medium text-ink transition-colors hover:bg-hover lg:px-3";

export function GroupMenu({ group, badges }: { group: NavGroup; badges: Badges }) {
  const [only] = group.items;
  if (only !== undefined && group.items.length === 1) {
    return (
      <NavLink
        to={only.to}
        className={cx(
          ENTRY,
          group.isWideOnly === true && "max-lg:hidden",
          "aria-[current=page]:text-accent-ink",
        )}
      >
        {only.label}
        <ItemCount item={only} badges={badges} />
      </NavLink>
    );
  }
  return <GroupPopover group={group} badges={badges} />;
}

function GroupPopover({ group, badges }: { group: NavGroup; badges: Badges }) {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const hasCounts = group.items.some(({ counts }) => counts !== undefined);
  const counts = useOrderCounts(isOpen && hasCounts);
  const current = group.items.some((item) => item.to === pathname);
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => setOpenAt(next ? pathname : null)}>
      {/* Radix marks this as a dialog; it is a list of links, so its roles are overridden. */}
      <Popover.Trigger
        aria-haspopup={undefined}
        className={cx(ENTRY, "data-[state=open]:bg-hover", current && "text-accent-ink")}
      >
        {group.label}
        <Count value={badgeOfGroup(group, badges)} what="waiting" />
        <ChevronDown aria-hidden className="size-3.5 text-muted" />
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
