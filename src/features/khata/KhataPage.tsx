/** /khata: what is to be paid or collected in all and by partner, with the payments that wait for a word. */
import * as links from "../../../domain/links";
import { BookOpenText } from "lucide-react";
import { useCallback, useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import type { TradeRole } from "../../../domain/roles";
import { ExportButton } from "../../files/exports/ExportButton";
import { useLiveList } from "../../live/useLiveList";
import { useNow } from "../../lib/useNow";
import { LinkButton } from "../../ui/Button";
import { CardGrid } from "../../ui/CardGrid";
import { EmptyState } from "../../ui/EmptyState";
import { ListPage } from "../../ui/ListPage";
import { KhataSkeleton } from "./KhataSkeleton";
import { KhataTotal } from "./KhataTotal";
import { type ListedKhata, listedKhata } from "./khataTexts";
import { PartnerRow } from "./PartnerRow";
import { PaymentPrompts } from "./PaymentPrompts";
import { Payments, useWaitingPayments } from "./Payments";
import { UnsentClaims } from "./UnsentClaims";
import { isWide, TradeRoleContext, useSessionRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

/** The payments that wait stand open above the partners if there are no more. */
const OPEN_PAYMENTS_MAX = 2;

function newAccountsText(count: number): string {
  return t("{count, plural, one {# new partner} other {# new partners}}", { count });
}

export function KhataPage() {
  const role = useSessionRole();
  const today = todayIst(useNow());
  const accounts = useLiveList(api.khata.accounts, {}, { isKeptOffline: true });
  const waiting = useWaitingPayments();
  const { results } = accounts;
  const rows = useMemo(() => results.map(listedKhata), [results]);
  // Payments would push the placeholder of the partners down.
  const isLoading = accounts.status === "LoadingFirstPage" && accounts.error === null;
  const row = useCallback(
    (khata: ListedKhata, isArriving: boolean) => (
      <PartnerRow khata={khata} arriving={isArriving} today={today} />
    ),
    [today],
  );
  return (
    <TradeRoleContext value={role}>
      <PaymentPrompts>
        <ListPage
          title={t("Khata")}
          lead={<KhataTotal today={today} />}
          action={<ExportButton subject="ledger" />}
          toolbar={
            <>
              <UnsentClaims />
              {!isLoading && (
                <Payments
                  payments={waiting}
                  waiting={`${waiting.results.length}${waiting.status === "Exhausted" ? "" : "+"}`}
                  hasPartner
                  startsOpen={isWide() && waiting.results.length <= OPEN_PAYMENTS_MAX}
                  columns="md:grid-cols-2 lg:grid-cols-3"
                  className="mb-4"
                />
              )}
            </>
          }
          rowWords={newAccountsText}
          list={{ ...accounts, results: rows }}
          skeleton={<KhataSkeleton />}
          errorMessage={t("The khata could not be loaded.")}
          empty={<NoEntriesYet role={role} />}
        >
          {(rows, isNew) => (
            <CardGrid
              className="grid grid-cols-1 overflow-clip rounded-md border border-line bg-raised shadow-low"
              rows={rows}
              isNew={isNew}
              card={row}
            />
          )}
        </ListPage>
      </PaymentPrompts>
    </TradeRoleContext>
  );
}

function NoEntriesYet({ role }: { role: TradeRole }) {
  const isRetailer = role === "retailer";
  return (
    <EmptyState
      icon={BookOpenText}
      title={t("No entries yet")}
      hint={
        isRetailer
          ? t("Each accepted order is entered here by itself.")
          : t("Each order that you accept is entered here by itself.")
      }
      action={
        <LinkButton variant="primary" to={isRetailer ? links.CATALOGUE : links.DISTRIBUTOR_NETWORK}>
          {isRetailer ? t("Browse products") : t("Your network")}
        </LinkButton>
      }
    />
  );
}
