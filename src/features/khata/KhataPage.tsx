/** /khata: what is to be paid or collected, by partner, below the payments that wait for a word. */
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
import { KhataCard } from "./KhataCard";
import { KhataSkeleton } from "./KhataSkeleton";
import { type ListedKhata, listedKhata } from "./khataTexts";
import { PaymentPrompts } from "./PaymentPrompts";
import { UnsentClaims } from "./UnsentClaims";
import { TradeRoleContext, useSessionRole } from "./pageContext";
import { WaitingClaims } from "./WaitingClaims";

const khataGrid = "grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3 wide:grid-cols-4";

export function KhataPage() {
  const role = useSessionRole();
  const today = todayIst(useNow());
  const accounts = useLiveList(api.khata.accounts, {}, { isKeptOffline: true });
  const { results } = accounts;
  const rows = useMemo(() => results.map(listedKhata), [results]);
  const card = useCallback(
    (khata: ListedKhata, isArriving: boolean) => (
      <KhataCard khata={khata} arriving={isArriving} today={today} />
    ),
    [today],
  );
  return (
    <TradeRoleContext value={role}>
      <PaymentPrompts>
        <ListPage
          title="Khata"
          action={<ExportButton subject="ledger" />}
          toolbar={
            <>
              <UnsentClaims />
              <WaitingClaims
                isHeld={accounts.status === "LoadingFirstPage" && accounts.error === null}
              />
            </>
          }
          rowWords={{ one: "partner", many: "partners" }}
          list={{ ...accounts, results: rows }}
          skeleton={<KhataSkeleton />}
          errorMessage="The khata could not be loaded."
          empty={<NoEntriesYet role={role} />}
        >
          {(rows, isNew) => (
            <CardGrid className={khataGrid} rows={rows} isNew={isNew} card={card} />
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
      title="No entries yet"
      hint={
        isRetailer
          ? "Each accepted order is entered here by itself."
          : "Each order that you accept is entered here by itself."
      }
      action={
        <LinkButton variant="primary" to={isRetailer ? links.CATALOGUE : links.DISTRIBUTOR_NETWORK}>
          {isRetailer ? "Browse products" : "Your network"}
        </LinkButton>
      }
    />
  );
}
