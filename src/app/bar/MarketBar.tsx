/** The signed-in user's navigation bar: groups on desktops, a collapsible menu on phones. */
import { Menu, X } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { useConnectionStatus } from "../../lib/useConnectionStatus";
import type { StoredUser } from "../../lib/userdata";
import { LiveDot } from "../../ui/LiveDot";
import { Logo } from "../../ui/Logo";
import { homeOf } from "../homes";
import { groupsFor, type NavGroup } from "../navigation";
import { Count } from "./Count";
import { GroupMenu } from "./GroupMenu";
import { SearchButton } from "./SearchButton";
import type { Badges } from "./useBadges";
import { UserMenu } from "./UserMenu";

export function MarketBar({ user, badges }: { user: StoredUser; badges: Badges }) {
  const { pathname } = useLocation();
  // The path at which the menu was opened; navigating away closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const groups = groupsFor(user.role);
  return (
    <Collapsible.Root
      asChild
      open={open}
      onOpenChange={(next) => setOpenAt(next ? pathname : null)}
    >
      <header className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
        <div className="mx-auto flex h-14 max-w-7xl items-center gap-2 px-4">
          <NavLink to={homeOf(user.role)} className="mr-2 tap rounded-sm">
            <Logo />
          </NavLink>
          <nav aria-label="Main" className="hidden min-w-0 items-center gap-0.5 md:flex">
            {groups.map((group) => (
              <GroupMenu key={group.label} group={group} badges={badges} />
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <SearchButton role={user.role} />
            <LiveDot state={useConnectionStatus().status} className="mr-1" />
            {user.role === "admin" && (
              <span className="hidden text-sm text-muted lg:block">Hello, Admin</span>
            )}
            <UserMenu user={user} />
            <Collapsible.Trigger className="grid size-10 place-items-center rounded-sm hover:bg-hover md:hidden">
              {open ? (
                <X aria-hidden className="size-5" />
              ) : (
                <Menu aria-hidden className="size-5" />
              )}
              <span className="sr-only">Navigation</span>
            </Collapsible.Trigger>
          </div>
        </div>
        <Collapsible.Content className="overflow-hidden border-line data-[state=closed]:animate-fold data-[state=open]:animate-unfold data-[state=open]:border-t md:hidden">
          <MobileMenu groups={groups} badges={badges} />
        </Collapsible.Content>
      </header>
    </Collapsible.Root>
  );
}

function MobileMenu({ groups, badges }: { groups: readonly NavGroup[]; badges: Badges }) {
  return (
    <nav
      aria-label="Menu"
      className="grid max-h-[calc(100dvh-8rem)] gap-x-4 gap-y-3 overflow-y-auto p-4 min-[420px]:grid-cols-2"
    >
      {groups.map((group) => (
        <section key={group.label}>
          {group.items.length > 1 && (
            <h2 className="px-3 pb-1 text-xs font-medium text-muted">{group.label}</h2>
          )}
          <ul>
            {group.items.map(({ to, label, icon: Icon, badge }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex h-11 items-center gap-3 rounded-sm px-3 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {label}
                  {badge !== undefined && (
                    <Count value={badges[badge]} what="waiting" className="ml-auto" />
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
