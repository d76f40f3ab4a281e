/** /adminhome: the live dashboard of the market (spec §2.6). All figures come from the server's counters. */
import type { ReactNode } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { PageHeader } from "../../ui/PageHeader";
import { OrdersOverTime } from "./OrdersOverTime";
import { OrderTables } from "./OrderTables";
import { SettingsSection } from "./SettingsSection";
import { SideMenu } from "./SideMenu";
import { StatusSplit } from "./StatusSplit";
import { Tiles } from "./Tiles";
import { TopList } from "./TopList";
import { UsersTable } from "./UsersTable";
import { t } from "../../../domain/language/texts";

export function AdminHomePage() {
  return (
    <>
      <PageHeader title={t("Dashboard")} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[9rem_minmax(0,1fr)] lg:gap-6">
        <SideMenu />
        <div className="flex flex-col gap-8">
          <Overview />
          <DashboardSection id="users" title={t("Users")}>
            <UsersTable />
          </DashboardSection>
          <DashboardSection id="orders" title={t("Orders")}>
            <OrderTables />
          </DashboardSection>
          <DashboardSection id="settings" title={t("Settings")}>
            <SettingsSection />
          </DashboardSection>
        </div>
      </div>
    </>
  );
}

function Overview() {
  return (
    <section aria-label={t("Overview")} className="flex flex-col gap-3 lg:gap-4">
      <ErrorBoundary message={t("Failed to fetch data.")}>
        <Tiles />
      </ErrorBoundary>
      <h2 className="sr-only">{t("Charts")}</h2>
      <OrdersOverTime />
      <div className="grid gap-3 md:grid-cols-2 md:max-xl:*:first:col-span-2 lg:gap-4 xl:grid-cols-3">
        <StatusSplit />
        <TopList title={t("Top retailers")} unit={t("Orders placed")} of="ordersPlaced" />
        <TopList title={t("Top distributors")} unit={t("Orders completed")} of="ordersCompleted" />
      </div>
    </section>
  );
}

type DashboardSectionProps = { id: string; title: string; children: ReactNode };

function DashboardSection({ id, title, children }: DashboardSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 lg:scroll-mt-4">
      <h2 id={`${id}-title`} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <ErrorBoundary message={t("Failed to fetch data.")}>{children}</ErrorBoundary>
    </section>
  );
}
