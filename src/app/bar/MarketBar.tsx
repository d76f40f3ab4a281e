/** The signed-in user's navigation bar: groups on desktops, a collapsible menu on phones. */
import { homeOf } from "../../../domain/links";
import { Menu, X } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { BellButton } from "../../features/notifications/BellButton";
import { cx } from "../../lib/cx";
import type { StoredUser } from "../../session/userdata";
import { Logo } from "../../ui/Logo";
import { groupsFor, menuGroupsFor, type NavGroup, type NavItem, toolsFor } from "../navigation";
import { GUTTER, PAGE_WIDTH } from "../pageWidth";
import { GroupMenu } from "./GroupMenu";
import { ItemCount } from "./ItemCount";
import { SearchButton } from "./SearchButton";
import { type Badges, useBadges, useOrderCounts } from "./useBadges";
import { UserMenu } from "./UserMenu";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { LiveDot } from "../../ui/LiveDot";
import { t } from "../../../domain/language/texts";

export function MarketBar({ user }: { user: StoredUser }) {
  const badges = useBadges();
  const { pathname } = useLocation();
  // The path at which the menu was opened; navigating away closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const groups = groupsFor(user.role);
  const tools = toolsFor(user.role);
  return (
    <Collapsible.Root
      asChild
      open={open}
      onOpenChange={(next) => setOpenAt(next ? pathname : null)}
    >
      <header className="sticky top-0 z-30 border-b border-line bg-raised print:hidden">
        <div
          className={cx(
            PAGE_WIDTH,
            GUTTER,
            "flex min-h-14 flex-wrap items-center gap-2 max-md:gap-0 max-md:[--spacing:4px] md:max-lg:flex-nowrap",
          )}
        >
          <NavLink to={homeOf(user.role)} className="mr-2 tap rounded-sm max-md:mr-auto">
            <Logo markBelow="lg" />
          </NavLink>
          <nav
            aria-label={t("Main")}
            className="hidden min-w-0 flex-wrap items-center gap-0.5 md:flex md:max-lg:flex-nowrap"
          >
            {groups.map((group) => (
              <GroupMenu key={group.label} group={group} badges={badges} />
            ))}
          </nav>
          <div className="flex flex-wrap items-center justify-end md:ml-auto md:gap-2 md:max-lg:flex-nowrap">
            <SearchButton role={user.role} />
            {tools.desktop.map((item) => (
              <Tool key={item.to} item={item} badges={badges} className="max-md:hidden" />
            ))}
            {tools.phone.map((item) => (
              <Tool key={item.to} item={item} badges={badges} className="md:hidden" />
            ))}
            {user.role !== "admin" && <BellButton />}
            <ConnectionSign />
            {user.role === "admin" && (
              <span className="hidden text-sm text-muted lg:block">{t("Hello, Admin")}</span>
            )}
            <UserMenu user={user} />
            <Collapsible.Trigger className="grid size-10 place-items-center rounded-sm hover:bg-hover md:hidden">
              {open ? (
                <X aria-hidden className="size-5" />
              ) : (
                <Menu aria-hidden className="size-5" />
              )}
              <span className="sr-only">{t("Navigation")}</span>
            </Collapsible.Trigger>
          </div>
        </div>
        <Collapsible.Content className="overflow-hidden border-line data-[state=closed]:animate-fold data-[state=open]:animate-unfold data-[state=open]:border-t md:hidden">
          <MobileMenu groups={menuGroupsFor(user.role)} badges={badges} />
        </Collapsible.Content>
      </header>
    </Collapsible.Root>
  );
}

type ToolProps = { item: NavItem; badges: Badges; className: string };

/** An icon beside the search, with its count on its corner. */
function Tool({ item, badges, className }: ToolProps) {
  return (
    <NavLink
      to={item.to}
      title={item.label}
      className={cx(
        "relative grid size-10 place-items-center rounded-sm text-muted transition-colors hover:bg-hover aria-[current=page]:text-accent-ink touch:size-11",
        className,
      )}
    >
      <item.icon aria-hidden className="size-5" />
      <span className="sr-only">{item.label}</span>
      <ItemCount
        item={item}
        badges={badges}
        className="absolute top-0 right-0 ring-2 ring-raised"
      />
    </NavLink>
  );
}

function MobileMenu({ groups, badges }: { groups: readonly NavGroup[]; badges: Badges }) {
  const counts = useOrderCounts();
  return (
    <nav
      aria-label={t("Menu")}
      className="grid max-h-[calc(100dvh-8rem)] gap-x-4 gap-y-3 overflow-y-auto p-4 min-[420px]:grid-cols-2"
    >
      {groups.map((group) => (
        <section key={group.label}>
          {group.items.length > 1 && (
            <h2 className="px-3 pb-1 text-xs font-medium text-muted">{group.label}</h2>
          )}
          <ul>
            {group.items.map((item) => (
              <li key={item.to}>
                <NavLink
                  to={item.to}
                  className="flex h-11 items-center gap-3 rounded-sm px-3 hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
                >
                  <item.icon aria-hidden className="size-4 shrink-0" />
                  {item.label}
                  <ItemCount item={item} badges={badges} counts={counts} className="ml-auto" />
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The state of the connection in the bar: a dot while live. Its word is shown once the connection was lost, not before it was first made. */
function ConnectionSign() {
  const { status } = useConnectionStatus();
  const [wasLive, setWasLive] = useState(false);
  if (status === "live" && !wasLive) setWasLive(true);
  const hasWord = status === "offline" || (status === "reconnecting" && wasLive);
  return (
    <LiveDot
      state={status}
      hasWord={hasWord}
      // From 768 to 1023 px the groups beside it need the word's room.
      className="mx-1 md:max-lg:*:last:sr-only lg:mx-2"
    />
  );
}
