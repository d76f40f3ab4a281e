/** The dashboard's side menu (spec §2.6): anchors on the same page. On phones it lies across the top. */
import { Settings, ShoppingCart, Users } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { t } from "../../../domain/language/texts";

const ENTRIES = [
  { to: "#users", label: t("Users"), icon: Users },
  { to: "#orders", label: t("Orders"), icon: ShoppingCart },
  { to: "#settings", label: t("Settings"), icon: Settings },
] as const;

export function SideMenu() {
  const { hash } = useLocation();
  return (
    <nav aria-label={t("Dashboard")} className="lg:sticky lg:top-20 lg:self-start">
      <ul className="flex flex-wrap gap-1 lg:flex-col">
        {ENTRIES.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={hash === to ? "location" : undefined}
              className="flex h-10 items-center gap-2.5 rounded-sm px-3 hover:bg-hover aria-[current=location]:bg-accent-soft aria-[current=location]:font-medium aria-[current=location]:text-accent-ink"
            >
              <Icon aria-hidden className="size-4" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
