/** /dashboard: 'Welcome to the Dashboard!' and shortcuts by role. It stands in app/ because it links to all features. */
import { Link } from "react-router-dom";
import { useSession } from "../live/useSession";
import { Card } from "../ui/Card";
import { PageHeader } from "../ui/PageHeader";
import { groupsFor } from "./navigation";
import type { ComponentType } from "react";
import { t } from "../../domain/language/texts";

export function DashboardPage() {
  const session = useSession();
  const groups = session.state === "signedIn" ? groupsFor(session.me.role) : [];
  return (
    <>
      <PageHeader title={t("Welcome to the Dashboard!")} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {groups.map((group) => (
          <Card as="section" key={group.label} className="p-4">
            <h2 className="mb-2 text-sm font-medium text-muted">{group.label}</h2>
            <ul>
              {group.items.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="-mx-2 flex h-10 items-center gap-2.5 rounded-sm px-2 hover:bg-hover"
                  >
                    <Icon aria-hidden className="size-4 text-accent-ink" />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}

/** Makes the page of a navigation bar on its own: the layout draws the bar, the page only its heading. */
export function barPage(title: string): ComponentType {
  return function BarPage() {
    return (
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
    );
  };
}
